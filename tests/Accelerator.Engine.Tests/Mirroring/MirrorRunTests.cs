namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Whole mirrors, from a server that reports times (MLSD) and from one that does not (LIST).</summary>
public sealed class MirrorRunTests
{
    [Theory]
    [Each(LoopbackFeatures.Usual, MirrorFixture.ListOnly)]
    public async Task The_first_run_fetches_everything_and_the_second_lists_and_does_nothing_else(LoopbackFeatures features)
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = features });
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
        // The empty folder is listed once more from within: its answer to MLSD has not one line.
        Assert.Equal(verb == "MLSD" ? 5 : 4, mirror.Commands.Count);
        Assert.All(mirror.Commands, command => Assert.StartsWith(verb, command));
    }

    [Fact]
    public async Task The_journal_that_a_kill_left_beside_a_published_file_goes_with_the_next_run()
    {
        await using var mirror = new MirrorFixture();
        mirror.Serve("/pub/sub/a.bin", "one");
        mirror.Serve("/pub/sub/b.bin", "two");
        await mirror.SucceedAsync();
        var state = new JournalState(new RemoteIdentity("127.0.0.1:21", "/pub/sub/a.bin", 3, null), 3, [new(0, 3)], [], true, DateTimeOffset.UnixEpoch);
        await ResumeJournal.WriteAsync(mirror.Local("sub/a.bin.part.journal"), state, TimeProvider.System, CancellationToken.None);
        mirror.Put("sub/b.bin.part.journal", "the user's own");

        await mirror.PlanAsync();
        Assert.Contains("sub/a.bin.part.journal", mirror.Here);
        await mirror.SucceedAsync();
        Assert.Empty(mirror.Plan.Fetches);
        Assert.Equal(["sub", "sub/a.bin", "sub/b.bin", "sub/b.bin.part.journal"], mirror.Here);
    }

    [Theory]
    [Each(LoopbackFeatures.Usual, MirrorFixture.ListOnly)]
    public async Task A_file_of_another_size_or_another_time_is_fetched_again(LoopbackFeatures features)
    {
        await using var mirror = new MirrorFixture(new LoopbackOptions { Features = features });
        foreach (var name in (string[])["a.txt", "b.txt", "c.txt"]) mirror.Serve($"/pub/{name}", "one");
        await mirror.SucceedAsync();

        mirror.Serve("/pub/b.txt", "seven..");
        mirror.Serve("/pub/c.txt", "eno", LoopbackTree.DefaultModifiedUtc.AddDays(3));
        await mirror.SucceedAsync();
        Assert.Equal("Changed b.txt (3 bytes here, 7 there)", mirror.Fetches[0]);
        Assert.Equal(["b.txt", "c.txt"], mirror.Plan.Fetches.Select(fetch => fetch.Path));
        Assert.Equal(["one", "seven..", "eno"], mirror.Here.Select(mirror.Text));
    }
}
