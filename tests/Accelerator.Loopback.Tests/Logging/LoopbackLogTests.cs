namespace Accelerator.Loopback.Tests;

public sealed class LoopbackLogTests
{
    [Fact]
    public async Task Connections_transfers_and_bytes_are_counted()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Faults = FaultPlan.Of(Fault.OnRetr().StallAfter(1_000)) });
        server.Files.AddSynthetic("/a", 5_000, seed: 1);
        server.Files.AddSynthetic("/b", 5_000, seed: 2);
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.LoginAsync(server);

        using (await first.OpenDataAsync())
        using (await second.OpenDataAsync())
        {
            await first.AskAsync("RETR /a", "150");
            await second.AskAsync("REST 7", "350");
            await second.AskAsync("RETR /b", "150");
            await server.Log.WaitForAsync(log => log.BytesSent == 2_000, first.Deadline);
            Assert.Equal((2, 2, 2), (server.Log.ControlConnections, server.Log.DataConnections, server.Log.RunningTransfers));
        }

        await server.Log.WaitForAsync(log => log is { DataConnections: 0, RunningTransfers: 0 }, first.Deadline);
        Assert.Equal((2, 2, 2), (server.Log.DataConnectionsOpened, server.Log.PeakDataConnections, server.Log.PeakTransfers));
        Assert.Equal((1_000, 1_000, 0), (server.Log.BytesSentOf("/a"), server.Log.BytesSentOf("/b"), server.Log.BytesSentOf("/c")));
        Assert.Equal(["/a 0", "/b 7"], server.Log.Retrievals.Select(r => $"{r.Path} {r.Offset}"));
        Assert.Equal(["USER test", "PASS ****", "TYPE I", "EPSV", "RETR /a"], server.Log.CommandsOf(1));
        Assert.Equal((2, 1), (server.Log.CountOf("retr"), server.Log.CountOf("REST")));
        Assert.Contains("#2 c2 d2 RETR /b @7: 1000 bytes, ClosedByClient", server.Log.ToString());
    }

    [Fact]
    public async Task A_session_that_ends_is_no_longer_counted()
    {
        await using var server = LoopbackServer.Start();
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        using (await RawFtp.LoginAsync(server))
        {
        }

        await server.Log.WaitForAsync(log => log.ControlConnections == 0, deadline.Token);
        Assert.Equal((1, 1), (server.Log.ControlConnectionsOpened, server.Log.PeakControlConnections));
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
        await using var server = LoopbackServer.Start();
        using var client = await RawFtp.LoginAsync(server);

        using var unused = await client.OpenDataAsync();
        await server.Log.WaitForAsync(log => log.DataConnectionsOpened == 1, client.Deadline);
        await client.AskAsync("EPSV", "229");

        Assert.Empty((await client.ReadDataAsync(unused)).Bytes);
        await server.Log.WaitForAsync(log => log.DataConnections == 0, client.Deadline);
    }
}
