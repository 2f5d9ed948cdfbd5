namespace Accelerator.Engine.Tests.Mirroring;

public sealed class ListingRunnerTests
{
    [Theory]
    [Each(0, 3_000)]
    public async Task Each_entry_is_given_out_once_although_the_session_is_lost_in_the_middle(long bytes)
    {
        await using var fixture = new WalkFixture(Fault.OnListing().First(2).ResetAfter(bytes, ""));
        fixture.Server.Files.AddSeries("/many", 100, 7);
        await using var runner = await OpenAsync(fixture);
        var names = new List<string>();
        var outcome = await runner.ListAsync(WalkFixture.Path("many"), Into(names), CancellationToken.None);
        Assert.Equal(3, fixture.Listings);
        Assert.Equal(Enumerable.Range(1, 100).Select(i => $"file-{i:0000000}.dat"), names);
        Assert.True(outcome.IsComplete);
    }

    [Theory]
    [InlineData("pub/file", EntryKind.File)]
    [InlineData("/pub/file", EntryKind.File)]
    [InlineData("pub", EntryKind.Folder)]
    [InlineData("/pub", EntryKind.Folder)]
    [InlineData("pub/other", null)]
    public async Task One_name_is_looked_up_in_the_folder_that_it_lies_in(string path, EntryKind? expected)
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddText("/pub/file", "text");
        await using var runner = await OpenAsync(fixture);
        var (entry, outcome) = await runner.FindAsync(WalkFixture.Path(path), CancellationToken.None);
        Assert.Equal(expected, entry?.Kind);
        Assert.True(outcome.IsComplete);
        Assert.Equal(1, fixture.Listings);
    }

    [Fact]
    public async Task A_caller_may_end_the_listing_and_no_session_is_left()
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddSeries("/many", 50_000, 7);
        await using (var runner = await OpenAsync(fixture))
        {
            await Assert.ThrowsAsync<IOException>(() => runner.ListAsync(WalkFixture.Path("many"), _ => throw new IOException("full"), CancellationToken.None));
            Assert.Equal(1, fixture.Listings);
        }
        await fixture.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None);
    }

    [Theory]
    [InlineData("pass/2026*/*_[12].nc", "pass/20261119/a_1.nc pass/20261119/a_2.nc pass/20261120/a_1.nc", 4)]
    [InlineData("pass/*/index", "pass/20261119/index", 4)]
    [InlineData("pass/20261119/*", "pass/20261119/a_1.nc pass/20261119/a_2.nc pass/20261119/a_3.nc pass/20261119/index", 1)]
    [InlineData("*/20261119/a_1.nc", "pass/20261119/a_1.nc", 2)]
    [InlineData("pass/*", "pass/latest", 1)]
    [InlineData("nothing*", "", 1)]
    [InlineData("/pass/20261120/*", "/pass/20261120/a_1.nc", 1)]
    public async Task A_pattern_costs_one_listing_of_each_folder_it_is_looked_for_in(string pattern, string files, int listings)
    {
        await using var fixture = Passes();
        var matches = await ExpandAsync(fixture, pattern);
        Assert.Equal(files, string.Join(' ', matches.Files.Select(match => match.Path.Text)));
        Assert.Empty(matches.Gaps);
        // "latest" is a link that may lead to a folder: the client asks, and it does not.
        Assert.InRange(fixture.Server.Log.Transfers.Count, 1, listings);
    }

    [Theory]
    [InlineData("pass/*", "pass/latest")]
    [InlineData("pass/new*/*", "pass/newest/a_1.nc")]
    public async Task A_link_to_a_folder_beside_it_is_a_folder(string pattern, string file)
    {
        await using var fixture = Passes();
        fixture.Server.Files.AddLink("/pass/newest", "20261120");
        Assert.Equal([file], (await ExpandAsync(fixture, pattern)).Files.Select(match => match.Path.Text));
    }

    [Theory]
    [InlineData(LoopbackFeatures.Usual, "20260102030405")]
    // A time from LIST is not reliable.
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, null)]
    public async Task Listed_facts_are_not_asked_again(LoopbackFeatures features, string? time)
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { Features = features });
        fixture.Server.Files.AddText("/pub/a", "text");
        fixture.Server.Files.AddText("/pub/empty", "");
        var matches = await ExpandAsync(fixture, "pub/*");
        Assert.Equal([new ListedFacts(4, time), new ListedFacts(0, time)], matches.Files.Select(match => match.Facts));
    }

    [Fact]
    public async Task A_matched_folder_that_is_refused_is_a_gap_and_one_that_was_named_a_failure()
    {
        await using var fixture = Passes(Fault.OnCommand("MLSD").OnPath("/pass/20261119").Reply("550 Permission denied."));
        var matches = await ExpandAsync(fixture, "pass/*/*");
        Assert.Equal(["pass/20261120/a_1.nc"], matches.Files.Select(match => match.Path.Text));
        Assert.Equal($"ftp://{fixture.Server.EndPoint}/pass/20261119 could not be opened. MLSD pass/20261119: 550 Permission denied. It is not a folder on the server, or this login may not open it.", Assert.Single(matches.Gaps));
        Assert.Equal(FailureKind.NotFound, (await Assert.ThrowsAsync<TransferException>(() => ExpandAsync(fixture, "pass/20261119/*"))).Kind);
    }

    [Fact]
    public async Task A_listing_that_is_cut_off_is_a_gap()
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { MaxListed = 50 });
        fixture.Server.Files.AddSeries("/many", 60, 7);
        var matches = await ExpandAsync(fixture, "many/*");
        Assert.Equal(50, matches.Files.Count);
        Assert.Contains("may be incomplete", Assert.Single(matches.Gaps));
    }

    /// <summary>As a mirror does.</summary>
    [Fact]
    public async Task Links_that_lead_to_no_file_are_skipped_with_a_sentence_and_no_gap()
    {
        await using var fixture = new WalkFixture();
        foreach (var name in (string[])["/pub/a.nc", "/other/file", "/other/folder/x"]) fixture.Server.Files.AddText(name, "text");
        fixture.Server.Files.AddLink("/pub/dangling", "/nowhere");
        fixture.Server.Files.AddLink("/pub/file", "/other/file");
        fixture.Server.Files.AddLink("/pub/folder", "/other/folder");
        var matches = await ExpandAsync(fixture, "/pub/*");
        Assert.Equal(["/pub/a.nc", "/pub/file"], matches.Files.Select(match => match.Path.Text));
        Assert.Empty(matches.Gaps);
        Assert.Equal(2, matches.Skipped.Count);
        Assert.StartsWith("/pub/dangling is a link that leads to no file, and is skipped (SIZE", matches.Skipped[0]);
        Assert.StartsWith("/pub/folder is a link", matches.Skipped[1]);
    }

    [Theory]
    [InlineData("/pub/*.nc", 0)]
    [InlineData("/pub/b*", 1)]
    public async Task A_refused_name_is_a_gap_only_of_a_pattern_that_it_matches(string pattern, int gaps)
    {
        await using var fixture = new WalkFixture(Fault.OnListing().SendInstead(FileContent.FromBytes("type=file;size=4; a.nc\r\ntype=file;size=4; b\rad.txt\r\n"u8)));
        fixture.Server.Files.AddText("/pub/a.nc", "text");
        Assert.Equal(gaps, (await ExpandAsync(fixture, pattern)).Gaps.Count);
    }

    [Fact]
    public async Task A_full_server_is_waited_for_with_one_sentence()
    {
        await using var fixture = Passes(Fault.OnConnection().First(3).Refuse("421 Too many users."));
        var (told, names) = (new List<string>(), new List<string>());
        await using var runner = await OpenAsync(fixture);
        runner.NotifyOfWait(told.Add);
        await runner.ListAsync(WalkFixture.Path("/pass/20261120"), Into(names), CancellationToken.None);
        Assert.Equal(["a_1.nc"], names);
        Assert.Matches(@" refuses all connections \(.*421 Too many users\)\. ftpx tries again for about a minute\.$", Assert.Single(told));
    }

    private static WalkFixture Passes(params Fault[] faults)
    {
        var fixture = new WalkFixture(faults);
        foreach (var name in (string[])["20261119/a_1.nc", "20261119/a_2.nc", "20261119/a_3.nc", "20261119/index", "20261120/a_1.nc"])
            fixture.Server.Files.AddText("/pass/" + name, "text");
        fixture.Server.Files.AddLink("/pass/latest", "20261119/a_1.nc");
        return fixture;
    }

    private static Func<ListingEntry, ValueTask> Into(List<string> names) => entry =>
    {
        names.Add(entry.Name.Text);
        return ValueTask.CompletedTask;
    };

    private static async Task<GlobMatches> ExpandAsync(WalkFixture fixture, string pattern)
    {
        await using var runner = await OpenAsync(fixture);
        return await new GlobExpansion(runner).FilesAsync(RemotePattern.Parse(pattern, FtpCharsets.Utf8)!, CancellationToken.None);
    }

    private static async Task<ListingRunner> OpenAsync(WalkFixture fixture) =>
        (await ListingRunner.OpenAsync(fixture.Request, fixture.Source, fixture.Time, CancellationToken.None)).AsKnown();
}
