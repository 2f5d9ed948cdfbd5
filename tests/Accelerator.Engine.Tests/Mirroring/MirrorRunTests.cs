using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Whole mirrors, from a server that tells times (MLSD) and from one that does not (LIST).</summary>
public sealed class MirrorRunTests
{
    public static TheoryData<LoopbackFeatures> Servers => [LoopbackFeatures.Usual, MirrorHarness.ListOnly];

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task The_first_run_fetches_everything_and_the_second_lists_and_does_nothing_else(LoopbackFeatures features)
    {
        await using var mirror = new MirrorHarness(new LoopbackOptions { Features = features });
        mirror.Serve("/pub/a.txt", "one");
        mirror.Serve("/pub/sub/b.txt", "two");
        mirror.Serve("/pub/sub/deep/한글 c.txt", "three");
        mirror.Files.AddDirectory("/pub/empty");

        var result = await mirror.SucceedAsync();
        Assert.Equal(["New a.txt", "New sub/b.txt", "New sub/deep/한글 c.txt"], mirror.Fetches);
        Assert.Equal(4, result.Plan.Folders);
        Assert.Equal(["a.txt", "empty", "sub", "sub/b.txt", "sub/deep", "sub/deep/한글 c.txt"], mirror.Here);
        Assert.Equal("three", mirror.Text("sub/deep/한글 c.txt"));

        await mirror.SucceedAsync();
        Assert.Empty(mirror.Plan.Fetches);
        Assert.Empty(mirror.Plan.Extras);
        Assert.Equal((3, 11), (mirror.Plan.SameFiles, mirror.Plan.SameBytes));
        var verb = features.HasFlag(LoopbackFeatures.Mlst) ? "MLSD" : "LIST";
        Assert.Equal(4, mirror.Commands.Count);
        Assert.All(mirror.Commands, command => Assert.StartsWith(verb, command));
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task A_file_of_another_size_is_fetched_again(LoopbackFeatures features)
    {
        await using var mirror = new MirrorHarness(new LoopbackOptions { Features = features });
        mirror.Serve("/pub/a.txt", "one");
        mirror.Serve("/pub/b.txt", "two");
        await mirror.SucceedAsync();

        mirror.Serve("/pub/b.txt", "seven..");
        await mirror.SucceedAsync();
        Assert.Equal(["Changed b.txt (3 bytes here, 7 there)"], mirror.Fetches);
        Assert.Equal("seven..", mirror.Text("b.txt"));
        Assert.Equal("one", mirror.Text("a.txt"));
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task A_file_of_another_time_is_fetched_again(LoopbackFeatures features)
    {
        await using var mirror = new MirrorHarness(new LoopbackOptions { Features = features });
        mirror.Serve("/pub/a.txt", "one");
        mirror.Serve("/pub/b.txt", "two");
        await mirror.SucceedAsync();

        mirror.Serve("/pub/b.txt", "owt", LoopbackTree.DefaultModifiedUtc.AddDays(3));
        await mirror.SucceedAsync();
        Assert.Equal("b.txt", Assert.Single(mirror.Plan.Fetches).Path);
        Assert.Equal("owt", mirror.Text("b.txt"));
    }
}
