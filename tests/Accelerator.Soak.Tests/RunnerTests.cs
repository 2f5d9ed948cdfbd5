using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;

namespace Accelerator.Soak.Tests;

/// <summary>Tests of the runners themselves: a runner that finds nothing would let every defect pass.</summary>
public sealed class RunnerTests
{
    private const string Remote = "/pub/file.bin";
    private const int Length = 100_000;

    [Fact]
    public void The_same_seed_gives_the_same_schedule_and_another_seed_another()
    {
        Assert.Equal(Schedule(1), Schedule(1));
        Assert.NotEqual(Schedule(1), Schedule(2));
        Assert.True(Schedule(3).Distinct().Count() > 300, "Hardly anything differs within a schedule.");
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(49_999, false)]
    [InlineData(50_000, true)]
    [InlineData(70_000, false)]
    public async Task A_byte_that_a_journal_claims_and_the_disk_does_not_hold_is_found(int offset, bool isUnclaimed)
    {
        await using var server = LoopbackServer.Start();
        using var folder = new TempFolder();
        var source = new SourceVersions(server, Remote, Length, seed: 1);
        var target = folder.File("file.bin");
        await LeaveAsync(target, source.Now, new ByteRange(0, 50_000), new ByteRange(60_000, 80_000));
        Assert.Equal(new KeptBytes(source.Now, 70_000), await JournalCheck.ReadAsync(target, source, CancellationToken.None));

        var part = PartNames.SideFiles(target)[0];
        var bytes = await File.ReadAllBytesAsync(part);
        bytes[offset] ^= 1;
        await File.WriteAllBytesAsync(part, bytes);
        var failure = await Record.ExceptionAsync(() => JournalCheck.ReadAsync(target, source, CancellationToken.None));
        Assert.Equal(isUnclaimed, failure is null);
        if (!isUnclaimed) Assert.Contains($"at {offset}.", Assert.IsType<BrokenPromiseException>(failure).Message);
    }

    [Fact]
    public async Task A_journal_of_a_file_that_never_existed_is_found()
    {
        await using var server = LoopbackServer.Start();
        using var folder = new TempFolder();
        var source = new SourceVersions(server, Remote, Length, seed: 1);
        await LeaveAsync(folder.File("file.bin"), source.Now with { Modified = "20010203040506" }, new ByteRange(0, 10));
        await Assert.ThrowsAsync<BrokenPromiseException>(() => JournalCheck.ReadAsync(folder.File("file.bin"), source, CancellationToken.None));
    }

    [Fact]
    public async Task A_version_counts_for_a_run_only_when_it_was_the_server_s_during_that_run()
    {
        await using var server = LoopbackServer.Start();
        var source = new SourceVersions(server, Remote, Length, seed: 1);
        var first = source.Now;
        var duringFirst = Stopwatch.GetTimestamp();
        source.Replace(new Dice(1), inPlace: false);
        var duringSecond = Stopwatch.GetTimestamp();

        Assert.NotEqual(first.Sha256, source.Now.Sha256);
        Assert.Equal((source.Now.Sha256, source.Now.Modified), (server.Files.Sha256Of(Remote), source.WithHash(source.Now.Sha256)!.Modified));
        Assert.True(source.WasThere(first, duringFirst) && source.WasThere(source.Now, duringFirst) && source.WasThere(source.Now, duringSecond));
        Assert.False(source.WasThere(first, duringSecond));
        Assert.Null(source.WithHash(ContentDigest.Sha256(FileContent.Constant(Length, 0))));
    }

    [Fact]
    public async Task An_empty_file_that_was_replaced_is_its_newest_version()
    {
        await using var server = LoopbackServer.Start();
        var source = new SourceVersions(server, Remote, 0, seed: 1);
        source.Replace(new Dice(1), inPlace: false);
        Assert.Equal(source.Now, source.WithHash(ContentDigest.Sha256(FileContent.Constant(0, 0))));
    }

    [Theory]
    [InlineData(0, 0, false)]
    [InlineData(1, 0, true)]
    [InlineData(0, 1 << 20, true)]
    public void Steady_growth_is_found(int handlesEach, long bytesEach, bool isFound)
    {
        var held = new HeldThings();
        for (var i = 0; i < 100; i++) held.Add(80 + (i % 3) + (i * handlesEach), (50L << 20) + (i * bytesEach));
        Assert.Equal(isFound, Record.Exception(held.Check) is BrokenPromiseException);
    }

    [Fact]
    public void More_open_sessions_for_a_while_are_no_growth()
    {
        var held = new HeldThings();
        for (var i = 0; i < 48; i++) held.Add(80 + (i < 36 || i % 4 == 0 ? 0 : 22), 50L << 20);
        held.Check();
    }

    private static List<string> Schedule(ulong seed)
    {
        var dice = new Dice(seed);
        var kinds = Enum.GetValues<KillKind>();
        return [.. Enumerable.Range(0, 500).Select(_ => $"{ServerFaults.Draw(dice).Description}, {KillTiming.Draw(dice, TimeSpan.FromSeconds(4), Length, kinds)}, {PathFaults.Draw(dice).Seed}")];
    }

    private static async Task LeaveAsync(string target, SourceVersion version, params ByteRange[] claimed)
    {
        var bytes = new byte[Length];
        version.Content.Read(0, bytes);
        await File.WriteAllBytesAsync(PartNames.SideFiles(target)[0], bytes);
        var identity = new RemoteIdentity("127.0.0.1:21", Remote, Length, version.Modified);
        var state = new JournalState(identity, Length, [claimed[0]], claimed[1..], RestHonoured: true, DateTimeOffset.UnixEpoch);
        await ResumeJournal.WriteAsync(PartNames.JournalOf(target), state, TimeProvider.System, CancellationToken.None);
    }
}
