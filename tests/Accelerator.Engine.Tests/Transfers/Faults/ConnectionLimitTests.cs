namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>A limit is a fact about the site: the transfer goes on with what it has, asks seldom, and fetches each byte about once.</summary>
public sealed class ConnectionLimitTests
{
    private const long Length = 16 << 20;

    // Overlaps of seams, and what was read ahead of them.
    private const long MostTwice = 3 << 20;

    // A peer was refused 8,963 times here (peers.md, section 4.8).
    private const int MostRefusals = 8;

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530, LimitPoint.Pass421, LimitPoint.CloseWithoutBanner, LimitPoint.Retr451)]
    public async Task A_limit_of_three_is_found_and_kept(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 3, LimitPoint = point });

        await get.GetCompleteAsync();
        AssertPolite(get);
        get.Check(get.Server.Log.PeakTransfers == 3, $"{get.Server.Log.PeakTransfers} transfers ran at once; the server allows 3.");
        get.Check(get.Notices(NoticeKind.Retry).Count == 0, "A limit should not look like a failure.");
    }

    [Fact]
    public async Task A_connection_that_is_closed_before_any_greeting_has_come_is_judged_when_one_has()
    {
        // Connections are opened 20 ms apart, so the fourth is closed before the first is greeted.
        await using var get = Fixture(new LoopbackOptions
        {
            MaxConnections = 3,
            LimitPoint = LimitPoint.CloseWithoutBanner,
            Faults = FaultPlan.Of(Fault.OnConnection().First(3).BannerAfter(TimeSpan.FromMilliseconds(150))),
        });

        await get.GetCompleteAsync();
        AssertPolite(get);
        get.Check(get.Notices(NoticeKind.Retry).Count == 0, "A limit should not look like a failure.");
        Assert.Contains("3 connections", Assert.Single(get.Notices(NoticeKind.ServerLimit)), StringComparison.Ordinal);
    }

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530, LimitPoint.Retr451)]
    public async Task The_user_is_told_of_the_limit_once_and_rightly(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 3, LimitPoint = point });

        await get.GetAsync();

        var notices = get.Notices(NoticeKind.ServerLimit);
        get.Check(notices.Count == 1, $"{notices.Count} notices about one limit.");
        get.Check(notices[0].Contains("3 connections", StringComparison.Ordinal), "The notice should tell the number.");
    }

    [Fact]
    public async Task A_530_without_a_hint_is_a_limit_when_others_are_logged_in()
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 3, LimitPoint = LimitPoint.Pass530, LimitReply = "530 Login incorrect.", User = "u", Password = "p" });
        get.Credential = new("u", "p");

        await get.GetCompleteAsync();
        AssertPolite(get);
    }

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530)]
    public async Task At_a_limit_of_one_everything_goes_over_one_session(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 1, LimitPoint = point });

        await get.GetCompleteAsync();
        AssertPolite(get);
    }

    [Fact]
    public async Task At_a_limit_of_one_a_lost_session_is_replaced_at_once()
    {
        await using var get = Fixture(new LoopbackOptions
        {
            MaxConnections = 1,
            Faults = FaultPlan.Of(Fault.OnRetr(1).CloseControlAfter(4 << 20, CloseKind.Reset), Fault.OnRetr(1).ResetAfter(5 << 20)),
        });

        await get.GetCompleteDespiteAsync("control closed");
        get.Check(get.Result.Elapsed < TimeSpan.FromSeconds(14), "The reconnect waited for a cool-down that is meant for a full server.");
    }

    [Fact]
    public async Task A_limit_that_is_lowered_during_the_transfer_leaves_the_survivors_at_work()
    {
        await using var get = Fixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 3_000_000 } });
        var run = get.GetAsync();
        await get.Server.Log.WaitForAsync(log => log is { BytesSent: > 4_000_000, RunningTransfers: 8 }, CancellationToken.None);
        get.Server.MaxConnections = 4;
        get.Server.CloseControlConnections(CloseKind.Reset, count: 4);
        get.Server.CloseDataConnections(CloseKind.Reset, count: 4);
        await run;

        await get.AssertIsCompleteAsync();
        AssertPolite(get);
        get.Check(get.Server.Log.Refusals > 0, "The limit was never met.");
    }

    [Fact]
    public async Task A_425_while_others_are_still_on_their_way_in_is_no_limit_once_they_work()
    {
        // In real time: on a busy machine a quicker clock ends the cool-down before the eight are in, and then it is a limit.
        await using var get = Fixture(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecond = 1_000_000 },
            Faults = FaultPlan.Of(
                Fault.OnRetr().First(2).Refuse("425 Can't open data connection."),
                Fault.OnConnection().From(3).Times(3).BannerAfter(TimeSpan.FromSeconds(1.5))),
        });
        get.Server.Files.AddSynthetic(GetFixture.Remote, 2 * Length);

        await get.GetCompleteDespiteAsync("425", least: 2);
        get.Check(get.Server.Log.PeakTransfers == 8, $"{get.Server.Log.PeakTransfers} transfers ran at once, and the server allows any number.");
        get.Check(get.Notices(NoticeKind.ServerLimit).Count == 0, "A limit was told that is none.");
    }

    private static GetFixture Fixture(LoopbackOptions options) =>
        new GetFixture(options.Shaping == LinkShape.Unlimited ? options with { Shaping = GetFixture.Capped } : options).Serving(Length);

    private static void AssertPolite(GetFixture get)
    {
        var log = get.Server.Log;
        get.Check(log.Refusals <= MostRefusals, $"{log.Refusals} refusals.");
        get.Check(get.Result.BytesFetched <= Length + MostTwice, $"{get.Result.BytesFetched} bytes were fetched for a file of {Length}.");
        // A window of the loopback under way for each range that is ended early.
        get.Check(log.BytesSent <= Length + MostTwice + (log.Retrievals.Count * (4L << 20)), $"{log.BytesSent} bytes were sent for a file of {Length}.");
    }
}
