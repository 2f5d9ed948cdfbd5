using Accelerator.Engine.Probing;
using Accelerator.Engine.Tests.Transfers.Gets;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Probing;

/// <summary>The load: how many streams are tried, and what is concluded.</summary>
[Collection(AloneGroup.Name)]
public sealed class ProbeLoadTests
{
    [Fact]
    public async Task A_cap_on_each_connection_is_told_and_more_streams_are_recommended()
    {
        await using var probe = new ProbeHarness(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 8_000_000, ReplyLatency = TimeSpan.FromMilliseconds(10) } });
        var report = await probe.ProbeAsync(streams: 4);
        Assert.Equal([1, 2, 4], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.MostStreams, 4, true), (report.Stop, report.Verdict.Streams, report.Verdict.MayGrow));
        // TCP's own round trip on this machine makes a window of some bytes, which is none. Where the system does not tell it, NOOP's 10 ms count.
        Assert.Equal(report.Path.TcpRoundTrip is null ? ProbeLimit.Window : ProbeLimit.StreamRate, report.Verdict.Limit);
        Assert.Equal(5, probe.Server.Log.ControlConnectionsOpened);
        Assert.InRange(report.Verdict.StreamRate, 6e6, 10e6);
        Assert.Equal(report.Steps, probe.Progress.DistinctBy(step => step.Streams));
    }

    [Fact]
    public async Task A_cap_on_all_connections_together_is_told_and_few_streams_are_recommended()
    {
        await using var probe = new ProbeHarness(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 16_000_000, ReplyLatency = TimeSpan.FromMilliseconds(40) } });
        var report = await probe.ProbeAsync(streams: 8);
        Assert.Equal([1, 2], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.Flat, ProbeLimit.Server, 1), (report.Stop, report.Verdict.Limit, report.Verdict.Streams));
        Assert.Equal(3, probe.Server.Log.ControlConnectionsOpened);
    }

    [Theory]
    [InlineData(LimitPoint.Greeting421)]
    [InlineData(LimitPoint.Pass530)]
    [InlineData(LimitPoint.CloseWithoutBanner)]
    public async Task At_the_first_refusal_it_stops_and_measures_what_it_has(LimitPoint point)
    {
        await using var probe = new ProbeHarness(Capped(limit: 6, point));
        var report = await probe.ProbeAsync(streams: 16);
        Assert.Equal([1, 2, 4, 6], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.Refused, ProbeLimit.Connections, 6, 6), (report.Stop, report.Verdict.Limit, report.Ceiling, report.Verdict.Streams));
        Assert.Null(report.Steps[^1].RoundTrip);
        Assert.Equal(report.Refusals, probe.Server.Log.Refusals);
        Assert.NotEmpty(report.Notes);
    }

    [Fact]
    public async Task A_limit_on_transfers_is_a_limit_too()
    {
        await using var probe = new ProbeHarness(Capped(limit: 3, LimitPoint.Retr451));
        var report = await probe.ProbeAsync(streams: 8);
        Assert.Equal([1, 2, 3], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.Refused, 3, 1), (report.Stop, report.Ceiling, probe.Server.Log.Refusals));
    }

    [Fact]
    public async Task Streams_read_different_parts_of_the_file()
    {
        await using var probe = new ProbeHarness(Capped(limit: 10, LimitPoint.Greeting421));
        await probe.ProbeAsync(streams: 4);
        var starts = probe.Server.Log.Retrievals.TakeLast(4).Select(transfer => transfer.Offset).Order().ToList();
        Assert.Equal(0, starts[0]);
        Assert.All(starts.Zip(starts.Skip(1)), pair => Assert.True(pair.Second - pair.First > ProbeHarness.Length / 20));
        Assert.All(starts, start => Assert.InRange(start, 0, ProbeHarness.Length / 2));
    }

    [Fact]
    public async Task A_short_file_is_said_to_be_too_short()
    {
        await using var probe = new ProbeHarness();
        probe.Server.Files.AddSynthetic("/short.bin", 100_000);
        var report = await probe.ProbeAsync(streams: 4, "/short.bin");
        Assert.Equal((ProbeStop.ShortFile, 1), (report.Stop, report.Steps.Count));
    }

    [Fact]
    public async Task A_stream_that_fails_ends_the_load_with_a_note()
    {
        await using var probe = new ProbeHarness(Capped(limit: 10, LimitPoint.Greeting421));
        probe.Server.Inject(Fault.OnRetr().FromOffset(1 << 30).ResetAfter(1_000_000));
        var report = await probe.ProbeAsync(streams: 8);
        Assert.Equal(ProbeStop.Failed, report.Stop);
        Assert.Equal([1], report.Steps.Select(step => step.Streams));
        Assert.Contains(report.Notes, note => note.Contains("RETR /big.bin at offset", StringComparison.Ordinal));
        Assert.NotEmpty(probe.Server.Log.Faults);
    }

    [Fact]
    public async Task Without_time_for_the_load_the_rest_is_still_reported()
    {
        await using var probe = new ProbeHarness();
        var report = await probe.ProbeAsync(streams: 8, adjust: request => request with { TimeLimit = TimeSpan.FromSeconds(3) });
        Assert.Equal((ProbeStop.Time, 0, ProbeLimit.Unknown), (report.Stop, report.Steps.Count, report.Verdict.Limit));
        Assert.Null(report.Verdict.Streams);
        Assert.Equal(FeatureVerdict.Proven, report.Server.Features.Single(feature => feature.Name == "REST").Verdict);
    }

    [Fact]
    public async Task The_disk_of_a_folder_is_measured_and_the_folder_left_as_it_was()
    {
        await using var probe = new ProbeHarness(Capped(limit: 10, LimitPoint.Greeting421));
        var report = await probe.ProbeAsync(streams: 1, adjust: request => request with { Folder = probe.Folder.Path });
        Assert.True(report.DiskRate > 0);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_a_note()
    {
        await using var probe = new ProbeHarness(Capped(limit: 10, LimitPoint.Greeting421));
        var report = await probe.ProbeAsync(streams: 1, adjust: request => request with { Folder = probe.Folder.File("missing") });
        Assert.Null(report.DiskRate);
        Assert.StartsWith($"The disk of {probe.Folder.File("missing")} was not measured", Assert.Single(report.Notes));
    }

    [Fact]
    public async Task A_stop_ends_all_connections_and_leaves_nothing()
    {
        await using var probe = new ProbeHarness(Capped(limit: 10, LimitPoint.Greeting421));
        using var stop = new CancellationTokenSource();
        var run = new ProbeRunner(TimeProvider.System).RunAsync(probe.Request(8) with { Folder = probe.Folder.Path }, new Progress<ProbeStep>(), stop.Token);
        await probe.Server.Log.WaitForAsync(log => log.RunningTransfers == 2, CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(20));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        await probe.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(10));
        Assert.Empty(Directory.GetFileSystemEntries(probe.Folder.Path));
    }

    private static LoopbackOptions Capped(int limit, LimitPoint point) =>
        new() { MaxConnections = limit, LimitPoint = point, Shaping = new LinkShape { BytesPerSecond = 4_000_000 } };
}
