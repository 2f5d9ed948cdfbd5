using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Mirroring;

public sealed class ListingRunnerTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(3_000)]
    public async Task Each_entry_is_given_out_once_although_the_session_is_lost_in_the_middle(long bytes)
    {
        await using var harness = new WalkHarness(Fault.OnListing().First(2).ResetAfter(bytes, ""));
        harness.Server.Files.AddSeries("/many", 100, 7);
        await using var runner = await OpenAsync(harness);
        var names = new List<string>();
        var outcome = await runner.ListAsync(WalkHarness.Path("many"), Into(names), CancellationToken.None);
        Assert.Equal(3, harness.Listings);
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
        await using var harness = new WalkHarness();
        harness.Server.Files.AddText("/pub/file", "text");
        await using var runner = await OpenAsync(harness);
        var (entry, outcome) = await runner.FindAsync(WalkHarness.Path(path), CancellationToken.None);
        Assert.Equal(expected, entry?.Kind);
        Assert.True(outcome.IsComplete);
        Assert.Equal(1, harness.Listings);
    }

    [Fact]
    public async Task Who_takes_the_entries_may_end_it_and_no_session_is_left()
    {
        await using var harness = new WalkHarness();
        harness.Server.Files.AddSeries("/many", 50_000, 7);
        await using (var runner = await OpenAsync(harness))
        {
            await Assert.ThrowsAsync<IOException>(() => runner.ListAsync(WalkHarness.Path("many"), _ => throw new IOException("full"), CancellationToken.None));
            Assert.Equal(1, harness.Listings);
        }
        await harness.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None);
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
        await using var harness = Passes();
        await using var runner = await OpenAsync(harness);
        var matches = await new GlobExpansion(runner).FilesAsync(RemotePattern.Parse(pattern, FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal(files, string.Join(' ', matches.Files.Select(match => match.Path.Text)));
        Assert.Empty(matches.Gaps);
        // "latest" is a link, which may lead to a folder: it is asked for and is none.
        Assert.InRange(harness.Server.Log.Transfers.Count, 1, listings);
    }

    [Fact]
    public async Task A_link_to_a_folder_beside_it_is_a_folder()
    {
        await using var harness = Passes();
        harness.Server.Files.AddLink("/pass/newest", "20261120");
        await using var runner = await OpenAsync(harness);
        var expansion = new GlobExpansion(runner);
        var files = await expansion.FilesAsync(RemotePattern.Parse("pass/*", FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal(["pass/latest"], files.Files.Select(match => match.Path.Text));
        files = await expansion.FilesAsync(RemotePattern.Parse("pass/new*/*", FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal(["pass/newest/a_1.nc"], files.Files.Select(match => match.Path.Text));
    }

    [Fact]
    public async Task What_is_listed_need_not_be_asked_again()
    {
        await using var harness = Passes();
        harness.Server.Files.AddText("/pass/20261120/empty", "");
        await using var runner = await OpenAsync(harness);
        var matches = await new GlobExpansion(runner).FilesAsync(RemotePattern.Parse("pass/20261120/*", FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal([new ListedFacts(4, "20260102030405"), new ListedFacts(0, "20260102030405")], matches.Files.Select(match => match.Facts));
    }

    [Fact]
    public async Task A_time_of_LIST_is_none_to_rely_on()
    {
        await using var harness = new WalkHarness(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst });
        harness.Server.Files.AddText("/a", "text");
        await using var runner = await OpenAsync(harness);
        var matches = await new GlobExpansion(runner).FilesAsync(RemotePattern.Parse("*", FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal(new ListedFacts(4, null), Assert.Single(matches.Files).Facts);
    }

    [Fact]
    public async Task A_matched_folder_that_is_refused_is_a_gap_and_one_that_was_named_a_failure()
    {
        await using var harness = Passes(Fault.OnCommand("MLSD").OnPath("/pass/20261119").Reply("550 Permission denied."));
        await using var runner = await OpenAsync(harness);
        var expansion = new GlobExpansion(runner);
        var matches = await expansion.FilesAsync(RemotePattern.Parse("pass/*/*", FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal(["pass/20261120/a_1.nc"], matches.Files.Select(match => match.Path.Text));
        Assert.Equal($"ftp://{harness.Server.EndPoint}/pass/20261119 could not be listed. MLSD pass/20261119: 550 Permission denied.", Assert.Single(matches.Gaps));

        var failure = await Assert.ThrowsAsync<TransferException>(
            () => new GlobExpansion(runner).FilesAsync(RemotePattern.Parse("pass/20261119/*", FtpCharsets.Utf8)!, CancellationToken.None));
        Assert.Equal(FailureKind.NotFound, failure.Kind);
    }

    [Fact]
    public async Task A_listing_that_is_cut_off_is_a_gap()
    {
        await using var harness = new WalkHarness(new LoopbackOptions { MaxListed = 50 });
        harness.Server.Files.AddSeries("/many", 60, 7);
        await using var runner = await OpenAsync(harness);
        var matches = await new GlobExpansion(runner).FilesAsync(RemotePattern.Parse("many/*", FtpCharsets.Utf8)!, CancellationToken.None);
        Assert.Equal(50, matches.Files.Count);
        Assert.Contains("may be incomplete", Assert.Single(matches.Gaps));
    }

    private static WalkHarness Passes(params Fault[] faults)
    {
        var harness = new WalkHarness(faults);
        foreach (var name in (string[])["20261119/a_1.nc", "20261119/a_2.nc", "20261119/a_3.nc", "20261119/index", "20261120/a_1.nc"])
            harness.Server.Files.AddText("/pass/" + name, "text");
        harness.Server.Files.AddLink("/pass/latest", "20261119/a_1.nc");
        return harness;
    }

    private static Func<ListingEntry, ValueTask> Into(List<string> names) => entry =>
    {
        names.Add(entry.Name.Text);
        return ValueTask.CompletedTask;
    };

    private static Task<ListingRunner> OpenAsync(WalkHarness harness) =>
        ListingRunner.OpenAsync(harness.Request, harness.Source, harness.Time, CancellationToken.None);
}
