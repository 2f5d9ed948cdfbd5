using static Accelerator.Engine.Tests.Mirroring.PlannerFixture;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Which local files are verifiably gone from the server, and which are not.</summary>
public sealed class ExtraFinderTests
{
    private readonly PlannerFixture _planner = new();

    [Theory]
    [InlineData("a", "a b .c", ".c b")]
    // The listing was cut off.
    [InlineData("a", "b", "", false)]
    // The server hides names with a dot.
    [InlineData("a", ".b %2Ec d", "d", true, false)]
    // Never this program's own files; the remains of a transfer only without its file.
    [InlineData("a", ".ftpx-mirror .ftpx-mirror.lock .ftpx-mirror.new a.part a.part.journal a.part.journal.new b.part", "b.part")]
    // Listed, and stored under another local name.
    [InlineData("A", "A %41", "")]
    // .NET substitutes U+FFFD for undecodable bytes of a name on Linux, and finds no such file.
    [InlineData("x", "x\uFFFD x.", "x.")]
    public void A_file_missing_from_a_complete_listing_is_an_extra(string listed, string here, string extras, bool isWhole = true, bool showsDotNames = true)
    {
        _planner.Compare([File(listed)], here.Split(' ').ToDictionary(name => name, _ => Same), Outcome(isWhole, showsDotNames));
        Assert.Equal(extras.Split(' ', StringSplitOptions.RemoveEmptyEntries), _planner.Extras);
        Assert.All(_planner.Draft.Extras, extra => Assert.False(extra.IsFolder));
    }

    [Fact]
    public void An_extra_folder_is_one_entry_with_all_its_contents()
    {
        using var folder = Tree("gone/a", "gone/b/c", "gone/b/d");
        _planner.Compare([File("a")], new() { ["gone"] = AFolder });
        Assert.Equal(new("gone", folder.File("gone"), IsFolder: true, 3, 30), Assert.Single(_planner.Draft.Extras) with { Print = 0 });
    }

    [Fact]
    public void A_folder_with_something_that_is_not_wanted_stays_and_the_rest_goes()
    {
        using var folder = Tree("gone/a.txt", "gone/b/keep.log", "gone/b/d.txt", "gone/c/e.txt");
        _planner.Filter = new() { Exclude = [Glob.Parse("*.log")] };
        _planner.Compare([File("a")], new() { ["gone"] = AFolder });
        Assert.Equal(["gone/a.txt", "gone/b/d.txt", "gone/c"], _planner.Extras);
    }

    [Fact]
    public void Another_mirror_inside_a_folder_is_left_alone()
    {
        using var folder = Tree("gone/a.txt", "gone/.ftpx-mirror", "gone too/other/.ftpx-mirror.lock", "gone too/other/a.txt", "gone too/a.txt");
        _planner.Compare([File("a")], new() { ["gone"] = AFolder, ["gone too"] = AFolder });
        Assert.Equal(["gone too/a.txt"], _planner.Extras);
        Assert.Equal("2 names are left out: another mirror uses this folder, so nothing in it is deleted; the first is gone.", Assert.Single(_planner.Draft.LeftOut.Sentences()));
    }

    [Fact]
    public void Another_mirror_in_a_folder_that_the_server_has_too_is_left_alone()
    {
        _planner.Depth = 1;
        _planner.Compare([File("a")], new() { ["a"] = Same, ["b"] = Same, [".ftpx-mirror.lock"] = Same });
        Assert.Empty(_planner.Extras);
        Assert.Contains("another mirror", Assert.Single(_planner.Draft.LeftOut.Sentences()));
    }

    // Windows strips trailing dots and blanks of a path, so "x." would resolve to x and delete that.
    [Fact]
    public void A_name_that_Windows_would_take_for_another_is_no_extra()
    {
        using var folder = Tree("gone/x");
        _planner.Rules = NameRules.Windows;
        _planner.Compare([File("x")], new() { ["x"] = Same, ["x."] = Same, ["x "] = Same, ["gone."] = AFolder, ["con"] = Same, ["nul.txt"] = Same, ["y"] = Same });
        Assert.Equal(["y"], _planner.Extras);
        Assert.StartsWith("5 names are left out: the name is not valid in a local path, so it is not deleted; ", Assert.Single(_planner.Draft.LeftOut.Sentences()));
    }

    [Theory]
    [InlineData(0, "sub")]
    [InlineData(1, "$RECYCLE.BIN lost+found sub")]
    public void System_folders_at_the_root_of_a_disk_are_not_extras(int depth, string extras)
    {
        _planner.Depth = depth;
        _planner.Rules = NameRules.Windows;
        using var folder = Tree("$Recycle.Bin/x", "lost+found/x", "sub/x");
        _planner.Compare([File("x")], new() { ["$RECYCLE.BIN"] = AFolder, ["lost+found"] = AFolder, ["sub"] = AFolder });
        Assert.Equal(extras.Split(' '), _planner.Extras);
    }

    [Fact]
    public void A_link_is_left_out_with_the_folders_that_are()
    {
        _planner.Filter = new() { Exclude = [Glob.Parse("keep/")] };
        _planner.Compare([File("x")], new() { ["keep"] = new(LocalKind.Link, 0, Modified), ["other"] = new(LocalKind.Link, 0, Modified) });
        Assert.Equal(("other", false), (Assert.Single(_planner.Draft.Extras).Path, _planner.Draft.Extras[0].IsFolder));
    }

    [Theory]
    [InlineData(0, "a")]
    [InlineData(1, "a gone/b")]
    [InlineData(2, "a gone")]
    public void Nothing_below_the_deepest_folder_that_is_entered_is_an_extra(int maxDepth, string extras)
    {
        using var folder = Tree("gone/b", "gone/c/d");
        _planner.Filter = new() { MaxDepth = maxDepth };
        _planner.Compare([File("x")], new() { ["a"] = Same, ["gone"] = AFolder });
        Assert.Equal(extras.Split(' '), _planner.Extras);
    }

    private static LocalEntry AFolder => new(LocalKind.Folder, 0, Modified);

    /// <summary>Creates the local root with these files.</summary>
    private TempFolder Tree(params string[] files)
    {
        var folder = new TempFolder();
        _planner.Root = folder.Path;
        foreach (var file in files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(folder.File(file))!);
            System.IO.File.WriteAllText(folder.File(file), "0123456789");
        }
        return folder;
    }
}
