using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Tests.Logging;

public sealed class LoopbackLogTests
{
    [Fact]
    public async Task Connections_transfers_and_bytes_are_counted()
    {
        await using var first = await LoopbackFixture.OpenAsync(Fault.OnRetr().StallAfter(1_000));
        first.Files.AddSynthetic("/a", 5_000, seed: 1);
        first.Files.AddSynthetic("/b", 5_000, seed: 2);
        var log = first.Log;
        using var second = await RawFtp.LoginAsync(first.Server);
        using var data = await first.Client.OpenDataAsync();
        // The server numbers a data connection when it accepts it, which the client does not see.
        await log.WaitForAsync(log => log.DataConnectionsOpened == 1, second.Deadline);
        using (data)
        using (await second.OpenDataAsync())
        {
            await first.Client.AskAsync("RETR /a", "150");
            await second.AskAllAsync(("REST 7", "350"), ("RETR /b", "150"));
            await log.WaitForAsync(log => log.BytesSent == 2_000, second.Deadline);
            Assert.Equal((2, 2, 2), (log.ControlConnections, log.DataConnections, log.RunningTransfers));
        }

        await log.WaitForAsync(log => log is { DataConnections: 0, RunningTransfers: 0 }, second.Deadline);
        Assert.Equal((2, 2, 2), (log.DataConnectionsOpened, log.PeakDataConnections, log.PeakTransfers));
        Assert.Equal((1_000, 1_000, 0), (log.BytesSentOf("/a"), log.BytesSentOf("/b"), log.BytesSentOf("/c")));
        Assert.Equal(["/a 0", "/b 7"], log.Retrievals.Select(r => $"{r.Path} {r.Offset}"));
        Assert.Equal(["USER test", "PASS ****", "TYPE I", "EPSV", "RETR /a"], log.CommandsOf(1));
        Assert.Equal((2, 1), (log.CountOf("retr"), log.CountOf("REST")));
        Assert.Contains("#2 c2 d2 RETR /b @7: 1000 bytes, ClosedByClient", log.ToString());
    }

    [Fact]
    public async Task A_session_that_ends_is_no_longer_counted()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        using var second = await RawFtp.LoginAsync(it.Server);
        it.Client.Dispose();
        await it.Log.WaitForAsync(log => log.ControlConnections == 1, second.Deadline);
        Assert.Equal((2, 2), (it.Log.ControlConnectionsOpened, it.Log.PeakControlConnections));
    }

    [Fact]
    public async Task Waiting_ends_at_once_by_cancellation_or_by_the_predicates_own_error()
    {
        await using var server = LoopbackServer.Start();
        using var cancelled = new CancellationTokenSource();
        await server.Log.WaitForAsync(_ => true, CancellationToken.None);
        var never = server.Log.WaitForAsync(_ => false, cancelled.Token);
        Assert.False(never.IsCompleted);
        await cancelled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => never);
        await Assert.ThrowsAsync<InvalidOperationException>(
            () => server.Log.WaitForAsync(_ => throw new InvalidOperationException("mine"), CancellationToken.None));
    }

    [Fact]
    public async Task A_data_connection_that_is_never_used_is_counted_and_closed_by_the_next_EPSV()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        using var unused = await it.Client.OpenDataAsync();
        await it.Log.WaitForAsync(log => log.DataConnectionsOpened == 1, it.Client.Deadline);
        await it.Client.AskAsync("EPSV", "229");
        Assert.Empty((await it.Client.ReadDataAsync(unused)).Bytes);
        await it.Log.WaitForAsync(log => log.DataConnections == 0, it.Client.Deadline);
    }
}
