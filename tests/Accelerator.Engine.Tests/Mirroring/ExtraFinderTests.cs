using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.TestKit;
using static Accelerator.Engine.Tests.Mirroring.PlannerBench;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>What is proven to be gone, and all that is not.</summary>
public sealed class ExtraFinderTests
{
    [Fact]
    public void What_a_whole_listing_does_not_show_is_gone()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a")], new() { ["a"] = Same, ["b"] = Same, [".c"] = Same, ["link"] = new(LocalKind.Link, 0, Modified) });
        Assert.Equal([".c", "b", "link"], bench.Extras);
        Assert.All(bench.Draft.Extras, extra => Assert.False(extra.IsFolder));
    }

    [Fact]
    public void What_a_listing_that_was_cut_off_does_not_show_is_not()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a")], new() { ["b"] = Same }, Outcome(isWhole: false));
        Assert.Empty(bench.Extras);
    }

    [Fact]
    public void Names_with_a_point_are_not_where_the_server_hides_them()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a")], new() { [".b"] = Same, ["%2Ec"] = Same, ["d"] = Same }, Outcome(showsDotNames: false));
        Assert.Equal(["d"], bench.Extras);
    }

    [Fact]
    public void This_programs_own_files_are_never_extras_and_what_a_transfer_left_only_without_its_file()
    {
        var bench = new PlannerBench();
        bench.Compare([File("a")], new() { [".ftpx-mirror"] = Same, [".ftpx-mirror.lock"] = Same, [".ftpx-mirror.new"] = Same, ["a.part"] = Same, ["a.part.journal"] = Same, ["a.part.journal.new"] = Same, ["b.part"] = Same });
        Assert.Equal(["b.part"], bench.Extras);
    }

    [Fact]
    public void A_name_that_is_listed_under_another_local_name_is_not_gone()
    {
        var bench = new PlannerBench();
        bench.Compare([File("A")], new() { ["A"] = Same, ["%41"] = Same });
        Assert.Empty(bench.Extras);
    }

    [Fact]
    public void A_folder_goes_whole_with_all_that_is_in_it()
    {
        using var folder = Tree("gone/a", "gone/b/c", "gone/b/d");
        var bench = new PlannerBench { Root = folder.Path };
        bench.Compare([File("a")], new() { ["gone"] = AFolder });
        Assert.Equal(new("gone", folder.File("gone"), IsFolder: true, 3, 30), Assert.Single(bench.Draft.Extras) with { Print = 0 });
    }

    [Fact]
    public void A_folder_with_something_that_is_not_wanted_stays_and_the_rest_goes()
    {
        using var folder = Tree("gone/a.txt", "gone/b/keep.log", "gone/b/d.txt", "gone/c/e.txt");
        var bench = new PlannerBench { Root = folder.Path, Filter = new() { Exclude = [Glob.Parse("*.log")] } };
        bench.Compare([File("a")], new() { ["gone"] = AFolder });
        Assert.Equal(["gone/a.txt", "gone/b/d.txt", "gone/c"], bench.Extras);
    }

    [Fact]
    public void Another_mirror_inside_a_folder_is_left_alone()
    {
        using var folder = Tree("gone/a.txt", "gone/.ftpx-mirror", "gone too/other/.ftpx-mirror.lock", "gone too/other/a.txt", "gone too/a.txt");
        var bench = new PlannerBench { Root = folder.Path };
        bench.Compare([File("a")], new() { ["gone"] = AFolder, ["gone too"] = AFolder });
        Assert.Equal(["gone too/a.txt"], bench.Extras);
        Assert.Equal("2 names are left out: another mirror keeps its files there, and nothing is deleted in it; the first is gone.", Assert.Single(bench.Draft.LeftOut.Sentences()));
    }

    [Fact]
    public void Another_mirror_in_a_folder_that_the_server_has_too_is_left_alone()
    {
        var bench = new PlannerBench { Depth = 1 };
        bench.Compare([File("a")], new() { ["a"] = Same, ["b"] = Same, [".ftpx-mirror.lock"] = Same });
        Assert.Empty(bench.Extras);
        Assert.Contains("another mirror", Assert.Single(bench.Draft.LeftOut.Sentences()));
    }

    // A path ends without its dots and blanks, so "x." would lead to x and delete that.
    [Fact]
    public void A_name_that_Windows_would_take_for_another_is_no_extra()
    {
        using var folder = Tree("gone/x");
        var bench = new PlannerBench { Root = folder.Path, Rules = NameRules.Windows };
        bench.Compare([File("x")], new() { ["x"] = Same, ["x."] = Same, ["x "] = Same, ["gone."] = AFolder, ["con"] = Same, ["nul.txt"] = Same, ["y"] = Same });
        Assert.Equal(["y"], bench.Extras);
        Assert.StartsWith("5 names are left out: the name cannot be written in a path here, so it is not deleted; ", Assert.Single(bench.Draft.LeftOut.Sentences()));
    }

    // .NET puts U+FFFD for what is no text in a name on Linux, and finds no such file.
    [Fact]
    public void A_name_that_is_no_text_is_no_extra()
    {
        var bench = new PlannerBench();
        bench.Compare([File("x")], new() { ["x\uFFFD"] = Same, ["x."] = Same });
        Assert.Equal(["x."], bench.Extras);
    }

    [Theory]
    [InlineData(0, "sub")]
    [InlineData(1, "$RECYCLE.BIN lost+found sub")]
    public void What_the_system_keeps_at_the_root_of_a_disk_is_none(int depth, string extras)
    {
        var bench = new PlannerBench { Depth = depth, Rules = NameRules.Windows };
        using var folder = Tree("$Recycle.Bin/x", "lost+found/x", "sub/x");
        bench.Compare([File("x")], new() { ["$RECYCLE.BIN"] = AFolder, ["lost+found"] = AFolder, ["sub"] = AFolder });
        Assert.Equal(extras.Split(' '), bench.Extras);
    }

    [Fact]
    public void A_link_is_left_out_with_the_folders_that_are()
    {
        var bench = new PlannerBench { Filter = new() { Exclude = [Glob.Parse("keep/")] } };
        bench.Compare([File("x")], new() { ["keep"] = new(LocalKind.Link, 0, Modified), ["other"] = new(LocalKind.Link, 0, Modified) });
        Assert.Equal(["other"], bench.Extras);
    }

    [Theory]
    [InlineData(0, "a")]
    [InlineData(1, "a gone/b")]
    [InlineData(2, "a gone")]
    public void Nothing_below_the_deepest_folder_that_is_entered_is_an_extra(int maxDepth, string extras)
    {
        using var folder = Tree("gone/b", "gone/c/d");
        var bench = new PlannerBench { Root = folder.Path, Filter = new() { MaxDepth = maxDepth } };
        bench.Compare([File("x")], new() { ["a"] = Same, ["gone"] = AFolder });
        Assert.Equal(extras.Split(' '), bench.Extras);
    }

    private static LocalEntry AFolder => new(LocalKind.Folder, 0, Modified);

    private static TempFolder Tree(params string[] files)
    {
        var folder = new TempFolder();
        foreach (var file in files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(folder.File(file))!);
            System.IO.File.WriteAllText(folder.File(file), "0123456789");
        }
        return folder;
    }
}
