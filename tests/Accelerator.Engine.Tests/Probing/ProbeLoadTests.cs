namespace Accelerator.Engine.Tests.Probing;

/// <summary>The load: the numbers of streams tried, and the conclusion.</summary>
[Collection(AloneGroup.Name)]
public sealed class ProbeLoadTests
{
    [Fact]
    public async Task A_cap_on_each_connection_is_reported_and_their_number_is_left_to_get()
    {
        await using var probe = Probe(new LinkShape { BytesPerSecond = 8_000_000, ReplyLatency = TimeSpan.FromMilliseconds(10) });
        var report = await probe.ProbeAsync(streams: 4);
        Assert.Equal([1, 2, 4], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.MostStreams, null, true), (report.Stop, report.Verdict.Streams, report.Verdict.MayGrow));
        // TCP's own round trip on this machine suggests a window of a few bytes, which is none. Where the system does not report it, NOOP's
        // 10 ms count.
        Assert.Equal(report.Path.TcpRoundTrip is null ? ProbeLimit.Window : ProbeLimit.StreamRate, report.Verdict.Limit);
        Assert.Equal(5, probe.Server.Log.ControlConnectionsOpened);
        Assert.InRange(report.Verdict.StreamRate, 6e6, 10e6);
        Assert.Equal(report.Steps, probe.Progress.GroupBy(step => step.Streams).Select(tries => tries.Last()));

        // The streams read different parts of the file.
        var starts = probe.Server.Log.Retrievals.TakeLast(4).Select(transfer => transfer.Offset).Order().ToList();
        Assert.Equal(0, starts[0]);
        Assert.All(starts.Zip(starts.Skip(1)), pair => Assert.True(pair.Second - pair.First > ProbeFixture.Length / 20));
        Assert.All(starts, start => Assert.InRange(start, 0, ProbeFixture.Length / 2));
    }

    [Fact]
    public async Task A_cap_on_all_connections_together_is_reported_and_few_streams_are_recommended()
    {
        await using var probe = Probe(new LinkShape { TotalBytesPerSecond = 4_000_000, ReplyLatency = TimeSpan.FromMilliseconds(40) });
        var report = await probe.ProbeAsync(streams: 8);
        Assert.Equal([1, 2], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.Flat, ProbeLimit.Server, 1), (report.Stop, report.Verdict.Limit, report.Verdict.Streams));
        Assert.Equal(3, probe.Server.Log.ControlConnectionsOpened);
    }

    [Theory]
    [InlineData(LimitPoint.Greeting421, 6, "1 2 4 6")]
    [InlineData(LimitPoint.Pass530, 2, "1 2")]
    [InlineData(LimitPoint.CloseWithoutBanner, 2, "1 2")]
    public async Task The_first_refusal_ends_the_ladder_and_the_open_streams_are_measured(LimitPoint point, int limit, string steps)
    {
        await using var probe = Capped(limit, point);
        var report = await probe.ProbeAsync(streams: 16);
        Assert.Equal(steps, string.Join(' ', report.Steps.Select(step => step.Streams)));
        Assert.Equal((ProbeStop.Refused, ProbeLimit.Connections, limit, limit), (report.Stop, report.Verdict.Limit, report.Ceiling, report.Verdict.Streams));
        Assert.Null(report.Steps[^1].RoundTrip);
        Assert.Equal(report.Refusals, probe.Server.Log.Refusals);
        Assert.NotEmpty(report.Notes);
    }

    [Fact]
    public async Task A_limit_on_transfers_is_a_limit_too()
    {
        await using var probe = Capped(limit: 3, LimitPoint.Retr451);
        var report = await probe.ProbeAsync(streams: 8);
        Assert.Equal([1, 2, 3], report.Steps.Select(step => step.Streams));
        Assert.Equal((ProbeStop.Refused, 3, 1), (report.Stop, report.Ceiling, probe.Server.Log.Refusals));
    }

    [Fact]
    public async Task A_stream_that_fails_ends_the_load_with_a_note()
    {
        await using var probe = Capped();
        probe.Server.Inject(Fault.OnRetr().FromOffset(1 << 30).ResetAfter(1_000_000));
        var report = await probe.ProbeAsync(streams: 8);
        Assert.Equal(ProbeStop.Failed, report.Stop);
        Assert.Equal([1], report.Steps.Select(step => step.Streams));
        Assert.Contains(report.Notes, note => note.Contains("RETR /big.bin at offset", StringComparison.Ordinal));
        Assert.NotEmpty(probe.Server.Log.Faults);
    }

    [Fact]
    public async Task A_file_that_is_too_short_stops_the_ladder()
    {
        await using var probe = Probe(new LinkShape { BytesPerSecond = 10_000_000 });
        probe.Server.Files.AddSynthetic("/short.bin", 10_000);
        var report = await probe.ProbeAsync(streams: 4, "/short.bin");
        Assert.Equal((ProbeStop.ShortFile, 1), (report.Stop, report.Steps.Count));
    }

    [Fact]
    public async Task The_disk_of_a_folder_is_measured_and_the_folder_left_as_it_was()
    {
        // A second of writing takes a twentieth of a second.
        await using var probe = new ProbeFixture(new QuickTime(20), new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 4_000_000 } });
        var report = await probe.ProbeAsync(streams: 1, adjust: request => request with { Folder = probe.Folder.Path });
        Assert.True(report.DiskRate > 0);
    }

    [Fact]
    public async Task A_stop_ends_all_connections_and_leaves_nothing()
    {
        await using var probe = Capped();
        using var stop = new CancellationTokenSource();
        var run = probe.StartAsync(probe.Request(8) with { Folder = probe.Folder.Path }, stop.Token);
        await probe.TickUntilAsync(() => probe.Server.Log.RunningTransfers == 2);
        await stop.CancelAsync();
        await probe.TickUntilAsync(() => run.IsCompleted);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        await probe.ExpectNoConnectionAsync();
        Assert.Empty(Directory.GetFileSystemEntries(probe.Folder.Path));
    }

    private static ProbeFixture Capped(int limit = 10, LimitPoint point = LimitPoint.Greeting421) => Probe(new LinkShape { BytesPerSecond = 4_000_000 }, limit, point);

    // A step of half a second is a hundred ticks, so what one tick delivers too late is one percent of the rate.
    private static ProbeFixture Probe(LinkShape shape, int limit = int.MaxValue, LimitPoint point = LimitPoint.Greeting421) =>
        new(new FakeTime(), new LoopbackOptions { MaxConnections = limit, LimitPoint = point, Shaping = shape }, tick: TimeSpan.FromMilliseconds(5));
}
