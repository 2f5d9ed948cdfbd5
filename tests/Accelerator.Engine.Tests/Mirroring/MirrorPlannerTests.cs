using static Accelerator.Engine.Tests.Mirroring.PlannerFixture;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One folder after the other, without a server: names, targets and counts.</summary>
public sealed class MirrorPlannerTests
{
    private readonly PlannerFixture _planner = new();

    [Fact]
    public void Missing_files_are_new_and_equal_ones_are_counted()
    {
        _planner.Compare([File("a"), File("b"), File("c", 7)], new() { ["b"] = Same, ["c"] = Same });
        Assert.Equal(["a", "c"], _planner.Fetched);
        Assert.Equal([MirrorChange.New, MirrorChange.Changed], _planner.Draft.Fetches.Select(fetch => fetch.Change));
        Assert.Equal((1, 5), (_planner.Draft.SameFiles, _planner.Draft.SameBytes));
        Assert.Equal((3, 17), (_planner.Draft.FilesSeen, _planner.Draft.BytesSeen));
        Assert.True(_planner.Record.IsEmpty);
    }

    [Fact]
    public void A_fetch_carries_what_is_known()
    {
        _planner.Compare([File("a"), File("b", null)], []);
        Assert.Equal(new(5, "20260102030406"), _planner.Draft.Fetches[0].Item.Listed);
        Assert.Equal("/pub/a", _planner.Draft.Fetches[0].Item.Sources[0].Path.Text);
        Assert.Equal(Path.Combine(_planner.Root, "a"), _planner.Draft.Fetches[0].Item.TargetPath);
        Assert.Null(_planner.Draft.Fetches[1].Item.Listed);
    }

    [Fact]
    public void Only_a_long_file_has_replicas_under_the_same_path_below_their_roots()
    {
        _planner.Replicas = ["/mirror/pub/", ""];
        _planner.Compare([File("short", (16 << 20) - 1), File("long", 16 << 20), File("unknown", null)], []);
        Assert.Equal([1, 3, 1], _planner.Draft.Fetches.Select(fetch => fetch.Item.Sources.Count));
        Assert.Equal(["/pub/long", "/mirror/pub/long", "long"], _planner.Draft.Fetches[1].Item.Sources.Select(source => source.Path.Text));
        Assert.Equal(["host", "b0", "b1"], _planner.Draft.Fetches[1].Item.Sources.Select(source => source.Endpoint.Host));
    }

    [Fact]
    public void On_Windows_names_that_differ_in_case_get_a_name_each_and_a_local_name_is_found_in_any_case()
    {
        _planner.Rules = NameRules.Windows;
        _planner.Compare([File("A.bin"), File("a.bin"), File("Other"), File("con")], new() { ["A.BIN"] = Same, ["%41.bin"] = Same, ["other"] = Same });
        Assert.Equal(["%63on"], _planner.Fetched);
        Assert.Equal(3, _planner.Draft.SameFiles);
        Assert.Empty(_planner.Extras);
    }

    [Fact]
    public void On_Linux_names_that_differ_in_case_stay_unchanged()
    {
        _planner.Compare([File("A.bin"), File("a.bin"), File("con")], new() { ["A.bin"] = Same, ["a.bin"] = Same, ["CON"] = Same });
        Assert.Equal(["con"], _planner.Fetched);
        Assert.Equal(["CON"], _planner.Extras);
    }

    [Fact]
    public void A_file_that_is_called_like_another_while_that_is_fetched_gets_another_name()
    {
        _planner.Compare([File("x"), File("x.part"), File("x.part.journal"), File("y.part")], []);
        Assert.Equal(["x", "x%2Epart", "x%2Epart.journal", "y.part"], _planner.Fetched);
        Assert.Equal("/pub/x.part", _planner.Draft.Fetches[1].Item.Sources[0].Path.Text);
    }

    [Fact]
    public void A_name_listed_twice_is_one_file_and_two_names_that_look_alike_are_a_problem()
    {
        var korean = File("x") with { Name = FtpPath.FromBytes([0xC7, 0xD1], FtpCharsets.Find("cp949")!) };
        _planner.Compare([File("a"), File("a"), File("b"), File("b", 7), File("한"), korean], []);
        Assert.Equal(["a", "b", "한"], _planner.Fetched);
        // The second "b" is what remains of a name after its line end.
        Assert.Equal([5, null, 5], _planner.Draft.Fetches.Select(fetch => fetch.Size));
        Assert.Contains("two charsets", Assert.Single(_planner.Problems));
    }

    [Fact]
    public void A_name_that_is_too_long_for_the_disk_is_a_problem_of_that_file_alone()
    {
        var folders = _planner.Compare([File("a"), File(new string('b', 255)), File(new string('c', 256)), Folder(new string('d', 255)), Folder(new string('e', 256))], []);
        Assert.Equal(["a", new string('b', 255)], _planner.Fetched);
        Assert.Equal(255, Assert.Single(folders).LocalRelative.Length);
        Assert.Equal(2, _planner.Problems.Count(problem => problem.Contains("longer than")));
    }

    [Fact]
    public void A_place_that_is_taken_by_something_else_is_a_problem_and_nothing_is_touched()
    {
        var folders = _planner.Compare(
            [File("a"), Folder("b"), Folder("c"), Folder("d"), File("e")],
            new() { ["a"] = new(LocalKind.Folder, 0, Modified), ["b"] = Same, ["c"] = new(LocalKind.Link, 0, Modified), ["d"] = new(LocalKind.Folder, 0, Modified), ["e"] = new(LocalKind.Link, 0, Modified) });
        Assert.Equal(["d"], folders.Select(folder => folder.LocalRelative));
        Assert.Equal(3, _planner.Problems.Count);
        Assert.Contains("is a folder", _planner.Problems[0]);
        Assert.Contains("is a file", _planner.Problems[1]);
        Assert.Contains("is a link", _planner.Problems[2]);
        // The rename replaces the link itself.
        Assert.Equal("a link here, a file there", Assert.Single(_planner.Draft.Fetches).Why);
        Assert.Empty(_planner.Extras);
    }

    [Fact]
    public void Devices_and_this_programs_own_names_are_left_out()
    {
        _planner.Compare([File("a") with { Kind = EntryKind.Other }, File("b") with { Kind = EntryKind.Other }, File(".ftpx-mirror")], []);
        Assert.Empty(_planner.Fetched);
        Assert.Equal(
            ["2 names are left out: a device, a pipe or a socket has no content; the first is a.", ".ftpx-mirror is left out: ftpx uses that name for its own files."],
            _planner.Draft.LeftOut.Sentences());
    }

    [Fact]
    public void Patterns_select_what_is_downloaded_entered_and_deleted()
    {
        _planner.Filter = new() { Include = [Glob.Parse("*.zip")], Exclude = [Glob.Parse("old*")] };
        var folders = _planner.Compare(
            [File("a.zip"), File("a.txt"), File("old.zip"), Folder("old"), Folder("new")],
            new() { ["gone.zip"] = Same, ["gone.txt"] = Same, ["oldgone.zip"] = Same });
        Assert.Equal(["a.zip"], _planner.Fetched);
        Assert.Equal(2, _planner.Draft.Selection.Skipped);
        Assert.Equal(["new"], folders.Select(folder => folder.LocalRelative));
        Assert.Equal(["gone.zip"], _planner.Extras);
    }

    [Fact]
    public void Young_files_wait_and_old_ones_are_not_wanted()
    {
        var young = File("young") with { Time = ListingTime.Utc(Now.UtcDateTime.AddMinutes(-5), TimePrecision.Second) };
        _planner.Filter = new() { MinAge = TimeSpan.FromMinutes(10), NewerThan = Now.AddDays(-1) };
        _planner.Compare([young, File("old"), young with { Name = Name("clock"), Time = ListingTime.Local(Now.UtcDateTime, TimePrecision.Minute) }], new()
        {
            ["gone old"] = Same,
            ["gone young"] = Same with { ModifiedUtc = Now.UtcDateTime.AddMinutes(-5) },
            ["gone"] = Same with { ModifiedUtc = Now.UtcDateTime.AddHours(-5) },
        });
        Assert.Empty(_planner.Fetched);
        Assert.Equal((1, 1), (_planner.Draft.YoungFiles, _planner.Draft.Selection.Skipped));
        Assert.True(Assert.Single(_planner.Draft.Questions).IsAgeOpen);
        Assert.Equal(["gone"], _planner.Extras);
    }

    /// <summary>A local file that the filter does not select is not the mirror's: it is not deleted.</summary>
    [Fact]
    public void Size_and_time_filters_select_what_is_downloaded_and_deleted()
    {
        _planner.Filter = new() { MinSize = 5, MaxSize = 10, OlderThan = new DateTimeOffset(Modified) };
        _planner.Compare(
            [File("a"), File("small", 4), File("large", 11), File("unknown", null), File("timeless") with { Time = null }, File("late") with { Time = ListingTime.Utc(Modified.AddSeconds(1), TimePrecision.Second) }],
            new() { ["gone"] = Same, ["gone small"] = Same with { Size = 4 }, ["gone large"] = Same with { Size = 11 }, ["gone late"] = Same with { ModifiedUtc = Modified.AddSeconds(1) } });
        Assert.Equal(["a", "timeless"], _planner.Fetched);
        Assert.Equal(4, _planner.Draft.Finish(MirrorOrder.Path).UnwantedFiles);
        Assert.Equal(["gone"], _planner.Extras);
        Assert.Equal(
            ["1 file skipped, because the server lists no size (--min-size).", "1 file included, although the server lists no size or no time."], _planner.Draft.Finish(MirrorOrder.Path).LeftOut);
    }

    [Fact]
    public void Files_are_ordered_as_wanted_and_what_is_unknown_comes_last()
    {
        _planner.Compare([File("b", 1), File("a", 9), File("c", null) with { Time = null }, File("d", 5) with { Time = ListingTime.Utc(Modified.AddDays(1), TimePrecision.Second) }], []);
        Assert.Equal(["a", "b", "c", "d"], _planner.Draft.Finish(MirrorOrder.Path).Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["d", "a", "b", "c"], _planner.Draft.Finish(MirrorOrder.Newest).Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["b", "d", "a", "c"], _planner.Draft.Finish(MirrorOrder.Smallest).Fetches.Select(fetch => fetch.Path));
    }

    [Fact]
    public void A_name_that_is_not_text_does_not_count_as_gone()
    {
        var broken = File("x") with { Name = FtpPath.FromBytes([.. "caf"u8, 0xE9], FtpCharsets.Utf8) };
        _planner.Compare([broken], new() { ["caf%E9"] = Same, ["caf%E8"] = Same });
        Assert.Equal(1, _planner.Draft.SameFiles);
        Assert.Equal(["caf%E8"], _planner.Extras);
    }
}
