using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using static Accelerator.Engine.Tests.Mirroring.PlannerBench;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>One folder after the other, without a server: names, places, and what is counted.</summary>
public sealed class MirrorPlannerTests
{
    [Fact]
    public void What_is_not_here_is_new_and_what_is_the_same_is_counted()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a"), File("b"), File("c", 7)], new() { ["b"] = Same, ["c"] = Same });
        Assert.Equal(["a", "c"], bench.Fetched);
        Assert.Equal([MirrorChange.New, MirrorChange.Changed], bench.Draft.Fetches.Select(fetch => fetch.Change));
        Assert.Equal((1, 5), (bench.Draft.SameFiles, bench.Draft.SameBytes));
        Assert.Equal((3, 17), (bench.Draft.FilesSeen, bench.Draft.BytesSeen));
        Assert.True(bench.Record.IsEmpty);
    }

    [Fact]
    public void A_fetch_carries_what_is_known()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a"), File("b", null)], []);
        Assert.Equal(new(5, "20260102030406"), bench.Draft.Fetches[0].Item.Listed);
        Assert.Equal("/pub/a", bench.Draft.Fetches[0].Item.Sources[0].Path.Text);
        Assert.Equal(Path.Combine(bench.Root, "a"), bench.Draft.Fetches[0].Item.TargetPath);
        Assert.Null(bench.Draft.Fetches[1].Item.Listed);
    }

    [Fact]
    public void Only_a_long_file_has_replicas_under_the_same_path_below_their_roots()
    {
        var bench = new PlannerBench { Replicas = ["/mirror/pub/", ""] };
        bench.Compare([File("short", (16 << 20) - 1), File("long", 16 << 20), File("unknown", null)], []);
        Assert.Equal([1, 3, 1], bench.Draft.Fetches.Select(fetch => fetch.Item.Sources.Count));
        Assert.Equal(["/pub/long", "/mirror/pub/long", "long"], bench.Draft.Fetches[1].Item.Sources.Select(source => source.Path.Text));
        Assert.Equal(["host", "b0", "b1"], bench.Draft.Fetches[1].Item.Sources.Select(source => source.Endpoint.Host));
    }

    [Fact]
    public void On_Windows_names_that_differ_in_case_get_a_name_each_and_a_local_name_is_found_in_any_case()
    {
        var bench = new PlannerBench { Rules = NameRules.Windows };
        bench.Compare([File("A.bin"), File("a.bin"), File("Other"), File("con")], new() { ["A.BIN"] = Same, ["%41.bin"] = Same, ["other"] = Same });
        Assert.Equal(["%63on"], bench.Fetched);
        Assert.Equal(3, bench.Draft.SameFiles);
        Assert.Empty(bench.Extras);
    }

    [Fact]
    public void On_Linux_they_are_what_they_are()
    {
        var bench = new PlannerBench();
        bench.Compare([File("A.bin"), File("a.bin"), File("con")], new() { ["A.bin"] = Same, ["a.bin"] = Same, ["CON"] = Same });
        Assert.Equal(["con"], bench.Fetched);
        Assert.Equal(["CON"], bench.Extras);
    }

    [Fact]
    public void A_file_that_is_called_like_another_while_that_is_fetched_gets_another_name()
    {
        var bench = new PlannerBench();
        bench.Compare([File("x"), File("x.part"), File("x.part.journal"), File("y.part")], []);
        Assert.Equal(["x", "x%2Epart", "x%2Epart.journal", "y.part"], bench.Fetched);
        Assert.Equal("/pub/x.part", bench.Draft.Fetches[1].Item.Sources[0].Path.Text);
    }

    [Fact]
    public void What_is_listed_twice_is_one_and_what_only_reads_alike_is_a_problem()
    {
        var korean = File("x") with { Name = FtpPath.FromBytes([0xC7, 0xD1], FtpCharsets.Find("cp949")!) };
        var bench = new PlannerBench();
        bench.Compare([File("a"), File("a"), File("한"), korean], []);
        Assert.Equal(["a", "한"], bench.Fetched);
        Assert.Contains("two charsets", Assert.Single(bench.Problems));
    }

    [Fact]
    public void A_name_that_is_too_long_for_the_disk_is_a_problem_of_that_file_alone()
    {
        var bench = new PlannerBench();
        var folders = bench.Compare([File("a"), File(new string('b', LocalName.Longest)), File(new string('c', LocalName.Longest + 1)), Folder(new string('d', 255)), Folder(new string('e', 256))], []);
        Assert.Equal(["a", new string('b', LocalName.Longest)], bench.Fetched);
        Assert.Equal(255, Assert.Single(folders).LocalRelative.Length);
        Assert.Equal(2, bench.Problems.Count(problem => problem.Contains("longer than")));
    }

    [Fact]
    public void A_place_that_is_taken_by_something_else_is_a_problem_and_nothing_is_touched()
    {
        var bench = new PlannerBench();
        var folders = bench.Compare(
            [File("a"), Folder("b"), Folder("c"), Folder("d"), File("e")],
            new() { ["a"] = new(LocalKind.Folder, 0, Modified), ["b"] = Same, ["c"] = new(LocalKind.Link, 0, Modified), ["d"] = new(LocalKind.Folder, 0, Modified), ["e"] = new(LocalKind.Link, 0, Modified) });
        Assert.Equal(["d"], folders.Select(folder => folder.LocalRelative));
        Assert.Equal(3, bench.Problems.Count);
        Assert.Contains("is a folder", bench.Problems[0]);
        Assert.Contains("is a file", bench.Problems[1]);
        Assert.Contains("is a link", bench.Problems[2]);
        // The rename replaces the link itself.
        Assert.Equal("a link here, a file there", Assert.Single(bench.Draft.Fetches).Why);
        Assert.Empty(bench.Extras);
    }

    [Fact]
    public void Devices_and_this_programs_own_names_are_left_out()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a") with { Kind = EntryKind.Other }, File("b") with { Kind = EntryKind.Other }, File(".ftpx-mirror")], []);
        Assert.Empty(bench.Fetched);
        Assert.Equal(
            ["2 names are left out: a device, a pipe or a socket holds nothing to fetch; the first is a.", ".ftpx-mirror is left out: this program keeps its own files under that name here."],
            bench.Draft.LeftOut.Sentences());
    }

    [Fact]
    public void Patterns_say_what_is_fetched_entered_and_deleted()
    {
        var bench = new PlannerBench { Filter = new() { Include = [Glob.Parse("*.zip")], Exclude = [Glob.Parse("old*")] } };
        var folders = bench.Compare(
            [File("a.zip"), File("a.txt"), File("old.zip"), Folder("old"), Folder("new")],
            new() { ["gone.zip"] = Same, ["gone.txt"] = Same, ["oldgone.zip"] = Same });
        Assert.Equal(["a.zip"], bench.Fetched);
        Assert.Equal(2, bench.Draft.UnwantedFiles);
        Assert.Equal(["new"], folders.Select(folder => folder.LocalRelative));
        Assert.Equal(["gone.zip"], bench.Extras);
    }

    [Fact]
    public void Young_files_wait_and_old_ones_are_not_wanted()
    {
        var young = File("young") with { Time = ListingTime.Utc(Now.UtcDateTime.AddMinutes(-5), TimePrecision.Second) };
        var bench = new PlannerBench { Filter = new() { MinAge = TimeSpan.FromMinutes(10), NewerThan = Now.AddDays(-1) } };
        bench.Compare([young, File("old"), young with { Name = Name("clock"), Time = ListingTime.Local(Now.UtcDateTime, TimePrecision.Minute) }], new()
        {
            ["gone old"] = Same,
            ["gone young"] = Same with { ModifiedUtc = Now.UtcDateTime.AddMinutes(-5) },
            ["gone"] = Same with { ModifiedUtc = Now.UtcDateTime.AddHours(-5) },
        });
        Assert.Empty(bench.Fetched);
        Assert.Equal((1, 1), (bench.Draft.YoungFiles, bench.Draft.UnwantedFiles));
        Assert.True(Assert.Single(bench.Draft.Questions).IsAgeOpen);
        Assert.Equal(["gone"], bench.Extras);
    }

    [Fact]
    public void Files_are_ordered_as_wanted_and_what_is_unknown_comes_last()
    {
        var bench = new PlannerBench();
        bench.Compare([File("b", 1), File("a", 9), File("c", null) with { Time = null }, File("d", 5) with { Time = ListingTime.Utc(Modified.AddDays(1), TimePrecision.Second) }], []);
        Assert.Equal(["a", "b", "c", "d"], bench.Draft.Finish(MirrorOrder.Path).Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["d", "a", "b", "c"], bench.Draft.Finish(MirrorOrder.Newest).Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["b", "d", "a", "c"], bench.Draft.Finish(MirrorOrder.Smallest).Fetches.Select(fetch => fetch.Path));
    }

    [Fact]
    public void A_name_that_is_no_text_is_not_taken_for_gone()
    {
        var broken = File("x") with { Name = FtpPath.FromBytes([.. "caf"u8, 0xE9], FtpCharsets.Utf8) };
        var bench = new PlannerBench();
        bench.Compare([broken], new() { ["caf%E9"] = Same, ["caf%E8"] = Same });
        Assert.Equal(1, bench.Draft.SameFiles);
        Assert.Equal(["caf%E8"], bench.Extras);
    }
}
