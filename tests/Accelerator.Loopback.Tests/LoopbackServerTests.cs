using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests;

public sealed class LoopbackServerTests
{
    [Fact]
    public async Task Stopping_ends_every_connection_even_stalled_ones()
    {
        await using var stalled = await LoopbackFixture.OpenAsync(
            Fault.OnRetr().StallAfter(5), Fault.OnConnection(nth: 2).NeverAnswer(), Fault.OnCommand("HELP").EndlessReply());
        using var mute = await RawFtp.ConnectAsync(stalled.Server);
        using var endless = await RawFtp.LoginAsync(stalled.Server);
        using var data = await stalled.Client.RetrieveAsync();
        await endless.SendAsync("HELP\r\n");
        await endless.PieceAsync();

        await stalled.Server.DisposeAsync();
        await stalled.Server.DisposeAsync();

        Assert.Equal((0, 0, 0), (stalled.Log.ControlConnections, stalled.Log.DataConnections, stalled.Log.RunningTransfers));
        Assert.Equal(TransferEnding.Stopped, await stalled.OnlyEndingAsync());
        await Assert.ThrowsAnyAsync<Exception>(() => RawFtp.ConnectAsync(stalled.Server));
    }

    [Fact]
    public async Task The_youngest_control_connections_can_be_closed_from_outside()
    {
        await using var first = await LoopbackFixture.OpenAsync();
        using var second = await RawFtp.LoginAsync(first.Server);
        using var third = await RawFtp.LoginAsync(first.Server);
        first.Server.CloseControlConnections(CloseKind.Reset, count: 2);
        Assert.Equal("RST", await second.ReplyAsync());
        Assert.Equal("RST", await third.ReplyAsync());
        await first.Client.AskAsync("NOOP", "200");
    }

    [Fact]
    public async Task Data_connections_can_be_closed_from_outside()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        it.Fill(1L << 40);
        using var data = await it.Client.RetrieveAsync();
        await it.Client.ReadDataAsync(data, atMost: 10_000);
        it.Server.CloseDataConnections(CloseKind.Reset);
        Assert.True((await it.Client.ReadDataAsync(data)).Reset);
        await it.Client.ExpectAsync("426");
        Assert.Equal(TransferEnding.DroppedByFault, await it.OnlyEndingAsync());
    }

    [Fact]
    public async Task A_frozen_server_keeps_all_connections_open_and_continues_when_thawed()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        it.Fill(60_000_000);
        using var other = await RawFtp.LoginAsync(it.Server);
        using var data = await it.Client.RetrieveAsync();
        await it.Client.ReadDataAsync(data, atMost: 1_000_000);

        it.Server.Freeze();
        var reply = other.AskAsync("NOOP");
        var rest = it.Client.ReadDataAsync(data);
        await Task.WhenAny(reply, rest, Task.Delay(200));
        Assert.False(reply.IsCompleted || rest.IsCompleted);

        it.Server.Thaw();
        Assert.StartsWith("200", await reply);
        Assert.Equal(59_000_000, (await rest).Bytes.Length);
    }

    [Fact]
    public async Task Clients_that_vanish_at_once_do_not_disturb_the_others()
    {
        await using var server = LoopbackServer.Start();
        for (var i = 0; i < 50; i++)
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
            await socket.ConnectAsync(server.EndPoint);
        }
        using var client = await RawFtp.LoginAsync(server);
        await client.AskAsync("NOOP", "200");
        await server.Log.WaitForAsync(log => log.ControlConnections == 1, client.Deadline);
    }

    [Fact]
    public async Task A_function_of_the_test_that_throws_ends_its_connection_and_is_logged()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("NOOP").AlterReply(_ => throw new InvalidOperationException("my mistake")));
        Assert.Equal("", await it.Client.AskAsync("NOOP"));
        Assert.Contains("my mistake", it.Log.Faults[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_servers_run_side_by_side_on_their_own_addresses()
    {
        await using var one = await LoopbackFixture.OpenAsync(new LoopbackOptions { Address = IPAddress.Parse("127.0.0.2") });
        var port = one.Server.EndPoint.Port;
        await using var two = await LoopbackFixture.OpenAsync(new LoopbackOptions { Address = IPAddress.Parse("127.0.0.3"), Port = port });
        Assert.Equal($"ftp://127.0.0.3:{port}//a/b%20c", two.Server.UrlOf("/a/b c"));
        Assert.Contains("(127,0,0,2,", await one.Client.AskAsync("PASV"), StringComparison.Ordinal);
        Assert.Contains("(127,0,0,3,", await two.Client.AskAsync("PASV"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Many_streams_at_once_all_get_the_right_bytes()
    {
        await using var server = LoopbackServer.Start();
        var content = server.Files.AddSynthetic("/f", 8_000_000, seed: 1).Content;
        await Task.WhenAll(Enumerable.Range(0, 16).Select(async i =>
        {
            using var client = await RawFtp.LoginAsync(server);
            using var received = new MemoryStream((await client.TransferAsync("RETR /f", offset: i * 500_000L)).Bytes);
            Assert.Null(await content.FirstDifferenceAsync(received, i * 500_000L, content.Length, CancellationToken.None));
        }));
        Assert.Equal(Enumerable.Range(0, 16).Sum(i => 8_000_000L - i * 500_000), server.Log.BytesSent);
    }
}
