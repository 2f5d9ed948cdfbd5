namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Walks during which something fails.</summary>
public sealed class WalkFailureTests
{
    [Fact]
    public async Task A_refused_folder_is_reported_and_the_walk_continues()
    {
        await using var fixture = new WalkFixture(Fault.OnCommand("MLSD").OnPath("/secret").Reply("550 Permission denied."));
        fixture.Server.Files.AddText("/secret/file", "text");
        fixture.Server.Files.AddText("/open/below/file", "text");
        await fixture.WalkAsync();

        Assert.Equal(["", "open", "open/below", "secret"], fixture.Paths.Order(StringComparer.Ordinal));
        var secret = fixture["secret"];
        Assert.Equal(FailureKind.NotFound, secret.Problem!.Kind);
        Assert.Equal($"ftp://{fixture.Server.EndPoint}/secret could not be opened. MLSD secret: 550 Permission denied. It is not a folder on the server, or this login may not open it.", secret.Problem.Message);
        Assert.Null(secret.Outcome);
        Assert.Empty(secret.Entries);
        // A refusal is not retried.
        Assert.Equal(4, fixture.Listings);
    }

    [Theory]
    [Each(0, 200)]
    public async Task A_session_that_is_lost_in_a_listing_is_replaced_and_the_listing_is_tried_again(long bytes)
    {
        await using var fixture = new WalkFixture(Fault.OnListing().OnPath("/many").First(2).ResetAfter(bytes, ""));
        fixture.Server.Files.AddSeries("/many", 100, 7);
        fixture.Server.Files.AddText("/other/file", "text");
        await fixture.WalkAsync();
        Assert.Equal(2, fixture.Server.Log.Faults.Count);
        Assert.Equal(100, fixture["many"].Entries.Count);
        Assert.Equal(100, fixture["many"].Entries.Distinct().Count());
        Assert.True(fixture["many"].Outcome!.IsComplete);
        Assert.Equal(5, fixture.Listings);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(int.MaxValue, false)]
    public async Task A_listing_without_its_final_reply_is_retried_once_and_then_marked_doubtful(int times, bool isComplete)
    {
        await using var fixture = new WalkFixture(Fault.OnListing().OnPath("/many").First(times).CloseControlAfter(200));
        fixture.Server.Files.AddSeries("/many", 100, 7);
        await fixture.WalkAsync();
        Assert.Equal(isComplete ? 1 : 2, fixture.Server.Log.Faults.Count);
        Assert.Equal(100, fixture["many"].Entries.Count);
        Assert.Equal(isComplete ? [] : [ListingDoubtKind.NoFinalReply], fixture["many"].Outcome!.Doubts.Select(doubt => doubt.Kind));
        Assert.Equal(3, fixture.Listings);
    }

    [Fact]
    public async Task If_the_server_never_sends_a_final_reply_only_one_folder_is_listed_again()
    {
        await using var fixture = new WalkFixture(Fault.OnListing().CloseControlAfter(1000));
        foreach (var folder in "abc") fixture.Server.Files.AddSeries($"/{folder}", 100, 7);
        await fixture.WalkAsync(want => want with { Parallel = 1 });
        Assert.Equal(5, fixture.Listings);
        Assert.All("abc", folder => Assert.Equal(ListingDoubtKind.NoFinalReply, Assert.Single(fixture[$"{folder}"].Outcome!.Doubts).Kind));
    }

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530)]
    public async Task A_server_with_room_for_two_is_walked_with_no_more(LimitPoint limit)
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { MaxConnections = 2, LimitPoint = limit, Shaping = new LinkShape { ReplyLatency = TimeSpan.FromMilliseconds(2) } }) { Time = new WalkTime(60) };
        for (var i = 0; i < 20; i++) fixture.Server.Files.AddText($"/d{i}/file", "text");
        await fixture.WalkAsync();
        Assert.Equal(21, fixture.Folders.Count);
        Assert.All(fixture.Folders, folder => Assert.Null(folder.Problem));
        Assert.InRange(fixture.Server.Log.PeakTransfers, 1, 2);
        Assert.InRange(fixture.Server.Log.Refusals, 1, int.MaxValue);
        Assert.Equal(21, fixture.Listings);
    }

    [Theory]
    [InlineData("a limit at each listing", FailureKind.ServerLimit, "MLSD", 8)]
    [InlineData("a wrong password", FailureKind.Login, "PASS", 1)]
    [InlineData("no such folder", FailureKind.NotFound, "MLSD", 1)]
    public async Task A_root_that_cannot_be_listed_gives_a_single_folder_with_a_problem(string why, FailureKind kind, string verb, int times)
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { User = "kim", Password = "right" }) { Credential = new FtpCredential("kim", why == "a wrong password" ? "wrong" : "right"), Time = new WalkTime(60) };
        if (why == "a limit at each listing") fixture.Server.Inject(Fault.OnCommand("MLSD").Reply("421 Too busy."));
        await fixture.WalkAsync(want => want with { Root = WalkFixture.Path(why == "no such folder" ? "missing" : "") });
        var problem = Assert.Single(fixture.Folders).Problem!;
        Assert.Equal((kind, times), (problem.Kind, fixture.Server.Log.CountOf(verb)));
        if (kind == FailureKind.ServerLimit) Assert.Contains("421 Too busy.", problem.Message);
    }

    /// <summary>The remaining two hundred folders do not cost a minute of retries each.</summary>
    [Fact]
    public async Task A_server_that_is_gone_is_not_asked_for_every_folder()
    {
        await using var fixture = new WalkFixture { Time = new WalkTime(300) };
        for (var i = 0; i < 200; i++) fixture.Server.Files.AddText($"/d{i:000}/file", "text");
        var gone = false;
        await fixture.WalkAsync(want => want with { Parallel = 2 }, folder =>
        {
            if (gone || folder.Depth == 0) return false;
            gone = true;
            fixture.Server.Inject(Fault.OnConnection().Reset());
            fixture.Server.CloseControlConnections(CloseKind.Reset);
            return false;
        });

        Assert.Equal(201, fixture.Folders.Count);
        var problems = fixture.Folders.Select(folder => folder.Problem).OfType<TransferException>().ToList();
        Assert.InRange(problems.Count, 190, 199);
        Assert.All(problems, problem => Assert.Equal(FailureKind.Network, problem.Kind));
        Assert.InRange(problems.Count(problem => !problem.Message.Contains("because the connection to the server was lost")), 1, 6);
    }

    [Fact]
    public async Task A_cancelled_walk_leaves_no_connection_open()
    {
        await using var fixture = new WalkFixture(Fault.OnListing().OnPath("/slow").StallAfter(0));
        fixture.Server.Files.AddText("/slow/file", "text");
        using var stop = new CancellationTokenSource();
        var walk = fixture.WalkAsync(cancellationToken: stop.Token);
        await fixture.Server.Log.WaitForAsync(log => log.Faults.Count == 1, CancellationToken.None);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => walk);
        Assert.Equal([""], fixture.Paths);
        await fixture.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None);
    }

    [Fact]
    public async Task A_caller_ends_the_walk_by_leaving_the_loop()
    {
        await using var fixture = new WalkFixture(Fault.OnListing().OnPath("/slow").StallAfter(0));
        fixture.Server.Files.AddText("/slow/file", "text");
        fixture.Server.Files.AddText("/quick/file", "text");
        await fixture.WalkAsync(enough: folder => folder.Relative.Text == "quick");
        await fixture.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None);
    }
}
