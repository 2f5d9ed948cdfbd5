namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>The scheduled measurement of the network path, beside the deliveries.</summary>
public sealed class PathMeasurerTests
{
    // Milliseconds in which the clock advances by a second.
    private const int Fast = 20, Slow = 60;

    private static readonly CancellationToken None = CancellationToken.None;

    [Fact]
    public async Task An_idle_server_is_measured_on_schedule_within_its_sessions()
    {
        await using var service = await StartAsync(new LoopbackOptions());
        await MeasuredAsync(service, 1);
        var first = (await ListAsync(service))[0];
        Assert.Equal(("svalbard", "node", "probe", 3), (first.Server, first.Node, first.Kind, first.Streams));
        Assert.True(first is { Rate: > 0, StreamRate: > 0, Bytes: >= 1 << 20, RoundTrip: >= 0, Seconds: > 0 }, first.ToString());
        await MeasuredAsync(service, 2);
        var both = await ListAsync(service);
        // They begin a minute apart, and each ends 2 to 32 s later. One that fails on a busy machine is repeated after a minute.
        Assert.InRange(both[1].At - both[0].At, TimeSpan.FromSeconds(30), TimeSpan.FromMinutes(3));
        Assert.InRange(service.Server.Log.PeakControlConnections, 1, 4);
        Assert.Single(await service.HistoryAsync());
    }

    [Fact]
    public async Task A_poll_ends_a_measurement_and_gets_its_session()
    {
        await using var service = await StartAsync(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 100_000 } }, """ "sessions": 1, "measure": { "seconds": 60 } """);
        await service.HurryAsync(service.Server.Log.WaitForAsync(log => log.Retrievals.Count > 1, None).ContinueWith(_ => true, TaskScheduler.Default), Slow);
        var poll = service.PollAsync();
        Assert.Null(Assert.Single((await service.HurryAsync(poll, Slow)).Folders).Problem);
        Assert.Empty(await ListAsync(service));
    }

    [Fact]
    public async Task A_paused_service_measures_nothing()
    {
        await using var service = await StartAsync(new LoopbackOptions());
        service.Runner.Pause();
        var retrievals = service.Server.Log.Retrievals.Count;
        for (var i = 0; i < 240; i++)
        {
            ((FakeTime)service.Time).Advance(TimeSpan.FromSeconds(15));
            await Task.Yield();
        }
        Assert.Equal((0, retrievals), ((await ListAsync(service)).Count, service.Server.Log.Retrievals.Count));
    }

    private static async Task<JobRunnerFixture> StartAsync(LoopbackOptions options, string? keys = null)
    {
        var service = new JobRunnerFixture(options)
        {
            Time = new FakeTime(), ServerKeys = keys ?? """ "sessions": 4, "measure": { "every": "1m", "seconds": 2, "max_bytes": "1GiB" } """,
        };
        service.Server.Files.AddSynthetic("/pub/pass.bin", 1 << 20);
        await service.StartAsync();
        if (keys is null) await service.DeliverAsync();
        else await service.HurryAsync(DeliveredAsync(service), Slow);
        return service;
    }

    private static async Task<bool> DeliveredAsync(JobRunnerFixture service)
    {
        await service.DeliverAsync();
        return true;
    }

    // The clock runs slowly while the server has sessions: the measurement must not reach its deadline before a busy machine has logged in.
    private static async Task MeasuredAsync(JobRunnerFixture service, int count)
    {
        while ((await ListAsync(service)).Count < count)
        {
            ((FakeTime)service.Time).Advance(TimeSpan.FromSeconds(1));
            var pace = service.Server.Log.ControlConnections > 0 ? Slow : Fast;
            for (var i = 0; i < pace; i++) await Task.Delay(1);
        }
    }

    private static Task<IReadOnlyList<PathMeasurement>> ListAsync(JobRunnerFixture service) =>
        service.Ledger.Paths.ListAsync("svalbard", DateTimeOffset.UnixEpoch, 100, None);
}
