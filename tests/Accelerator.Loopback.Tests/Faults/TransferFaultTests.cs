namespace Accelerator.Loopback.Tests;

public sealed class TransferFaultTests
{
    private const int Length = 3_000_000;

    [Fact]
    public async Task The_data_connection_can_be_dropped_after_any_number_of_bytes()
    {
        foreach (var bytes in new long[] { 0, 1, 4_095, 4_096, 262_144, 262_145, Length - 1, Length })
        {
            await using var server = Start(Fault.OnRetr(nth: 1).DropAfter(bytes));
            using var client = await RawFtp.LoginAsync(server);

            var dropped = await client.TransferAsync("RETR /f");
            var whole = await client.TransferAsync("RETR /f");

            Assert.Equal(bytes, dropped.Bytes.Length);
            Assert.False(dropped.Reset);
            Assert.StartsWith("426", dropped.Final);
            Assert.Equal(Length, whole.Bytes.Length);
            Assert.Equal([TransferEnding.DroppedByFault, TransferEnding.Complete], server.Log.Retrievals.Select(r => r.Ending));
            Assert.Equal([$"RETR dropped after {bytes} bytes"], server.Log.Faults);
        }
    }

    [Fact]
    public async Task A_drop_can_be_a_reset_and_answered_otherwise_or_not_at_all()
    {
        await using var server = Start(
            Fault.OnRetr(nth: 1).ResetAfter(1_000_000), Fault.OnRetr(nth: 2).EndShortAfter(1_000_000),
            Fault.OnRetr(nth: 3).DropAfter(10, reply: ""), Fault.OnRetr(nth: 4).DropAfter(10, reply: "451 Disk on fire."));
        using var client = await RawFtp.LoginAsync(server);

        var reset = await client.TransferAsync("RETR /f");
        Assert.True(reset.Reset);
        Assert.InRange(reset.Bytes.Length, 0, 1_000_000);
        var shortened = await client.TransferAsync("RETR /f");
        Assert.Equal((1_000_000, "226 Transfer complete."), (shortened.Bytes.Length, shortened.Final));
        using (var data = await client.OpenDataAsync())
        {
            await client.AskAsync("RETR /f", "150");
            Assert.Equal(10, (await client.ReadDataAsync(data)).Bytes.Length);
            await client.AskAsync("NOOP", "200"); // no 426 in between
        }

        Assert.Equal("451 Disk on fire.", (await client.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task Only_the_transfers_meant_are_hit()
    {
        await using var server = Start(
            Fault.OnRetr().OnPath("/g").DropAfter(1),
            Fault.OnRetr().FromOffset(2_000_000).DropAfter(2),
            Fault.OnListing(nth: 1).DropAfter(3));
        server.Files.AddSynthetic("/g", 100, seed: 1);
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal(Length, (await client.TransferAsync("RETR /f")).Bytes.Length);
        Assert.Single((await client.TransferAsync("RETR /g")).Bytes);
        Assert.Equal(1_000_001, (await client.TransferAsync("RETR /f", offset: 1_999_999)).Bytes.Length);
        Assert.Equal(2, (await client.TransferAsync("RETR /f", offset: 2_000_000)).Bytes.Length);
        Assert.Equal(3, (await client.TransferAsync("MLSD")).Bytes.Length);
        Assert.True((await client.TransferAsync("MLSD")).Bytes.Length > 3);
    }

    [Fact]
    public async Task A_transfer_can_stall_until_the_client_gives_up()
    {
        await using var server = Start(Fault.OnRetr(nth: 1).StallAfter(100_000));
        using var client = await RawFtp.LoginAsync(server);

        using (var data = await client.OpenDataAsync())
        {
            await client.AskAsync("RETR /f", "150");
            Assert.Equal(100_000, (await client.ReadDataAsync(data, atMost: 100_000)).Bytes.Length);
            var more = client.ReadDataAsync(data, atMost: 1);
            await Task.WhenAny(more, Task.Delay(100));
            Assert.False(more.IsCompleted);
            Assert.Equal((1, 100_000), (server.Log.RunningTransfers, server.Log.BytesSent));
            data.Dispose();
            await Assert.ThrowsAnyAsync<Exception>(() => more);
        }

        Assert.StartsWith("426", await client.ReplyAsync());
        Assert.Equal(TransferEnding.ClosedByClient, Assert.Single(server.Log.Retrievals).Ending);
    }

    [Fact]
    public async Task A_transfer_can_pause_and_go_on()
    {
        var time = new AutoTime();
        await using var server = Start(
            new LoopbackOptions { TimeProvider = time }, Fault.OnRetr(nth: 1).StallAfter(100_000, TimeSpan.FromSeconds(7)));
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal(Length, (await client.TransferAsync("RETR /f")).Bytes.Length);
        Assert.Equal(TimeSpan.FromSeconds(7), time.Elapsed);
    }

    [Fact]
    public async Task A_transfer_can_stall_before_150_and_the_session_live_on()
    {
        await using var server = Start(Fault.OnRetr(nth: 1).StallBeforePreliminary());
        using var client = await RawFtp.LoginAsync(server);

        using (await client.OpenDataAsync())
        {
            await client.SendAsync("RETR /f\r\n");
            await server.Log.WaitForAsync(log => log.RunningTransfers == 1, client.Deadline);
        }

        Assert.StartsWith("426", await client.ReplyAsync());
        Assert.Equal(0, server.Log.BytesSent);
        Assert.StartsWith("226", (await client.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task A_transfer_can_be_slow_from_the_start_or_from_a_point_on()
    {
        var time = new AutoTime();
        await using var server = Start(
            new LoopbackOptions { TimeProvider = time },
            Fault.OnRetr(nth: 1).AtRate(1_000_000),
            Fault.OnRetr(nth: 2).SlowAfter(2_000_000, 500_000));
        using var client = await RawFtp.LoginAsync(server);

        await client.TransferAsync("RETR /f");
        Assert.InRange(time.Elapsed.TotalSeconds, 2.9, 3.1);
        await client.TransferAsync("RETR /f");
        Assert.InRange(time.Elapsed.TotalSeconds, 4.8, 5.2);
    }

    [Theory]
    [InlineData(CloseKind.Fin, "")]
    [InlineData(CloseKind.Reset, "RST")]
    public async Task The_control_connection_can_die_while_the_data_goes_on(CloseKind kind, string expected)
    {
        await using var server = Start(Fault.OnRetr().CloseControlAfter(1_000_000, kind));
        using var client = await RawFtp.LoginAsync(server);

        var download = await client.TransferAsync("RETR /f");

        Assert.Equal(Length, download.Bytes.Length);
        Assert.Equal(expected, download.Final);
        Assert.Equal(TransferEnding.Complete, Assert.Single(server.Log.Retrievals).Ending);
    }

    [Fact]
    public async Task A_transfer_can_be_refused_after_REST_was_accepted()
    {
        await using var server = Start(
            Fault.OnRetr(nth: 1).FromOffset(1).Refuse("550 No support for resume of ASCII transfer."),
            Fault.OnRetr(nth: 2).FromOffset(1).Refuse("451 Not permitted."));
        using var client = await RawFtp.LoginAsync(server);

        Assert.StartsWith("550", (await client.TransferAsync("RETR /f", offset: 5)).Preliminary);
        Assert.StartsWith("451", (await client.TransferAsync("RETR /f", offset: 5)).Preliminary);
        Assert.Equal(Length - 5, (await client.TransferAsync("RETR /f", offset: 5)).Bytes.Length);
        Assert.Single(server.Log.Retrievals);
    }

    private static LoopbackServer Start(params Fault[] faults) => Start(new LoopbackOptions(), faults);

    private static LoopbackServer Start(LoopbackOptions options, params Fault[] faults)
    {
        var server = LoopbackServer.Start(options with { Faults = FaultPlan.Of(faults) });
        server.Files.AddSynthetic("/f", Length, seed: 7);
        return server;
    }
}
