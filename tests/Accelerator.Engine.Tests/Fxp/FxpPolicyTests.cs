using static Accelerator.Engine.Tests.Fxp.FxpSamples;

namespace Accelerator.Engine.Tests.Fxp;

public sealed class FxpPolicyTests
{
    [Theory]
    [InlineData(FxpStep.Listen, 500)]
    [InlineData(FxpStep.Call, 500)]
    [InlineData(FxpStep.Call, 501)]
    [InlineData(FxpStep.Open, 425)]
    [InlineData(FxpStep.Open, null)]
    public void A_refused_data_connection_exchanges_the_parts_once(FxpStep step, int? code)
    {
        var failure = Failure(step, FxpSide.Source, code);
        var next = FxpPolicy.Next(failure, First, 0);
        Assert.Equal(First with { Passive = FxpSide.Source, IsSwapped = true }, next);
        Assert.Null(FxpPolicy.Next(failure, next!, 0));
        Assert.Equal(FailureKind.Usage, FxpPolicy.KindOf(failure));
    }

    [Fact]
    public void A_destination_that_may_still_write_for_an_earlier_run_is_waited_for_once_both_have_listened()
    {
        var failure = Failure(FxpStep.Open, FxpSide.Destination, null);
        var next = FxpPolicy.Next(failure, First, 0, mayBeHeld: true);
        Assert.True(next!.IsSwapped);
        Assert.Equal(1, FxpPolicy.Next(failure, next, 0, mayBeHeld: true)!.Fruitless);
        Assert.Null(FxpPolicy.Next(failure, next with { Fruitless = RetryLimits.Default.Most!.Value }, 0, mayBeHeld: true));
        Assert.Null(FxpPolicy.Next(failure, next, 0));
        Assert.Null(FxpPolicy.Next(Failure(FxpStep.Open, FxpSide.Source, null), next, 0, mayBeHeld: true));
    }

    [Theory]
    [InlineData(FxpStep.Call, 500)]
    [InlineData(FxpStep.Open, null)]
    public void Where_both_directions_are_refused_the_file_is_relayed_if_allowed(FxpStep step, int? code)
    {
        var swapped = First with { Passive = FxpSide.Source, IsSwapped = true, Fruitless = 1 };
        Assert.Null(FxpPolicy.Next(Failure(step, FxpSide.Source, code), swapped, 0));
        var relayed = FxpPolicy.Next(Failure(step, FxpSide.Source, code), swapped with { MayRelay = true }, 0);
        Assert.Equal(swapped with { MayRelay = true, IsRelayed = true, Fruitless = 0 }, relayed);
        Assert.Null(FxpPolicy.Next(Failure(step, FxpSide.Source, code), relayed!, 0));
    }

    [Fact]
    public void A_refused_encryption_between_servers_leads_only_to_a_relay_if_allowed()
    {
        var failure = Failure(FxpStep.Protection, FxpSide.Source, 500);
        Assert.Equal(First with { MayRelay = true, IsRelayed = true }, FxpPolicy.Next(failure, First with { MayRelay = true }, 0));
        Assert.Null(FxpPolicy.Next(failure, First, 0));
    }

    [Fact]
    public void If_no_data_arrives_with_either_server_listening_the_file_is_relayed_if_allowed() =>
        Assert.True(FxpPolicy.Judge(First with { IsSwapped = true, MayRelay = true }, hasGrown: false).IsRelayed);

    [Theory]
    [InlineData(0, null, 0, false, 0)]
    [InlineData(0, null, 9, true, 0)]
    [InlineData(0, null, 12, false, 3)]
    [InlineData(0, null, 64, false, 8)]
    [InlineData(1, null, 64, false, 0)]
    [InlineData(1, null, 0, true, 15)]
    [InlineData(1, 1, 0, true, 0)]
    [InlineData(1, 32, 0, true, 31)]
    [InlineData(2, null, 64, true, 0)]
    public void Sessions_log_in_ahead_only_where_they_will_be_let_in_and_wanted(int items, int? segments, int proven, bool haveDoneSegments, int ahead)
    {
        var request = Request();
        Assert.Equal(ahead, FxpPolicy.Ahead(request with { Items = [.. Enumerable.Repeat(request.Items[0], items)], Segments = segments, Parallel = 8 }, proven, haveDoneSegments));
    }

    [Theory]
    [InlineData(FxpProtection.SscnAtSource, true, false, false, true)]
    [InlineData(FxpProtection.None, true, false, false, false)]
    [InlineData(FxpProtection.SscnAtSource, false, false, false, false)]
    [InlineData(FxpProtection.SscnAtSource, true, true, false, false)]
    [InlineData(FxpProtection.SscnAtSource, true, false, true, false)]
    public void If_no_encrypted_data_arrives_with_either_server_listening_the_handshake_is_the_cause(FxpProtection protection, bool isSwapped, bool hasGrown, bool mayRelay, bool isHandshake) =>
        Assert.Equal(isHandshake, FxpPolicy.IsHandshake(FxpPlanner.Plan(Request(), Item, Facts(), First) with { Protection = protection }, First with { IsSwapped = isSwapped, MayRelay = mayRelay }, hasGrown));

    [Theory]
    [InlineData(FxpStep.Marker, FxpSide.Source, 502, false, true)]
    [InlineData(FxpStep.Marker, FxpSide.Destination, 502, true, false)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 554, true, false)]
    [InlineData(FxpStep.Command, FxpSide.Destination, 451, true, false)]
    [InlineData(FxpStep.Command, FxpSide.Source, 550, false, true)]
    public void A_refused_REST_is_not_used_again(FxpStep step, FxpSide side, int code, bool append, bool withoutRestart) =>
        Assert.Equal(First with { Append = append, WithoutRestart = withoutRestart }, FxpPolicy.Next(Failure(step, side, code), First, 100));

    [Fact]
    public void A_refused_APPE_restarts_the_file() =>
        Assert.Equal(First with { WithoutRestart = true }, FxpPolicy.Next(Failure(FxpStep.Command, FxpSide.Destination, 550), First with { Append = true }, 100));

    [Theory]
    [InlineData(FxpStep.Command, 550, FailureKind.NotFound)]
    [InlineData(FxpStep.Command, 553, FailureKind.NotFound)]
    [InlineData(FxpStep.Command, 452, FailureKind.Disk)]
    [InlineData(FxpStep.Data, 552, FailureKind.Disk)]
    [InlineData(FxpStep.Protection, 500, FailureKind.Tls)]
    [InlineData(FxpStep.Rename, 550, FailureKind.Usage)]
    public void A_permanent_failure_ends_the_file(FxpStep step, int code, FailureKind kind)
    {
        var failure = Failure(step, FxpSide.Destination, code);
        Assert.Null(FxpPolicy.Next(failure, First, 0));
        Assert.Equal(kind, FxpPolicy.KindOf(failure));
    }

    [Theory]
    [InlineData(FxpStep.Data, 426)]
    [InlineData(FxpStep.Data, 451)]
    [InlineData(FxpStep.Data, null)]
    [InlineData(FxpStep.Command, 450)]
    [InlineData(FxpStep.Call, 421)]
    public void A_transient_failure_is_retried_a_limited_number_of_times(FxpStep step, int? code)
    {
        var strategy = First;
        for (var i = 0; i < RetryLimits.Default.Most; i++) strategy = FxpPolicy.Next(Failure(step, FxpSide.Source, code), strategy, 0)!;
        Assert.Equal(RetryLimits.Default.Most, strategy.Fruitless);
        Assert.Null(FxpPolicy.Next(Failure(step, FxpSide.Source, code), strategy, 0));
    }

    [Fact]
    public void Received_bytes_reset_the_attempt_count() =>
        Assert.Equal(First, FxpPolicy.Judge(First with { Fruitless = 3 }, hasGrown: true));

    [Fact]
    public void Where_both_began_and_nothing_arrived_the_parts_are_exchanged_once()
    {
        var swapped = FxpPolicy.Judge(First, hasGrown: false);
        Assert.Equal(FxpSide.Source, swapped.Passive);
        Assert.Equal(swapped, FxpPolicy.Judge(swapped, hasGrown: false));
    }

    [Theory]
    [InlineData(0, true, true)]
    [InlineData(0, false, false)]
    [InlineData(100, true, false)]
    public void A_partial_file_is_this_run_s_own_where_the_destination_began_it_from_the_start(long offset, bool isStoring, bool isOwn) =>
        Assert.Equal(isOwn, FxpPolicy.Next(Failure(FxpStep.Data, FxpSide.Source, 426, isStoring), First, offset)!.IsPartOwn);

    [Theory]
    // No server is writing the file, or the file is complete.
    [InlineData(false, false, 400L, 0, false)]
    [InlineData(true, false, 1000L, 0, false)]
    [InlineData(true, false, 400L, 0, true)]
    [InlineData(true, false, 400L, 3, false)]
    // Pure-FTPd restores the name at the end.
    [InlineData(true, true, null, 29, true)]
    [InlineData(true, true, null, 30, false)]
    [InlineData(true, false, null, 0, false)]
    public void A_partial_file_is_awaited_until_it_stops_growing(bool isInProgress, bool hadOffset, long? held, int seconds, bool mayGrow)
    {
        var record = Record() with { IsInProgress = isInProgress, HadOffset = hadOffset };
        Assert.Equal(mayGrow, FxpPolicy.MayGrow(record, held, TimeSpan.FromSeconds(seconds)));
        Assert.False(FxpPolicy.MayGrow(record with { IsSegmented = true }, held, TimeSpan.FromSeconds(seconds)));
    }

    [Fact]
    public void Pauses_grow_to_fifteen_seconds() =>
        Assert.Equal([0, 0.5, 1, 2, 4, 8, 15, 15, 15], Enumerable.Range(0, 9).Select(tries => RetryLimits.Default.Pause(tries).TotalSeconds));
}
