using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class PassiveFaultTests
{
    [Fact]
    public async Task EPSV_can_be_refused_and_PASV_still_works()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnCommand("EPSV", nth: 1).Reply("500 What?"), Fault.OnCommand("EPSV", nth: 2).Reply("522 Use (2)"));
        await it.Client.AskAllAsync(("EPSV", "500"), ("EPSV", "522"), ("PASV", "227 Entering Passive Mode (127,0,0,1,"), ("EPSV", "229"));
    }

    [Fact]
    public async Task A_port_can_refuse()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("EPSV").RefusingPort());
        var refused = await Assert.ThrowsAsync<SocketException>(it.Client.OpenDataAsync);
        Assert.Equal(SocketError.ConnectionRefused, refused.SocketErrorCode);
        await it.Client.AskAsync("RETR /f", "425");
    }

    [Fact]
    public async Task A_port_can_be_silent()
    {
        if (OperatingSystem.IsWindows()) return; // there it refuses; see SilentPort
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("EPSV").SilentPort());
        var connecting = it.Client.OpenDataAsync();
        await Assert.ThrowsAsync<TimeoutException>(() => connecting.WaitAsync(TimeSpan.FromMilliseconds(200)));

        // The server waits as well.
        await it.Client.SendAsync("RETR /f\r\n");
        await Assert.ThrowsAsync<TimeoutException>(() => it.Client.ReplyAsync().WaitAsync(TimeSpan.FromMilliseconds(200)));
    }

    [Fact]
    public async Task A_port_can_open_with_the_transfer_command_only()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("EPSV", nth: 1).ListenLate());
        var port = int.Parse(Regex.Match(await it.Client.AskAsync("EPSV", "229"), @"\|(\d+)\|").Groups[1].Value);
        await Assert.ThrowsAsync<SocketException>(() => it.Client.ConnectDataAsync(IPAddress.Loopback, port));
        await it.Client.SendAsync("RETR /f\r\n");
        await it.Log.WaitForAsync(log => log.RunningTransfers == 1, it.Client.Deadline);
        using var data = await ConnectWithRetryAsync(it.Client, port);
        Assert.Equal("0123456789"u8.ToArray(), (await it.Client.ReadDataAsync(data)).Bytes);
        await it.Client.ExpectAsync("150");
        await it.Client.ExpectAsync("226");
    }

    [Fact]
    public async Task A_foreign_address_is_named_and_watched()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse("127.0.0.66")));
        var port = PortOf227(await it.Client.AskAsync("PASV", "227 Entering Passive Mode (127,0,0,66,"));
        using (var wrong = await it.Client.ConnectDataAsync(IPAddress.Parse("127.0.0.66"), port))
            await it.Log.WaitForAsync(log => log.ForeignDataConnections == 1, it.Client.Deadline);

        using var right = await it.Client.ConnectDataAsync(IPAddress.Loopback, port);
        await it.Client.AskAsync("RETR /f", "150");
        Assert.Equal("0123456789"u8.ToArray(), (await it.Client.ReadDataAsync(right)).Bytes);
        Assert.Equal(1, it.Log.DataConnectionsOpened);
    }

    [Theory]
    [InlineData("0.0.0.0", "(0,0,0,0,")]
    [InlineData("10.1.2.3", "(10,1,2,3,")]
    public async Task An_address_that_is_not_ours_is_named_only(string address, string expected)
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse(address)));
        var port = PortOf227(await it.Client.AskAsync("PASV", $"227 Entering Passive Mode {expected}"));
        using var data = await it.Client.ConnectDataAsync(IPAddress.Loopback, port);
    }

    [Fact]
    public async Task Passive_replies_can_be_worded_as_on_odd_servers()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnCommand("PASV", nth: 1).PassiveReply(PassiveForms.NoParentheses),
            Fault.OnCommand("PASV", nth: 2).PassiveReply(PassiveForms.MultiLine),
            Fault.OnCommand("PASV", nth: 3).PassiveReply(PassiveForms.Usual229),
            Fault.OnCommand("PASV", nth: 4).PassiveReply(e => $"227 (256,0,0,1,0,{e.Port})"),
            Fault.OnCommand("EPSV", nth: 1).PassiveReply(PassiveForms.Usual227),
            Fault.OnCommand("EPSV", nth: 2).PassiveReply(PassiveForms.OtherDelimiter),
            Fault.OnCommand("EPSV", nth: 3).PassiveReply(PassiveForms.MissingDelimiter),
            Fault.OnCommand("EPSV", nth: 4).PassiveReply(PassiveForms.NoPort));
        foreach (var (command, pattern) in new[]
        {
            ("PASV", @"^227 Entering Passive Mode 127,0,0,1,\d+,\d+$"),
            ("PASV", @"^227-Passive mode follows 1,2,3\n227 =\(127,0,0,1,\d+,\d+\)$"),
            ("PASV", @"^229 .*\(\|\|\|\d+\|\)\.$"), ("PASV", @"^227 \(256,0,0,1,0,\d+\)$"),
            ("EPSV", @"^227 .*\(127,0,0,1,\d+,\d+\)\.$"), ("EPSV", @"^229 .*\(!!!\d+!\)$"),
            ("EPSV", @"^229 .*\(\|\|\d+\|\)$"), ("EPSV", "^229 listen socket already exists$"),
        })
        {
            Assert.Matches(pattern, await it.Client.AskAsync(command));
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

    private static int PortOf227(string reply)
    {
        var numbers = Regex.Match(reply, @"(\d+),(\d+)\)").Groups;
        return (int.Parse(numbers[1].Value) << 8) + int.Parse(numbers[2].Value);
    }
}
