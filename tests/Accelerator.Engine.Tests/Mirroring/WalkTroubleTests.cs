using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Walks on which something goes wrong.</summary>
public sealed class WalkTroubleTests
{
    [Fact]
    public async Task A_folder_that_is_refused_is_told_and_the_others_go_on()
    {
        await using var harness = new WalkHarness(Fault.OnCommand("MLSD").OnPath("/secret").Reply("550 Permission denied."));
        harness.Server.Files.AddText("/secret/file", "text");
        harness.Server.Files.AddText("/open/below/file", "text");
        await harness.WalkAsync();

        Assert.Equal(["", "open", "open/below", "secret"], harness.Paths.Order(StringComparer.Ordinal));
        var secret = harness["secret"];
        Assert.Equal(FailureKind.NotFound, secret.Problem!.Kind);
        Assert.Equal($"ftp://{harness.Server.EndPoint}/secret could not be listed. MLSD secret: 550 Permission denied.", secret.Problem.Message);
        Assert.Null(secret.Outcome);
        Assert.Empty(secret.Entries);
        // A refusal is no reason to ask again.
        Assert.Equal(4, harness.Listings);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(200)]
    public async Task A_session_that_is_lost_in_a_listing_is_replaced_and_the_listing_is_tried_again(long bytes)
    {
        await using var harness = new WalkHarness(Fault.OnListing().OnPath("/many").First(2).ResetAfter(bytes, ""));
        harness.Server.Files.AddSeries("/many", 100, 7);
        harness.Server.Files.AddText("/other/file", "text");
        await harness.WalkAsync();
        Assert.Equal(2, harness.Server.Log.Faults.Count);
        Assert.Equal(100, harness["many"].Entries.Count);
        Assert.Equal(100, harness["many"].Entries.Distinct().Count());
        Assert.True(harness["many"].Outcome!.IsComplete);
        Assert.Equal(5, harness.Listings);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(int.MaxValue, false)]
    public async Task A_listing_whose_last_word_is_lost_is_asked_for_once_more_and_then_doubted(int times, bool isComplete)
    {
        await using var harness = new WalkHarness(Fault.OnListing().OnPath("/many").First(times).CloseControlAfter(200));
        harness.Server.Files.AddSeries("/many", 100, 7);
        await harness.WalkAsync();
        Assert.Equal(isComplete ? 1 : 2, harness.Server.Log.Faults.Count);
        Assert.Equal(100, harness["many"].Entries.Count);
        Assert.Equal(isComplete ? [] : [ListingDoubtKind.NoFinalReply], harness["many"].Outcome!.Doubts.Select(doubt => doubt.Kind));
        Assert.Equal(3, harness.Listings);
    }

    [Fact]
    public async Task A_listing_that_is_cut_off_says_so()
    {
        await using var harness = new WalkHarness(new LoopbackOptions { MaxListed = 50 });
        harness.Server.Files.AddSeries("/many", 60, 7);
        await harness.WalkAsync();
        Assert.Equal(ListingDoubtKind.SaidSo, Assert.Single(harness["many"].Outcome!.Doubts).Kind);
        Assert.True(harness[""].Outcome!.IsComplete);
    }

    [Theory]
    [InlineData(LimitPoint.Greeting421)]
    [InlineData(LimitPoint.Pass530)]
    public async Task A_server_with_room_for_two_is_walked_with_no_more(LimitPoint limit)
    {
        await using var harness = new WalkHarness(new LoopbackOptions { MaxConnections = 2, LimitPoint = limit, Shaping = new LinkShape { ReplyLatency = TimeSpan.FromMilliseconds(2) } });
        for (var i = 0; i < 20; i++) harness.Server.Files.AddText($"/d{i}/file", "text");
        await harness.WalkAsync();
        Assert.Equal(21, harness.Folders.Count);
        Assert.All(harness.Folders, folder => Assert.Null(folder.Problem));
        Assert.InRange(harness.Server.Log.PeakTransfers, 1, 2);
        Assert.InRange(harness.Server.Log.Refusals, 1, int.MaxValue);
        Assert.Equal(21, harness.Listings);
    }

    [Fact]
    public async Task A_server_that_ends_every_session_at_its_listing_is_given_up()
    {
        await using var harness = new WalkHarness(Fault.OnCommand("MLSD").Reply("421 Too busy."));
        await harness.WalkAsync();
        var problem = Assert.Single(harness.Folders).Problem!;
        Assert.Equal(FailureKind.ServerLimit, problem.Kind);
        Assert.Contains("421 Too busy.", problem.Message);
        Assert.Equal(8, harness.Listings);
    }

    [Fact]
    public async Task A_wrong_password_is_tried_once()
    {
        await using var harness = new WalkHarness(new LoopbackOptions { User = "kim", Password = "right" }) { Credential = new FtpCredential("kim", "wrong") };
        await harness.WalkAsync();
        var problem = Assert.Single(harness.Folders).Problem!;
        Assert.Equal(FailureKind.Login, problem.Kind);
        Assert.Equal(1, harness.Server.Log.CountOf("PASS"));
    }

    [Fact]
    public async Task A_root_that_is_not_there_is_a_problem_of_the_only_folder()
    {
        await using var harness = new WalkHarness();
        await harness.WalkAsync(want => want with { Root = WalkHarness.Path("missing") });
        Assert.Equal(FailureKind.NotFound, Assert.Single(harness.Folders).Problem!.Kind);
    }

    /// <summary>Not a minute of tries for each of the two hundred folders that are left.</summary>
    [Fact]
    public async Task A_server_that_is_gone_is_not_asked_for_every_folder()
    {
        await using var harness = new WalkHarness();
        for (var i = 0; i < 200; i++) harness.Server.Files.AddText($"/d{i:000}/file", "text");
        var gone = false;
        await harness.WalkAsync(want => want with { Parallel = 2 }, folder =>
        {
            if (gone || folder.Depth == 0) return false;
            gone = true;
            harness.Server.Inject(Fault.OnConnection().Reset());
            harness.Server.CloseControlConnections(CloseKind.Reset);
            return false;
        });

        Assert.Equal(201, harness.Folders.Count);
        var problems = harness.Folders.Select(folder => folder.Problem).OfType<TransferException>().ToList();
        Assert.InRange(problems.Count, 190, 199);
        Assert.All(problems, problem => Assert.Equal(FailureKind.Network, problem.Kind));
        Assert.InRange(problems.Count(problem => !problem.Message.Contains("because the server was lost before")), 1, 6);
    }

    [Fact]
    public async Task Whoever_stops_the_walk_leaves_nothing_running()
    {
        await using var harness = new WalkHarness(Fault.OnListing().OnPath("/slow").StallAfter(0));
        harness.Server.Files.AddText("/slow/file", "text");
        using var stop = new CancellationTokenSource();
        var walk = harness.WalkAsync(cancellationToken: stop.Token);
        await harness.Server.Log.WaitForAsync(log => log.Faults.Count == 1, CancellationToken.None);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => walk);
        Assert.Equal([""], harness.Paths);
        await harness.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None);
    }

    [Fact]
    public async Task Who_has_seen_enough_ends_it_by_leaving()
    {
        await using var harness = new WalkHarness(Fault.OnListing().OnPath("/slow").StallAfter(0));
        harness.Server.Files.AddText("/slow/file", "text");
        harness.Server.Files.AddText("/quick/file", "text");
        await harness.WalkAsync(enough: folder => folder.Relative.Text == "quick");
        await harness.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None);
    }
}
