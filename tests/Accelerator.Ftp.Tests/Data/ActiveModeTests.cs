using System.Net.Sockets;

namespace Accelerator.Ftp.Tests.Data;

public sealed class ActiveModeTests
{
    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task EPRT_names_the_control_connection_s_own_address(string address)
    {
        await using var login = await OpenAsync(IPAddress.Parse(address));
        var (starting, listener) = await StartAsync(login, offset: 100);
        Assert.Equal(login.Server.Client.Address, listener.Address);
        await login.Server.AnswerAsync("REST 100", "350 ok");
        await FinishAsync(login, starting, listener);
    }

    [Fact]
    public async Task A_refused_EPRT_becomes_PORT_and_the_site_remembers()
    {
        await using var login = await OpenAsync();
        var starting = login.StartAsync();
        ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("500 unknown");
        await FinishWithPortAsync(login, starting);

        await using var second = await login.Site.LogInAsync(null);
        await FinishWithPortAsync(second, second.StartAsync());
    }

    [Fact]
    public async Task The_data_connection_may_come_before_any_reply_and_a_150_may_be_missing()
    {
        await using var login = await OpenAsync();
        var starting = login.StartAsync();
        // IIS connects before it answers PORT.
        var data = await ScriptedData.ConnectAsync(login.Server.Address, ReadEprt(await login.Server.ReadAsync()));
        await login.Server.ReplyAsync("200 ok");
        await login.Server.ExpectAsync("RETR a.bin");
        await data.SendAsync("first "u8.ToArray());
        var transfer = await starting.SoonAsync();
        Assert.Equal("first "u8.ToArray(), await transfer.ReadExactlyAsync(6));
        await login.FinishAsync(transfer, data);
    }

    [Fact]
    public async Task A_stranger_is_turned_away()
    {
        await using var login = await OpenAsync();
        var starting = login.StartAsync();
        var listener = ReadEprt(await login.Server.ReadAsync());
        using (var stranger = await ScriptedData.ConnectAsync(IPAddress.Parse("127.0.0.66"), listener))
        {
            await stranger.SendAsync("evil!"u8.ToArray());
            await login.Server.ReplyAsync("200 ok");
            await login.Server.ExpectAsync("RETR a.bin");
            await stranger.ExpectEndAsync();
        }
        await login.Server.ReplyAsync("150 here");
        await login.FinishAsync(starting, await ScriptedData.ConnectAsync(login.Server.Address, listener));
    }

    [Fact]
    public async Task A_server_that_never_connects_is_told_apart_with_a_way_out()
    {
        await using var login = await OpenAsync();
        var (starting, _) = await StartAsync(login);
        await login.Server.AnswerAsync("RETR a.bin", "150 connecting");
        // When the reply has been read, only the wait for the connection is left.
        await login.Site.UntilTraceHasAsync("< 150 connecting");
        login.Time.Advance(new FtpTimeouts().FirstByte);
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        Assert.Contains("--active", timeout.Message);
        Assert.False(login.Session.IsUsable);
        await login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData("425 Can't open data connection.", true)]
    [InlineData("550 No such file.", true)]
    [InlineData("421 bye", false)]
    public async Task A_refusal_ends_the_wait_for_the_connection(string reply, bool usable)
    {
        await using var login = await OpenAsync();
        var (starting, listener) = await StartAsync(login);
        await login.Server.AnswerAsync("RETR a.bin", reply);
        Assert.Equal("RETR", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.Equal(usable, login.Session.IsUsable);
        // Nobody listens any more.
        await Assert.ThrowsAnyAsync<SocketException>(() => ScriptedData.ConnectAsync(login.Server.Address, listener));
    }

    [Fact]
    public async Task A_lost_control_connection_ends_the_wait_for_the_connection()
    {
        await using var login = await OpenAsync();
        var (starting, _) = await StartAsync(login);
        await login.Server.ExpectAsync("RETR a.bin");
        login.Server.Reset();
        await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync());
    }

    [Fact]
    public async Task A_refused_PORT_is_thrown()
    {
        await using var login = await OpenAsync();
        var starting = login.StartAsync();
        ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("500 unknown");
        ReadPort(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("500 passive only");
        Assert.Equal("PORT", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.True(login.Session.IsUsable);
    }

    private static Task<SessionFixture> OpenAsync(IPAddress? address = null) =>
        SessionFixture.OpenAtAsync(new SiteFixture(profile => profile with { ActiveMode = true }, address: address));

    // Up to the answer to EPRT.
    private static async Task<(Task<DataTransfer> Starting, IPEndPoint Listener)> StartAsync(SessionFixture login, long offset = 0)
    {
        var starting = login.StartAsync(offset);
        var listener = ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("200 ok");
        return (starting, listener);
    }

    private static async Task FinishAsync(SessionFixture login, Task<DataTransfer> starting, IPEndPoint listener)
    {
        await login.Server.AnswerAsync("RETR a.bin", "150 here");
        await login.FinishAsync(starting, await ScriptedData.ConnectAsync(login.Server.Address, listener));
    }

    private static async Task FinishWithPortAsync(SessionFixture login, Task<DataTransfer> starting)
    {
        var listener = ReadPort(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("200 ok");
        await FinishAsync(login, starting, listener);
    }

    private static IPEndPoint ReadEprt(string? command)
    {
        Assert.StartsWith("EPRT |", command);
        var fields = command!.Split('|');
        var address = IPAddress.Parse(fields[2]);
        Assert.Equal(address.AddressFamily == AddressFamily.InterNetwork ? "1" : "2", fields[1]);
        return new IPEndPoint(address, int.Parse(fields[3]));
    }

    private static IPEndPoint ReadPort(string? command)
    {
        Assert.StartsWith("PORT ", command);
        var numbers = command![5..].Split(',');
        return new IPEndPoint(IPAddress.Parse(string.Join('.', numbers[..4])), (int.Parse(numbers[4]) * 256) + int.Parse(numbers[5]));
    }
}
