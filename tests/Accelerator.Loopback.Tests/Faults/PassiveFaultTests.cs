using System.Net;
using System.Net.Sockets;
using System.Text.RegularExpressions;

namespace Accelerator.Loopback.Tests;

public sealed class PassiveFaultTests
{
    [Fact]
    public async Task EPSV_can_be_refused_and_PASV_still_works()
    {
        await using var server = Start(
            Fault.OnCommand("EPSV", nth: 1).Reply("500 What?"), Fault.OnCommand("EPSV", nth: 2).Reply("522 Use (2)"));
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("EPSV", "500");
        await client.AskAsync("EPSV", "522");
        Assert.Equal("227 Entering Passive Mode (127,0,0,1,", (await client.AskAsync("PASV"))[..37]);
        await client.AskAsync("EPSV", "229");
    }

    [Fact]
    public async Task A_port_can_refuse()
    {
        await using var server = Start(Fault.OnCommand("EPSV").RefusingPort());
        using var client = await RawFtp.LoginAsync(server);

        var refused = await Assert.ThrowsAsync<SocketException>(client.OpenDataAsync);
        Assert.Equal(SocketError.ConnectionRefused, refused.SocketErrorCode);
        await client.AskAsync("RETR /f", "425");
    }

    [Fact]
    public async Task A_port_can_be_silent()
    {
        if (OperatingSystem.IsWindows()) return; // there it refuses; see SilentPort
        await using var server = Start(Fault.OnCommand("EPSV").SilentPort());
        using var client = await RawFtp.LoginAsync(server);

        var connecting = client.OpenDataAsync();
        await Assert.ThrowsAsync<TimeoutException>(() => connecting.WaitAsync(TimeSpan.FromMilliseconds(300)));

        // The server waits too.
        await client.SendAsync("RETR /f\r\n");
        await Assert.ThrowsAsync<TimeoutException>(() => client.ReplyAsync().WaitAsync(TimeSpan.FromMilliseconds(300)));
    }

    [Fact]
    public async Task A_port_can_open_with_the_transfer_command_only()
    {
        await using var server = Start(Fault.OnCommand("EPSV", nth: 1).ListenLate());
        using var client = await RawFtp.LoginAsync(server);
        var port = PortOf229(await client.AskAsync("EPSV", "229"));

        await Assert.ThrowsAsync<SocketException>(() => client.ConnectDataAsync(IPAddress.Loopback, port));
        await client.SendAsync("RETR /f\r\n");
        await server.Log.WaitForAsync(log => log.RunningTransfers == 1, client.Deadline);
        using var data = await ConnectWithRetryAsync(client, port);
        Assert.Equal("data"u8.ToArray(), (await client.ReadDataAsync(data)).Bytes);
        Assert.StartsWith("150", await client.ReplyAsync());
        Assert.StartsWith("226", await client.ReplyAsync());
    }

    [Fact]
    public async Task A_foreign_address_is_named_and_watched()
    {
        await using var server = Start(Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse("127.0.0.66")));
        using var client = await RawFtp.LoginAsync(server);
        var port = PortOf227(await client.AskAsync("PASV", "227 Entering Passive Mode (127,0,0,66,"));

        using (var wrong = await client.ConnectDataAsync(IPAddress.Parse("127.0.0.66"), port))
        {
            await server.Log.WaitForAsync(log => log.ForeignDataConnections == 1, client.Deadline);
        }

        using var right = await client.ConnectDataAsync(IPAddress.Loopback, port);
        await client.AskAsync("RETR /f", "150");
        Assert.Equal("data"u8.ToArray(), (await client.ReadDataAsync(right)).Bytes);
        Assert.Equal(1, server.Log.DataConnectionsOpened);
    }

    [Theory]
    [InlineData("0.0.0.0", "(0,0,0,0,")]
    [InlineData("10.1.2.3", "(10,1,2,3,")]
    public async Task An_address_that_is_not_ours_is_named_only(string address, string expected)
    {
        await using var server = Start(Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse(address)));
        using var client = await RawFtp.LoginAsync(server);

        var port = PortOf227(await client.AskAsync("PASV", $"227 Entering Passive Mode {expected}"));
        using var data = await client.ConnectDataAsync(IPAddress.Loopback, port);
    }

    [Fact]
    public async Task Passive_replies_can_be_worded_as_on_odd_servers()
    {
        await using var server = Start(
            Fault.OnCommand("PASV", nth: 1).PassiveReply(PassiveForms.NoParentheses),
            Fault.OnCommand("PASV", nth: 2).PassiveReply(PassiveForms.MultiLine),
            Fault.OnCommand("PASV", nth: 3).PassiveReply(PassiveForms.Usual229),
            Fault.OnCommand("PASV", nth: 4).PassiveReply(e => $"227 (256,0,0,1,0,{e.Port})"),
            Fault.OnCommand("EPSV", nth: 1).PassiveReply(PassiveForms.Usual227),
            Fault.OnCommand("EPSV", nth: 2).PassiveReply(PassiveForms.OtherDelimiter),
            Fault.OnCommand("EPSV", nth: 3).PassiveReply(PassiveForms.MissingDelimiter),
            Fault.OnCommand("EPSV", nth: 4).PassiveReply(PassiveForms.NoPort));
        using var client = await RawFtp.LoginAsync(server);

        foreach (var (command, pattern) in new[]
        {
            ("PASV", @"^227 Entering Passive Mode 127,0,0,1,\d+,\d+$"),
            ("PASV", @"^227-Passive mode follows 1,2,3\n227 =\(127,0,0,1,\d+,\d+\)$"),
            ("PASV", @"^229 .*\(\|\|\|\d+\|\)\.$"), ("PASV", @"^227 \(256,0,0,1,0,\d+\)$"),
            ("EPSV", @"^227 .*\(127,0,0,1,\d+,\d+\)\.$"), ("EPSV", @"^229 .*\(!!!\d+!\)$"),
            ("EPSV", @"^229 .*\(\|\|\d+\|\)$"), ("EPSV", "^229 listen socket already exists$"),
        })
        {
            Assert.Matches(pattern, await client.AskAsync(command));
        }
    }

    private static async Task<Socket> ConnectWithRetryAsync(RawFtp client, int port)
    {
        while (true)
        {
            try
            {
                return await client.ConnectDataAsync(IPAddress.Loopback, port);
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
            {
                await Task.Yield(); // RETR is logged just before the port opens
            }
        }
    }

    private static int PortOf229(string reply) => int.Parse(Regex.Match(reply, @"\|(\d+)\|").Groups[1].Value);

    private static int PortOf227(string reply)
    {
        var numbers = Regex.Match(reply, @"(\d+),(\d+)\)").Groups;
        return (int.Parse(numbers[1].Value) << 8) + int.Parse(numbers[2].Value);
    }

    private static LoopbackServer Start(params Fault[] faults)
    {
        var server = LoopbackServer.Start(
            new LoopbackOptions { Faults = FaultPlan.Of(faults) });
        server.Files.AddText("/f", "data");
        return server;
    }
}
