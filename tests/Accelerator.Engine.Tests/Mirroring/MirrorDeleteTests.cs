namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Which local files a mirror deletes, and above all which it does not.</summary>
public sealed class MirrorDeleteTests
{
    [Fact]
    public async Task Files_gone_from_the_server_are_deleted_on_demand_and_shown_otherwise()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/sub/b", "two");
        mirror.Put("gone", "x");
        mirror.Put("sub/gone too", "xx");
        mirror.Put("old/one", "xxx");
        mirror.Put("old/deep/two", "xxxx");
        mirror.Adjust = request => request with { Delete = false };
        var result = await mirror.SucceedAsync();
        Assert.Equal(["gone", "old", "sub/gone too"], mirror.Plan.Extras.Select(extra => extra.Path));
        Assert.Equal((4, 10), (mirror.Plan.ExtraFiles, mirror.Plan.ExtraBytes));
        Assert.Empty(result.Deleted);
        Assert.Null(result.WhyNotDeleted);
        Assert.Equal(4 + 4 + 1, mirror.Here.Count);

        mirror.Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) };
        result = await mirror.SucceedAsync();
        Assert.Equal(mirror.Plan.Extras, result.Deleted);
        Assert.Equal(["a", "sub", "sub/b"], mirror.Here);
    }

    [Fact]
    public async Task A_link_is_deleted_itself_and_what_it_leads_to_stays()
    {
        await using var mirror = Fixture();
        mirror.Put("old/file", "x");
        Directory.CreateDirectory(mirror.Folder.File("outside"));
        await File.WriteAllTextAsync(mirror.Folder.File("outside/precious"), "x");
        File.CreateSymbolicLink(mirror.Local("link"), mirror.Folder.File("outside"));
        File.CreateSymbolicLink(mirror.Local("old/link"), mirror.Folder.File("outside"));
        File.CreateSymbolicLink(mirror.Local("old/link2"), mirror.Folder.File("outside/precious"));
        await mirror.SucceedAsync();
        Assert.Equal(["a"], mirror.Here);
        Assert.True(File.Exists(mirror.Folder.File("outside/precious")));
    }

    [Fact]
    public async Task A_listing_that_was_cut_off_deletes_nothing_and_fetches_what_it_shows()
    {
        await using var mirror = Fixture(new LoopbackOptions { MaxListed = 3 });
        foreach (var name in (string[])["b", "c", "d", "e"]) mirror.Serve($"/pub/{name}", name);
        mirror.Put("d", "d", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        mirror.Put("gone", "x");
        var result = await mirror.RunAsync();
        AssertNothingDeleted(mirror, result, ["a", "b", "c", "d", "gone"]);
        Assert.Contains("truncated", Assert.Single(result.Problems).Message);
    }

    [Fact]
    public async Task A_round_number_of_names_keeps_its_own_folder_from_deletions_and_no_other()
    {
        await using var mirror = Fixture();
        mirror.Files.AddSeries("/pub/round", 1000, 0);
        mirror.Put("round/gone", "x");
        mirror.Put("gone", "x");
        for (var i = 1; i <= 1000; i++) mirror.Put($"round/file-{i:0000000}.dat", "", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        var result = await mirror.SucceedAsync();
        Assert.Equal(["gone"], result.Deleted.Select(extra => extra.Path));
        Assert.Contains("exactly 1000 names", Assert.Single(mirror.Plan.LeftOut));
    }

    [Theory]
    [InlineData(66, true, "66 %")]
    [InlineData(67, true, null)]
    [InlineData(1, false, "1 file")]
    [InlineData(2, false, null)]
    [InlineData(null, false, "50 %")]
    public async Task A_plan_over_the_deletion_limit_deletes_nothing_and_reports_it(int? limit, bool isPercent, string? refusedBy)
    {
        await using var mirror = Fixture();
        mirror.Adjust = request => request with { Delete = true, MaxDelete = limit is { } value ? new DeleteLimit(value, isPercent) : new MirrorRequest { Source = request.Source, TargetRoot = "", Transfer = request.Transfer }.MaxDelete };
        mirror.Serve("/pub/new", "x");
        mirror.Put("a", "one", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        mirror.Put("gone", "x");
        mirror.Put("old/gone", "x");
        var refusal = refusedBy is null ? null : $"Nothing is deleted: 2 of 3 local files (66.7 %) are not in the server's listings, and --max-delete allows {refusedBy}. "
            + "A truncated listing looks the same. If these files were removed on the server, run the command again with --max-delete 2.";
        Assert.Equal(refusal, (await mirror.PlanAsync()).Problems.SingleOrDefault()?.Message);

        var result = await mirror.RunAsync();
        Assert.Equal(refusal, result.WhyNotDeleted);
        Assert.Equal(refusal is null ? [] : [new MirrorProblem("", FailureKind.Verification, refusal)], result.Problems);
        Assert.Equal(refusal is null ? ["a", "new"] : ["a", "gone", "new", "old", "old/gone"], mirror.Here);
    }

    [Fact]
    public async Task A_listing_that_broke_off_deletes_nothing()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/long enough to be cut", "x");
        mirror.Put("gone", "x");
        mirror.Server.Inject(Fault.OnListing().EndShortAfter(80));
        var result = await mirror.RunAsync();
        Assert.False(result.Succeeded);
        Assert.True(File.Exists(mirror.Local("gone")));
        Assert.NotEmpty(mirror.Server.Log.Faults);
    }

    [Theory]
    [Each(true, false)]
    public async Task Names_with_a_point_that_the_server_may_hide_stay(bool hides)
    {
        await using var mirror = Fixture(new LoopbackOptions { Features = MirrorFixture.ListOnly, HideDotNames = hides });
        mirror.Serve("/pub/.there", "x");
        mirror.Put(".hidden", "x");
        mirror.Put("gone", "x");
        await mirror.SucceedAsync();
        Assert.Equal(hides ? [".hidden", "a"] : [".there", "a"], mirror.Here);
    }

    [Fact]
    public async Task If_a_folder_cannot_be_listed_the_others_are_downloaded_and_nothing_is_deleted()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/bad/b", "two");
        mirror.Serve("/pub/good/c", "three");
        mirror.Put("bad/mine", "x");
        mirror.Put("gone", "x");
        mirror.Server.Inject(Fault.OnCommand("MLSD").OnPath("/pub/bad").Reply("550 No."));
        mirror.Server.Inject(Fault.OnCommand("CWD").OnPath("/pub/bad").Reply("550 No."));
        var result = await mirror.RunAsync();
        AssertNothingDeleted(mirror, result, ["a", "bad", "bad/mine", "gone", "good", "good/c"]);
        Assert.Equal("Nothing was deleted, because 1 folder could not be listed. Fix the reported problems and run the command again.", result.WhyNotDeleted);
        Assert.Equal(("bad", FailureKind.NotFound), (result.Problems[0].Path, result.Problems[0].Kind));
        Assert.Contains(mirror.Notices, notice => notice.Contains("/pub/bad"));
        Assert.Equal(["gone"], mirror.Plan.Extras.Select(extra => extra.Path));
    }

    [Fact]
    public async Task If_every_folder_was_listed_the_reason_for_deleting_nothing_does_not_say_that_one_was_not()
    {
        await using var mirror = Fixture();
        mirror.Put("a/mine", "x");
        mirror.Put("gone", "x");
        var result = await mirror.RunAsync();
        AssertNothingDeleted(mirror, result, ["a", "a/mine", "gone"]);
        Assert.Contains("a file on the server", Assert.Single(result.Problems).Message);
        Assert.Equal("Nothing was deleted, because not everything could be compared reliably. Fix the reported problems and run the command again.", result.WhyNotDeleted);
    }

    [Fact]
    public async Task Nothing_is_deleted_when_a_file_could_not_be_fetched()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/b", "two");
        mirror.Put("gone", "x");
        mirror.Server.Inject(Fault.OnCommand("RETR").OnPath("/pub/b").Reply("550 No."));
        var result = await mirror.RunAsync();
        AssertNothingDeleted(mirror, result, ["a", "gone"]);
        Assert.Contains("1 of 2 files", result.WhyNotDeleted);
    }

    [Fact]
    public async Task A_file_changed_since_the_plan_stays()
    {
        await using var mirror = Fixture();
        mirror.Put("file", "x");
        mirror.Put("grown", "x");
        mirror.Put("folder/inside", "x");
        mirror.Put("moved/inside", "x");
        mirror.Put("fine", "x");
        await using (var runner = await mirror.OpenAsync())
        {
            var plan = await runner.PlanAsync(CancellationToken.None);
            Assert.Equal(5, plan.Extras.Count);
            File.Delete(mirror.Local("file"));
            mirror.Put("file/now a folder", "x");
            mirror.Put("grown", "xx");
            mirror.Put("folder/another", "x");
            Directory.Move(mirror.Local("moved"), mirror.Folder.File("outside"));
            File.CreateSymbolicLink(mirror.Local("moved"), mirror.Folder.File("outside"));
            var result = await runner.RunAsync(plan, CancellationToken.None);
            Assert.Equal(["fine"], result.Deleted.Select(extra => extra.Path));
            Assert.Equal(["file", "folder", "grown", "moved"], result.Problems.Select(problem => problem.Path));
            Assert.False(result.Succeeded);
        }
        Assert.Equal(["a", "file", "file/now a folder", "folder", "folder/another", "folder/inside", "grown", "moved", "moved/inside"], mirror.Here);
        Assert.True(File.Exists(mirror.Folder.File("outside/inside")));
    }

    [Fact]
    public async Task An_entry_rewritten_with_the_same_size_after_planning_is_not_deleted()
    {
        await using var mirror = Fixture();
        mirror.Put("file", "x", Long);
        mirror.Put("folder/deep/inside", "x", Long);
        mirror.Put("link", "", Long);
        mirror.Put("fine", "x", Long);
        await using (var runner = await mirror.OpenAsync())
        {
            var plan = await runner.PlanAsync(CancellationToken.None);
            mirror.Put("file", "y");
            mirror.Put("folder/deep/inside", "y");
            File.Delete(mirror.Local("link"));
            File.CreateSymbolicLink(mirror.Local("link"), mirror.Folder.File("outside"));
            var result = await runner.RunAsync(plan, CancellationToken.None);
            Assert.Equal(["fine"], result.Deleted.Select(extra => extra.Path));
            Assert.Equal(["file", "folder", "link"], result.Problems.Select(problem => problem.Path));
            Assert.All(result.Problems, problem => Assert.Contains("changed after it was listed", problem.Message));
        }
        Assert.Equal(["a", "file", "folder", "folder/deep", "folder/deep/inside", "link"], mirror.Here);
    }

    // Also for a server with MLSD, whose mirror has nothing to record, and after runs that found nothing to do.
    [Theory]
    [Each(true, false)]
    public async Task A_folder_that_another_mirror_uses_stays_after_the_end_of_that_mirror(bool isMlsd)
    {
        await using var mirror = Fixture(isMlsd ? null : new LoopbackOptions { Features = MirrorFixture.ListOnly });
        var adjust = mirror.Adjust;
        mirror.Adjust = request => request with { TargetRoot = mirror.Local("other") };
        mirror.Put("other/a", "one", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        await mirror.SucceedAsync();
        Assert.Empty(mirror.Plan.Fetches);

        mirror.Adjust = adjust;
        mirror.Put("gone", "x");
        var result = await mirror.SucceedAsync();
        Assert.Equal(["gone"], result.Deleted.Select(extra => extra.Path));
        Assert.Equal(["a", "other", "other/.ftpx-mirror", "other/a"], mirror.Here);
        Assert.Equal("other is left out: another mirror uses this folder, so nothing in it is deleted.", Assert.Single(mirror.Plan.LeftOut));
    }

    // FAT, exFAT and SMB on Linux: a file of the mirror is there under its name in the other case.
    [Fact]
    public async Task On_a_volume_that_ignores_case_a_name_that_the_server_lists_in_another_case_stays()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/data/b", "two");
        mirror.Serve("/pub/readme", "x");
        mirror.Put(".FTPX-MIRROR", "");
        mirror.Put("Data/b", "two", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        mirror.Put("README", "x", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        mirror.Put("gone", "x");
        var result = await mirror.SucceedAsync();
        Assert.Equal(["gone"], result.Deleted.Select(extra => extra.Path));
        Assert.Equal(1, mirror.Plan.SameFiles);
        Assert.True(File.Exists(mirror.Local("Data/b")) && File.Exists(mirror.Local("README")));
        Assert.False(File.Exists(mirror.Local("readme")));
    }

    [Theory]
    [InlineData(true, new[] { "New %52EADME", "New a", "New readme" })]
    [InlineData(false, new[] { "New README", "New a", "New readme" })]
    public async Task On_a_volume_that_ignores_case_two_such_names_of_the_server_are_two_files(bool ignoresCase, string[] fetched)
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/README", "x");
        mirror.Serve("/pub/readme", "y");
        if (ignoresCase) mirror.Put(".FTPX-MIRROR.LOCK", "");
        await mirror.SucceedAsync();
        Assert.Equal(fetched, mirror.Plan.Fetches.Select(fetch => $"{fetch.Change} {Path.GetFileName(fetch.Item.TargetPath)}").Order(StringComparer.Ordinal));
    }

    // A disk that is not mounted on the server looks like this.
    [Fact]
    public async Task An_empty_folder_on_the_server_deletes_nothing_and_is_a_problem()
    {
        await using var mirror = Fixture();
        mirror.Files.AddDirectory("/empty");
        mirror.Remote = "/empty";
        mirror.Put("mine", "x");
        var result = await mirror.RunAsync();
        AssertNothingDeleted(mirror, result, ["mine"]);
        Assert.Equal(FailureKind.Verification, Assert.Single(result.Problems).Kind);

        File.Delete(mirror.Local("mine"));
        await mirror.SucceedAsync();
    }

    [Fact]
    public async Task A_run_that_was_stopped_deletes_nothing()
    {
        await using var mirror = Fixture();
        mirror.Put("gone", "x");
        mirror.Server.Inject(Fault.OnRetr().StallAfter(0));
        using var stop = new CancellationTokenSource();
        var run = mirror.RunAsync(stop.Token);
        await mirror.Server.Log.WaitForAsync(log => log.Retrievals.Count > 0, CancellationToken.None);
        await stop.CancelAsync();
        var result = await run;
        AssertNothingDeleted(mirror, result, ["gone"]);
        Assert.Contains("stopped", result.WhyNotDeleted);
    }

    private static DateTime Long => new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    private static void AssertNothingDeleted(MirrorFixture mirror, MirrorResult result, string[] here)
    {
        Assert.False(result.Succeeded);
        Assert.Empty(result.Deleted);
        Assert.StartsWith("Nothing was deleted", result.WhyNotDeleted);
        Assert.Equal(here, mirror.Here.Where(path => !path.Contains(".part")));
    }

    private static MirrorFixture Fixture(LoopbackOptions? options = null)
    {
        var mirror = new MirrorFixture(options) { Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) } };
        mirror.Serve("/pub/a", "one");
        return mirror;
    }
}
