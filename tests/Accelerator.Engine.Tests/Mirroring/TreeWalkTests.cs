namespace Accelerator.Engine.Tests.Mirroring;

public sealed class TreeWalkTests
{
    private static readonly LoopbackFeatures WithoutMlsd = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst;

    [Theory]
    [InlineData(LoopbackFeatures.Usual, LoopbackListForm.Unix)]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, LoopbackListForm.Unix)]
    [InlineData(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, LoopbackListForm.Dos)]
    public async Task Every_folder_is_listed_once_after_the_one_it_is_in(LoopbackFeatures features, LoopbackListForm form)
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { Features = features, ListForm = form });
        for (var i = 0; i < 40; i++) fixture.Server.Files.AddText($"/d{i % 4}/ sub {i}/x{i}/file", "text");
        fixture.Server.Files.AddText(LoopbackPath.FromUtf8("/한글 폴더/파일"), "text");
        await fixture.WalkAsync();

        Assert.Equal(1 + 4 + 40 + 40 + 1, fixture.Folders.Count);
        Assert.Equal(fixture.Folders.Count, fixture.Paths.Distinct().Count());
        Assert.Equal(fixture.Folders.Count, fixture.Listings);
        Assert.All(fixture.Folders, folder => Assert.Null(folder.Problem));
        Assert.All(fixture.Folders, folder => Assert.DoesNotContain(folder.Outcome!.Doubts, doubt => doubt.Kind != ListingDoubtKind.UncertainNames));
        Assert.All(fixture.Folders.Skip(1), folder => Assert.Contains(Parent(folder.Relative.Text), fixture.Paths.TakeWhile(path => path != folder.Relative.Text)));
        Assert.All(fixture.Folders, folder => Assert.Equal(folder.Relative.IsEmpty ? 0 : folder.Relative.Text.Count(c => c == '/') + 1, folder.Depth));
        Assert.Equal(["파일"], fixture["한글 폴더"].Entries.Select(entry => entry.Name.Text));
        Assert.Equal(40, fixture.Folders.Sum(folder => folder.Entries.Count(entry => entry.Name.Text == "file")));
    }

    [Theory]
    [Each(1, 3)]
    public async Task No_more_folders_are_listed_side_by_side_than_are_asked_for(int parallel)
    {
        var time = new FakeTime();
        await using var fixture = new WalkFixture(new LoopbackOptions { TimeProvider = time }, Fault.OnListing().From(2).StallAfter(0, TimeSpan.FromMilliseconds(1))) { Time = TimeProvider.System };
        for (var i = 0; i < 12; i++) fixture.Server.Files.AddText($"/d{i}/file", "text");
        var walk = fixture.WalkAsync(want => want with { Parallel = parallel });
        await fixture.Server.Log.WaitForAsync(log => log.RunningTransfers == parallel && log.Faults.Count >= parallel, CancellationToken.None).SoonAsync();
        while (!walk.IsCompleted)
        {
            // The server's clock runs more slowly than real time, so that its own limits are far away on a busy machine.
            time.Advance(TimeSpan.FromMilliseconds(1));
            await Task.WhenAny(walk, Task.Delay(TimeSpan.FromMilliseconds(5)));
        }
        await walk;
        Assert.Equal(13, fixture.Folders.Count);
        Assert.Equal((parallel, parallel), (fixture.Server.Log.PeakTransfers, fixture.Server.Log.Logins));
    }

    [Theory]
    [InlineData("pub", "pub/a")]
    [InlineData("/pub", "/pub/a")]
    [InlineData("pub/", "pub/a")]
    [InlineData("/", "/pub")]
    public async Task The_walk_begins_at_the_given_root(string root, string child)
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddText("/pub/a/file", "text");
        await fixture.WalkAsync(want => want with { Root = WalkFixture.Path(root) });
        Assert.Equal(root, fixture.Folders[0].Path.Text);
        Assert.Equal(child, fixture.Folders[1].Path.Text);
        Assert.Equal(child.Split('/')[^1], fixture.Folders[1].Relative.Text);
    }

    [Theory]
    [InlineData(0, "")]
    [InlineData(1, " a")]
    [InlineData(2, " a a/b")]
    public async Task The_walk_stops_at_the_maximum_depth(int depth, string paths)
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddText("/a/b/c/file", "text");
        await fixture.WalkAsync(want => want with { MaxDepth = depth });
        Assert.Equal(paths.Split(' '), fixture.Paths);
        Assert.All(fixture.Folders, folder => Assert.Empty(folder.Unentered));
        Assert.Equal(depth + 1, fixture.Listings);
    }

    [Fact]
    public async Task Links_and_unwanted_folders_are_not_entered()
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddText("/a/b/file", "text");
        fixture.Server.Files.AddText("/c/file", "text");
        fixture.Server.Files.AddLink("/link", "c");
        fixture.Server.Files.AddLink("/c/up", "/");
        await fixture.WalkAsync(want => want with { Enters = path => path.Text != "a" });
        Assert.Equal(["", "c"], fixture.Paths);
        Assert.All(fixture.Folders, folder => Assert.Empty(folder.Unentered));
    }

    /// <summary>pyftpdlib lists a link as its target, with the target's <c>unique</c> fact.</summary>
    [Fact]
    public async Task A_folder_that_is_one_around_it_is_known_by_its_unique_and_not_entered()
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { LinksAsTargets = true });
        fixture.Server.Files.AddText("/pub/a/b/file", "text");
        fixture.Server.Files.AddLink("/pub/a/b/up", "/pub/a");
        fixture.Server.Files.AddLink("/pub/other", "/pub/a/b");
        await fixture.WalkAsync(want => want with { Root = WalkFixture.Path("pub") });

        // Two paths to one folder are no loop, but the folder around it is, by either path.
        Assert.Equal(["", "a", "a/b", "other", "other/up"], fixture.Paths.Order(StringComparer.Ordinal));
        Assert.Equal("a/b/up is a link on the server to one of its parent folders: it is not listed.", Assert.Single(fixture["a/b"].Unentered).Why);
        Assert.Equal(["other/up/b"], fixture["other/up"].Unentered.Select(left => left.Relative.Text));
    }

    /// <summary>IIS does not distinguish a link from a folder, and sends no <c>unique</c> fact either.</summary>
    [Fact]
    public async Task A_folder_with_the_files_of_one_around_it_is_a_circle()
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { Features = WithoutMlsd, LinksAsTargets = true, ListForm = LoopbackListForm.Dos });
        fixture.Server.Files.AddText("/pub/readme", "text");
        fixture.Server.Files.AddText("/pub/a/b/file", "text");
        fixture.Server.Files.AddLink("/pub/a/b/up", "/pub");
        await fixture.WalkAsync(want => want with { Root = WalkFixture.Path("pub") });

        Assert.Equal(["", "a", "a/b", "a/b/up"], fixture.Paths);
        Assert.Equal(
            "a/b/up/a is not listed: its content is the same as that of a parent folder, as with a link on the server.",
            Assert.Single(fixture["a/b/up"].Unentered).Why);
    }

    /// <summary>Folders 0 to 3 in folders 0 to 3, all created in one minute, are how many programs spread files: no loop.</summary>
    [Fact]
    public async Task Folders_with_the_names_of_those_around_them_are_entered()
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { Features = WithoutMlsd });
        for (var i = 0; i < 64; i++) fixture.Server.Files.AddText($"/{i / 16}/{i / 4 % 4}/{i % 4}/file", "text");
        await fixture.WalkAsync();
        Assert.Equal(1 + 4 + 16 + 64, fixture.Folders.Count);
        Assert.All(fixture.Folders, folder => Assert.Empty(folder.Unentered));
    }

    [Fact]
    public async Task A_circle_of_folders_without_a_file_ends_too()
    {
        await using var fixture = new WalkFixture(new LoopbackOptions { Features = WithoutMlsd, LinksAsTargets = true });
        fixture.Server.Files.AddDirectory("/pub/a");
        fixture.Server.Files.AddLink("/pub/a/up", "/pub");
        fixture.Server.Files.AddLink("/pub/b", "/pub/a");
        await fixture.WalkAsync();
        Assert.InRange(fixture.Folders.Count, 10, 500);
        Assert.NotEmpty(fixture.Folders.SelectMany(folder => folder.Unentered));
    }

    /// <summary>A server that invents a new folder wherever it is asked.</summary>
    [Fact]
    public async Task The_depth_is_limited_on_a_hostile_server()
    {
        await using var fixture = new WalkFixture();
        fixture.Server.Files.AddText(string.Concat(Enumerable.Range(0, 70).Select(i => $"/d{i}")) + "/file", "text");
        await fixture.WalkAsync();
        Assert.Equal(WalkRequest.DeepestEver + 1, fixture.Folders.Count);
        Assert.Contains("is not listed: it is 64 folders deep.", Assert.Single(fixture.Folders[^1].Unentered).Why);
    }

    private static string Parent(string path) => path.LastIndexOf('/') is >= 0 and var slash ? path[..slash] : "";
}
