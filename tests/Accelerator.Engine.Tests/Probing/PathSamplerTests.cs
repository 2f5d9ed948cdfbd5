namespace Accelerator.Engine.Tests.Probing;

[Collection(AloneGroup.Name)]
public sealed class PathSamplerTests
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(5);

    [Fact]
    public async Task A_sample_uses_so_many_sessions_as_streams_and_ends_after_its_time()
    {
        var time = new FakeTime();
        await using var probe = new ProbeFixture(time, new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 8_000_000 } }, Tick);
        var sample = await RunAsync(probe, time, streams: 3, seconds: 5, most: 1L << 40);
        Assert.Equal((3, 3), (sample.Streams, probe.Server.Log.ControlConnectionsOpened));
        Assert.InRange(sample.BytesPerSecond, 18e6, 30e6);
        Assert.InRange(sample.StreamRate, 6e6, 10e6);
        Assert.InRange(sample.Elapsed, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(6));
    }

    [Fact]
    public async Task A_sample_ends_after_its_bytes_and_only_reads()
    {
        var time = new FakeTime();
        await using var probe = new ProbeFixture(time, new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 8_000_000 } }, Tick);
        var sample = await RunAsync(probe, time, streams: 2, seconds: 60, most: 4_000_000);
        Assert.InRange(sample.Bytes, 4_000_000, 6_000_000);
        Assert.Empty(probe.Server.Log.Commands.Select(command => command.Verb).Except(["USER", "PASS", "FEAT", "OPTS", "TYPE", "NOOP", "SYST", "EPSV", "PASV", "REST", "RETR", "CWD", "QUIT"]));
        await probe.TickUntilAsync(() => probe.Server.Log is { ControlConnections: 0, DataConnections: 0 });
    }

    [Fact]
    public async Task A_file_that_is_gone_is_reported_with_the_reply()
    {
        var time = new FakeTime();
        await using var probe = new ProbeFixture(time, tick: Tick);
        var failure = await Assert.ThrowsAsync<TransferException>(() => RunAsync(probe, time, 2, 5, 1 << 20, "/gone.bin"));
        Assert.Contains("550", failure.Message);
    }

    private static async Task<PathSample> RunAsync(ProbeFixture probe, FakeTime time, int streams, int seconds, long most, string remote = ProbeFixture.Remote)
    {
        var run = new PathSampler(time).RunAsync(probe.Request(streams, remote) with { TimeLimit = TimeSpan.FromSeconds(seconds) }, ProbeFixture.Length, most, CancellationToken.None);
        await probe.TickUntilAsync(() => run.IsCompleted);
        return await run;
    }
}
