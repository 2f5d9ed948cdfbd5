using System.Net;
using System.Net.Sockets;

namespace Accelerator.Loopback.Tests;

public sealed class LoopbackServerTests
{
    [Fact]
    public async Task Stopping_ends_every_connection_even_stalled_ones()
    {
        var server = LoopbackServer.Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(
                Fault.OnRetr().StallAfter(10), Fault.OnConnection(nth: 2).NeverAnswer(), Fault.OnCommand("HELP").EndlessReply()),
        });
        server.Files.AddSynthetic("/f", 1_000, seed: 1);
        using var stalled = await RawFtp.LoginAsync(server);
        using var mute = await RawFtp.ConnectAsync(server);
        using var endless = await RawFtp.LoginAsync(server);
        using var data = await stalled.OpenDataAsync();
        await stalled.AskAsync("RETR /f", "150");
        await endless.SendAsync("HELP\r\n");
        await endless.PieceAsync();

        await server.DisposeAsync();
        await server.DisposeAsync();

        Assert.Equal((0, 0, 0), (server.Log.ControlConnections, server.Log.DataConnections, server.Log.RunningTransfers));
        Assert.Equal(TransferEnding.Stopped, Assert.Single(server.Log.Retrievals).Ending);
        await Assert.ThrowsAnyAsync<Exception>(() => RawFtp.ConnectAsync(server));
    }

    [Fact]
    public async Task The_youngest_control_connections_can_be_closed_from_outside()
    {
        await using var server = LoopbackServer.Start();
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.LoginAsync(server);
        using var third = await RawFtp.LoginAsync(server);

        server.CloseControlConnections(CloseKind.Reset, count: 2);

        Assert.Equal("RST", await second.ReplyAsync());
        Assert.Equal("RST", await third.ReplyAsync());
        await first.AskAsync("NOOP", "200");
    }

    [Fact]
    public async Task Data_connections_can_be_closed_from_outside()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/long", 1L << 40, seed: 1);
        using var client = await RawFtp.LoginAsync(server);
        using var data = await client.OpenDataAsync();
        await client.AskAsync("RETR /long", "150");
        await client.ReadDataAsync(data, atMost: 10_000);

        server.CloseDataConnections(CloseKind.Reset);

        Assert.True((await client.ReadDataAsync(data)).Reset);
        Assert.StartsWith("426", await client.ReplyAsync());
        Assert.Equal(TransferEnding.DroppedByFault, Assert.Single(server.Log.Retrievals).Ending);
    }

    [Fact]
    public async Task A_frozen_server_keeps_everything_open_and_goes_on_when_thawed()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/f", 60_000_000, seed: 1);
        using var client = await RawFtp.LoginAsync(server);
        using var other = await RawFtp.LoginAsync(server);
        using var data = await client.OpenDataAsync();
        await client.AskAsync("RETR /f", "150");
        await client.ReadDataAsync(data, atMost: 1_000_000);

        server.Freeze();
        var reply = other.AskAsync("NOOP");
        var rest = client.ReadDataAsync(data);
        await Task.WhenAny(reply, rest, Task.Delay(200));
        Assert.False(reply.IsCompleted || rest.IsCompleted);

        server.Thaw();
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
        var mistaken = Fault.OnCommand("NOOP").AlterReply(_ => throw new InvalidOperationException("my mistake"));
        await using var server = LoopbackServer.Start(new LoopbackOptions { Faults = FaultPlan.Of(mistaken) });
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("", await client.AskAsync("NOOP"));
        Assert.Contains("my mistake", server.Log.Faults[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_servers_stand_side_by_side_on_their_own_addresses()
    {
        await using var one = LoopbackServer.Start(new LoopbackOptions { Address = IPAddress.Parse("127.0.0.2") });
        await using var two = LoopbackServer.Start(
            new LoopbackOptions { Address = IPAddress.Parse("127.0.0.3"), Port = one.EndPoint.Port });
        using var toOne = await RawFtp.LoginAsync(one);
        using var toTwo = await RawFtp.LoginAsync(two);

        Assert.Equal($"ftp://127.0.0.3:{one.EndPoint.Port}//a/b%20c", two.UrlOf("/a/b c"));
        Assert.Contains("(127,0,0,2,", await toOne.AskAsync("PASV"), StringComparison.Ordinal);
        Assert.Contains("(127,0,0,3,", await toTwo.AskAsync("PASV"), StringComparison.Ordinal);
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
