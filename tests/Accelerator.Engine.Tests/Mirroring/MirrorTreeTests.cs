namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Links, loops, names, filters: which part of a tree is fetched, and where to.</summary>
public sealed class MirrorTreeTests
{
    [Theory]
    [Each(NameRules.Linux, NameRules.Windows)]
    public async Task Names_with_a_backslash_and_names_as_long_as_the_disk_allows_are_mirrored_and_deleted_like_others(NameRules rules)
    {
        var (longest, slash) = (new string('x', 255), rules == NameRules.Windows ? "%5C" : "\\");
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = MirrorFixture.ListOnly }) { Rules = rules, Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) } };
        mirror.Serve("/pub/a\\b", "one");
        mirror.Serve("/pub/d\\e/f", "two");
        mirror.Serve($"/pub/{longest}", "three");
        await mirror.SucceedAsync();
        Assert.Equal([$"a{slash}b", $"d{slash}e", $"d{slash}e/f", longest], mirror.Here);

        mirror.Files.Remove("/pub/a\\b");
        // The remains of a stopped run under the long name.
        mirror.Put(Path.GetFileName(PartNames.SideFiles(longest)[0]), "thr");
        var result = await mirror.SucceedAsync();
        Assert.Equal([$"a{slash}b"], result.Deleted.Select(extra => extra.Path));
        Assert.Empty(mirror.Plan.Fetches);
    }

    [Fact]
    public async Task A_link_to_a_file_is_that_file_and_other_links_are_left_out()
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = MirrorFixture.ListOnly });
        mirror.Serve("/pub/releases/v1.txt", "one");
        mirror.Serve("/secret", "no");
        mirror.Files.AddLink("/pub/latest.txt", "releases/v1.txt");
        mirror.Files.AddLink("/pub/releases/again", "./v1.txt");
        mirror.Files.AddLink("/pub/all", "releases");
        mirror.Files.AddLink("/pub/out", "../secret");
        mirror.Files.AddLink("/pub/dangling", "nothing");
        await mirror.SucceedAsync();
        Assert.Equal(["latest.txt", "releases", "releases/again", "releases/v1.txt"], mirror.Here);
        Assert.Equal("one", mirror.Text("latest.txt"));
        Assert.Contains("RETR /pub/latest.txt", mirror.Commands);
        Assert.Equal(
            [
                "all is left out: a link to a folder that is mirrored in its own place.",
                "dangling is left out: a link to a target that was not listed.",
                "out is left out: a link to a target outside the mirrored folder.",
            ],
            mirror.Plan.LeftOut.Order(StringComparer.Ordinal));

        mirror.Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) };
        await mirror.SucceedAsync();
        Assert.Empty(mirror.Plan.Fetches);
        Assert.Empty(mirror.Plan.Extras);
    }

    [Fact]
    public async Task A_loop_is_not_entered_and_nothing_in_its_place_is_deleted()
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { LinksAsTargets = true }) { Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) } };
        mirror.Serve("/pub/x/sub/a", "one");
        mirror.Files.AddLink("/pub/x/sub/up", "..");
        mirror.Put("x/sub/up/mine", "x");
        await mirror.SucceedAsync();
        Assert.Equal(["x", "x/sub", "x/sub/a", "x/sub/up", "x/sub/up/mine"], mirror.Here);
        Assert.Contains("x/sub/up is a link on the server to one of its parent folders", Assert.Single(mirror.Plan.LeftOut));
    }

    [Fact]
    public async Task On_Windows_names_that_differ_in_case_come_side_by_side()
    {
        await using var mirror = new MirrorFixture { Rules = NameRules.Windows, Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) } };
        mirror.Serve("/pub/A.bin", "big");
        mirror.Serve("/pub/a.bin", "small");
        mirror.Serve("/pub/Sub/a:b", "colon");
        mirror.Serve("/pub/sub/c", "other");
        await mirror.SucceedAsync();
        Assert.Equal(["%41.bin", "%53ub", "%53ub/a%3Ab", "a.bin", "sub", "sub/c"], mirror.Here);
        await mirror.SucceedAsync();
        Assert.Equal((4, 0, 0), (mirror.Plan.SameFiles, mirror.Plan.Fetches.Count, mirror.Plan.Extras.Count));
    }

    [Fact]
    public async Task Patterns_and_depth_bound_what_is_listed_and_fetched()
    {
        await using var mirror = new MirrorFixture();
        foreach (var path in (string[])["a.zip", "a.txt", "sub/b.zip", "sub/deep/c.zip", "skip/d.zip"]) mirror.Serve("/pub/" + path, path);
        mirror.Adjust = request => request with { Filter = new FileFilter { Include = [Glob.Parse("*.zip")], Exclude = [Glob.Parse("skip/")], MaxDepth = 1 } };
        await mirror.SucceedAsync();
        Assert.Equal(["a.zip", "sub", "sub/b.zip"], mirror.Here);
        Assert.Equal(["MLSD /pub", "MLSD /pub/sub"], mirror.Commands.Where(command => command.StartsWith("MLSD", StringComparison.Ordinal)));
        Assert.Equal(1, mirror.Plan.UnwantedFiles);
    }

    [Fact]
    public async Task Files_that_may_be_young_are_checked_with_MDTM()
    {
        var now = TimeProvider.System.GetUtcNow();
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = MirrorFixture.ListOnly });
        mirror.Serve("/pub/young", "one", now.AddMinutes(-5));
        mirror.Serve("/pub/grown", "two", now.AddMinutes(-50));
        mirror.Serve("/pub/old", "three", now.AddDays(-50));
        mirror.Adjust = request => request with { Filter = new FileFilter { MinAge = TimeSpan.FromMinutes(30) } };
        await mirror.SucceedAsync();
        Assert.Equal(["grown", "old"], mirror.Here);
        Assert.Equal(1, mirror.Plan.YoungFiles);
        Assert.Equal(["MDTM /pub/grown", "MDTM /pub/young"], mirror.Commands.Where(command => command.StartsWith("MDTM", StringComparison.Ordinal) && !command.EndsWith("old", StringComparison.Ordinal)).Distinct().Order());
        Assert.Equal(now.AddMinutes(-50).ToUnixTimeSeconds(), new DateTimeOffset(File.GetLastWriteTimeUtc(mirror.Local("grown"))).ToUnixTimeSeconds());
    }

    [Fact]
    public async Task Files_are_fetched_in_the_order_that_is_wanted()
    {
        await using var mirror = new MirrorFixture();
        mirror.Serve("/pub/a", "1", LoopbackTree.DefaultModifiedUtc.AddDays(1));
        mirror.Serve("/pub/b", "333", LoopbackTree.DefaultModifiedUtc.AddDays(3));
        mirror.Serve("/pub/c", "22", LoopbackTree.DefaultModifiedUtc.AddDays(2));
        mirror.Adjust = request => request with { Order = MirrorOrder.Newest, Transfer = request.Transfer with { Streams = 1 } };
        await mirror.SucceedAsync();
        Assert.Equal(["RETR /pub/b", "RETR /pub/c", "RETR /pub/a"], mirror.Commands.Where(command => command.StartsWith("RETR", StringComparison.Ordinal)));
    }

    [Theory]
    [Each(LoopbackFeatures.Hash, LoopbackFeatures.Xcrc)]
    public async Task With_checksums_content_decides_and_not_time(LoopbackFeatures hash)
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual | hash });
        mirror.Serve("/pub/same", "one");
        mirror.Serve("/pub/rotten", "two");
        mirror.Serve("/pub/longer", "three");
        mirror.Put("same", "one");
        mirror.Put("rotten", "tvo", LoopbackTree.DefaultModifiedUtc.UtcDateTime);
        mirror.Put("longer", "3");
        mirror.Adjust = request => request with { Checksum = true };
        await mirror.SucceedAsync();
        Assert.Equal(["Changed longer (1 bytes here, 5 there)", $"Changed rotten (another {(hash == LoopbackFeatures.Hash ? "HASH SHA-256" : "XCRC")} there)"], mirror.Fetches);
        Assert.Equal("two", mirror.Text("rotten"));
    }

    [Fact]
    public async Task Checksums_that_the_server_cannot_give_are_refused_in_a_sentence()
    {
        await using var mirror = new MirrorFixture { Adjust = request => request with { Checksum = true } };
        mirror.Serve("/pub/a", "one");
        mirror.Put("a", "two");
        var refusal = await Assert.ThrowsAsync<TransferException>(() => mirror.RunAsync());
        Assert.Equal(FailureKind.Usage, refusal.Kind);
        Assert.Contains("offers no hash", refusal.Message);
        Assert.Equal("two", mirror.Text("a"));
    }
}
