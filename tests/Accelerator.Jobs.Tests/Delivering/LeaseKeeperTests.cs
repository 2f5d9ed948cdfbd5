namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>The leases of files in transfer are renewed with each heartbeat.</summary>
public sealed class LeaseKeeperTests
{
    /// <summary>
    /// The ledger no longer has the claim of a file that is delivered during a renewal. That is no loss: the other files go on.
    /// </summary>
    [Fact]
    public async Task A_file_that_is_recorded_during_a_renewal_does_not_restart_the_others()
    {
        using var mayGoOn = new ManualResetEventSlim();
        var recorded = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var service = new JobRunnerFixture(new LoopbackOptions { Shaping = new() { BytesPerSecond = 75_000 } })
        {
            Leases = LeaseTimes.Default with { Heartbeat = TimeSpan.FromMilliseconds(20) },
            Heard = one =>
            {
                if (one is not JobEvent.Delivered { Claim.Name: "small.bin" }) return;
                recorded.TrySetResult();
                mayGoOn.Wait(ScriptedServer.Patience);
            },
        };
        // Too short to be split between streams: each file has one RETR.
        service.Server.Files.AddSynthetic("/pub/large.bin", 250_000);
        service.Server.Files.AddSynthetic("/pub/small.bin", 1);
        await service.StartAsync();
        await service.PollAsync();
        await recorded.Task.SoonAsync();
        await service.Server.Log.WaitForAsync(log => log.Retrievals.Count == 2, CancellationToken.None).SoonAsync();

        // The second of two heartbeats begins with a renewal that came after the record.
        for (var i = 0; i < 2; i++) await HeartbeatAsync(service);
        mayGoOn.Set();
        await service.WaitAsync<JobEvent.Delivered>(2);

        await service.AssertDeliveredAsync("large.bin");
        Assert.Equal(["/pub/large.bin", "/pub/small.bin"], service.Server.Log.Retrievals.Select(one => one.Path).Order());
    }

    private static async Task HeartbeatAsync(JobRunnerFixture service)
    {
        var last = await LastAsync();
        while (await LastAsync() == last) await Task.Delay(5);

        async Task<DateTimeOffset> LastAsync() => Assert.Single(await service.Ledger.Nodes.ListAsync(CancellationToken.None)).LastBeat;
    }
}
