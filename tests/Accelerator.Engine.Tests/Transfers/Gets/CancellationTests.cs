using System.Diagnostics;
using Accelerator.Engine.Transfers;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Ctrl-C at any moment ends the run soon, and nothing that was fetched is lost.</summary>
public sealed class CancellationTests
{
    private const long Length = 24 << 20;

    // A second is the promise; the rest is for a busy machine.
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(3);

    [Fact]
    public async Task A_token_that_is_cancelled_before_the_start_asks_nobody()
    {
        await using var get = Harness();

        await get.GetAsync(8, new CancellationToken(canceled: true));

        get.AssertNothingPublished(FailureKind.Cancelled);
        Assert.Equal(0, get.Server.Log.ControlConnectionsOpened);
        Assert.Empty(Directory.GetFiles(get.Folder.Path));
    }

    [Theory]
    [InlineData("greeting")]
    [InlineData("PASS")]
    [InlineData("SIZE")]
    [InlineData("EPSV")]
    [InlineData("REST")]
    [InlineData("RETR")]
    [InlineData("data")]
    [InlineData("226")]
    public async Task Whatever_the_server_keeps_us_waiting_for_it_ends_soon(string at)
    {
        await using var get = Harness(at switch
        {
            "greeting" => Fault.OnConnection().NeverAnswer(),
            "RETR" => Fault.OnRetr().StallBeforePreliminary(),
            "data" => Fault.OnRetr().StallAfter(1 << 20),
            "226" => Fault.OnRetr().NoFinal(),
            _ => Fault.OnCommand(at).NeverAnswer(),
        });
        get.Timeouts = new() { Connect = TimeSpan.FromMinutes(1), Reply = TimeSpan.FromMinutes(1), FirstByte = TimeSpan.FromMinutes(1), Stall = TimeSpan.FromMinutes(1) };
        using var stop = new CancellationTokenSource();

        var run = get.GetAsync(at == "226" ? 1 : 8, stop.Token);
        await get.Server.Log.WaitForAsync(log => log.Faults.Count > 0 && (at != "226" || log.BytesSent == Length), CancellationToken.None);
        await Task.Delay(TimeSpan.FromMilliseconds(300));
        var since = Stopwatch.GetTimestamp();
        await stop.CancelAsync();
        await run;

        get.Check(Stopwatch.GetElapsedTime(since) < Soon, $"It took {Stopwatch.GetElapsedTime(since).TotalSeconds:0.0} s to stop.");
        get.AssertNothingPublished(FailureKind.Cancelled);
        get.Server.ClearFaults();
        await get.GetAsync();
        await get.AssertIsCompleteAsync();
    }

    [Fact]
    public async Task Stopping_while_a_full_server_is_waited_for_ends_soon()
    {
        await using var get = new GetHarness(new LoopbackOptions { MaxConnections = 0 });
        using var stop = new CancellationTokenSource();

        var run = get.GetAsync(8, stop.Token);
        await get.Server.Log.WaitForAsync(log => log.Refusals > 1, CancellationToken.None);
        var since = Stopwatch.GetTimestamp();
        await stop.CancelAsync();
        await run;

        get.Check(Stopwatch.GetElapsedTime(since) < Soon, "It took long to stop.");
        get.AssertNothingPublished(FailureKind.Cancelled);
    }

    [Fact]
    public async Task Stopping_during_a_back_off_ends_soon()
    {
        await using var get = Harness(Fault.OnRetr().DropAfter(0));
        using var stop = new CancellationTokenSource();

        var run = get.GetAsync(1, stop.Token);
        await get.Server.Log.WaitForAsync(log => log.Retrievals.Count > 3, CancellationToken.None);
        var since = Stopwatch.GetTimestamp();
        await stop.CancelAsync();
        await run;

        get.Check(Stopwatch.GetElapsedTime(since) < Soon, "It took long to stop.");
        get.AssertNothingPublished(FailureKind.Cancelled);
    }

    [Fact]
    public async Task Every_file_of_a_stopped_run_has_a_result()
    {
        await using var get = Harness();
        get.Server.Files.AddSynthetic("/second.bin", Length, seed: 2);
        get.Server.Files.AddSynthetic("/third.bin", Length, seed: 3);
        using var stop = new CancellationTokenSource();

        var run = get.RunAsync(get.Request(2, get.Item(), get.Item("/second.bin"), get.Item("/third.bin")), stop.Token);
        await get.Server.Log.WaitForAsync(log => log.BytesSentOf("/second.bin") > 2 << 20, CancellationToken.None);
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
        await using var get = Harness();
        using var stop = new CancellationTokenSource();

        var run = get.GetAsync(8, stop.Token);
        await get.Server.Log.WaitForAsync(log => log.BytesSent > Length / 3, CancellationToken.None);
        await stop.CancelAsync();
        await run;

        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(5));
        await get.Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, patience.Token);
    }

    private static GetHarness Harness(params Fault[] faults)
    {
        var get = new GetHarness(faults);
        get.Server.Files.AddSynthetic(GetHarness.Remote, Length);
        return get;
    }
}
