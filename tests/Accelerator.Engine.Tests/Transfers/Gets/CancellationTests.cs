namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Ctrl-C at any time ends the run soon, and loses no fetched bytes.</summary>
public sealed class CancellationTests
{
    private const long Length = TransferItem.LeastJournalled;

    // Every time-out of these runs is a minute: a run that waited for one would not have ended by then. A busy machine needs some seconds.
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task A_token_cancelled_before_the_start_opens_no_connection()
    {
        await using var get = Fixture();

        await get.GetAsync(8, new CancellationToken(canceled: true));

        get.AssertNothingPublished(FailureKind.Cancelled);
        Assert.Equal(0, get.Server.Log.ControlConnectionsOpened);
        Assert.Empty(Directory.GetFiles(get.Folder.Path));
    }

    [Theory]
    [Each("greeting", "PASS", "SIZE", "EPSV", "REST", "RETR", "data", "226")]
    public async Task A_stop_ends_every_wait_for_the_server_soon(string at)
    {
        await using var get = Fixture(at switch
        {
            "greeting" => Fault.OnConnection().NeverAnswer(),
            "RETR" => Fault.OnRetr().StallBeforePreliminary(),
            "data" => Fault.OnRetr().StallAfter(1 << 20),
            "226" => Fault.OnRetr().NoFinal(),
            _ => Fault.OnCommand(at).NeverAnswer(),
        });
        get.Timeouts = GetFixture.AllOf(TimeSpan.FromMinutes(1));

        await AssertEndsSoonAsync(get, at == "226" ? 1 : 8, log => log.Faults.Count > 0 && (at != "226" || log.BytesSent == Length));

        get.Server.ClearFaults();
        await get.GetCompleteAsync();
    }

    [Fact]
    public async Task Stopping_while_a_full_server_is_waited_for_ends_soon()
    {
        await using var get = new GetFixture(new LoopbackOptions { MaxConnections = 0 });
        await AssertEndsSoonAsync(get, 8, log => log.Refusals > 1);
    }

    [Fact]
    public async Task Stopping_during_a_back_off_ends_soon()
    {
        await using var get = Fixture(Fault.OnRetr().DropAfter(0));
        await AssertEndsSoonAsync(get, 1, log => log.Retrievals.Count > 3);
    }

    [Fact]
    public async Task Every_file_of_a_stopped_run_has_a_result()
    {
        await using var get = Fixture(Fault.OnRetr().OnPath("/second.bin").StallAfter(2 << 20));
        get.Server.Files.AddSynthetic("/second.bin", Length, seed: 2);
        get.Server.Files.AddSynthetic("/third.bin", Length, seed: 3);
        using var stop = new CancellationTokenSource();

        var run = get.RunAsync(get.Request(2, get.Item(), get.Item("/second.bin"), get.Item("/third.bin")), stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || (get.Events.OfType<TransferEvent.Finished>().Any() && get.Server.Log.BytesSentOf("/second.bin") >= 2 << 20));
        await stop.CancelAsync();
        await run;

        Assert.Equal(3, get.Results.Files.Count);
        get.Check(get.Results.Files[0].Failure is null && get.Results.Files[1] is { Failure: FailureKind.Cancelled, CanResume: true } && get.Results.Files[2].Failure == FailureKind.Cancelled,
            string.Join("; ", get.Results.Files.Select(file => file.ToString())));
        Assert.Equal(3, get.Events.OfType<TransferEvent.Finished>().Count());
    }

    [Fact]
    public async Task No_connection_is_left_open_after_a_stop()
    {
        await using var get = Fixture();

        await get.StopWhenAsync(8, log => log.BytesSent > Length / 3);

        await get.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None).SoonAsync();
    }

    private static async Task AssertEndsSoonAsync(GetFixture get, int streams, Func<LoopbackLog, bool> when)
    {
        using var stop = new CancellationTokenSource();
        var run = get.GetAsync(streams, stop.Token);
        await get.Server.Log.WaitForAsync(when, CancellationToken.None);
        // Time for the other streams to reach their wait too.
        await Task.Delay(TimeSpan.FromMilliseconds(150));
        var since = Stopwatch.GetTimestamp();
        await stop.CancelAsync();
        await run;

        get.Check(Stopwatch.GetElapsedTime(since) < Soon, $"It took {Stopwatch.GetElapsedTime(since).TotalSeconds:0.0} s to stop.");
        get.AssertNothingPublished(FailureKind.Cancelled);
    }

    private static GetFixture Fixture(params Fault[] faults) => new GetFixture(faults).Serving(Length);
}
