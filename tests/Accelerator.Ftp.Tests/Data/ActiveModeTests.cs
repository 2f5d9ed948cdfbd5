namespace Accelerator.Ftp.Tests.Data;

public sealed class ActiveModeTests : OneSessionFixture
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
        var starting = Login.StartAsync();
        ReadEprt(await Login.Server.ReadAsync());
        await Login.Server.ReplyAsync("500 unknown");
        await FinishWithPortAsync(Login, starting);

        await using var second = await Login.Site.LogInAsync(null);
        await FinishWithPortAsync(second, second.StartAsync());
    }

    [Fact]
    public async Task The_data_connection_may_come_before_any_reply_and_a_150_may_be_missing()
    {
        var starting = Login.StartAsync();
        // IIS connects before it replies to PORT.
        var data = await ScriptedData.ConnectAsync(Login.Server.Address, ReadEprt(await Login.Server.ReadAsync()));
        await Login.Server.ReplyAsync("200 ok");
        await Login.Server.ExpectAsync("RETR a.bin");
        await data.SendAsync("first "u8.ToArray());
        var transfer = await starting.SoonAsync();
        Assert.Equal("first "u8.ToArray(), await transfer.ReadExactlyAsync(6));
        await Login.FinishAsync(transfer, data);
    }

    [Fact]
    public async Task A_stranger_is_turned_away()
    {
        var starting = Login.StartAsync();
        var listener = ReadEprt(await Login.Server.ReadAsync());
        using (var stranger = await ScriptedData.ConnectAsync(IPAddress.Parse("127.0.0.66"), listener))
        {
            await stranger.SendAsync("evil!"u8.ToArray());
            await Login.Server.ReplyAsync("200 ok");
            await Login.Server.ExpectAsync("RETR a.bin");
            await stranger.ExpectEndAsync();
        }
        await Login.Server.ReplyAsync("150 here");
        await Login.FinishAsync(starting, await ScriptedData.ConnectAsync(Login.Server.Address, listener));
    }

    [Fact]
    public async Task A_server_that_never_connects_gives_a_distinct_error_with_a_remedy()
    {
        var (starting, _) = await StartAsync(Login);
        await Login.Server.AnswerAsync("RETR a.bin", "150 connecting");
        // Once the reply has been read, only the wait for the connection is left.
        await Login.Site.UntilTraceHasAsync("< 150 connecting");
        Login.Time.Advance(new FtpTimeouts().FirstByte);
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => starting.SoonAsync());
        Assert.Contains("--active", timeout.Message);
        Assert.False(Login.Session.IsUsable);
        await Login.Server.ExpectEndAsync();
    }

    [Theory]
    [InlineData("425 Can't open data connection.", true)]
    [InlineData("550 No such file.", true)]
    [InlineData("421 bye", false)]
    public async Task A_refusal_ends_the_wait_for_the_connection(string reply, bool usable)
    {
        // Once the listener is closed another program may get its port, and accept: not three times in a row.
        var isClosed = false;
        for (var tries = 0; tries < 3 && !isClosed; tries++)
        {
            await using var login = await OpenAsync(IPAddress.Loopback);
            var (starting, listener) = await StartAsync(login);
            await login.Server.AnswerAsync("RETR a.bin", reply);
            Assert.Equal("RETR", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
            Assert.Equal(usable, login.Session.IsUsable);
            isClosed = await Record.ExceptionAsync(() => ScriptedData.ConnectAsync(login.Server.Address, listener)) is SocketException;
        }
        Assert.True(isClosed, "The listener was not closed.");
    }

    [Theory]
    [InlineData("425 Can't open data connection.", true)]
    [InlineData("421 Service not available.", false)]
    [InlineData("226 done", false)]
    public async Task A_reply_behind_the_150_ends_the_wait_for_the_connection_and_is_the_reason(string reply, bool usable)
    {
        var (starting, _) = await StartAsync(Login);
        await Login.Server.AnswerAsync("RETR a.bin", "150 connecting", reply);
        if (reply.StartsWith('2'))
        {
            await Login.Site.UntilTraceHasAsync($"< {reply}");
            await Login.Time.UntilOneIsDueInAsync(TimeSpan.FromSeconds(0.2));
            Login.Time.Advance(TimeSpan.FromSeconds(0.2));
        }
        Assert.Contains(reply.TrimEnd('.'), (await Assert.ThrowsAnyAsync<FtpException>(() => starting.SoonAsync())).Message);
        Assert.Equal(usable, Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_connection_behind_the_last_reply_is_still_taken()
    {
        var (starting, listener) = await StartAsync(Login);
        await Login.Server.AnswerAsync("RETR a.bin", "150 connecting", "226 done");
        await Login.Site.UntilTraceHasAsync("< 226 done");
        var data = await ScriptedData.ConnectAsync(Login.Server.Address, listener);
        await data.SendAsync(SessionFixture.Content);
        data.Dispose();
        var transfer = await starting.SoonAsync();
        await transfer.ExpectEndAsync(SessionFixture.Content);
        await transfer.DisposeAsync();
        Assert.True(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_lost_control_connection_ends_the_wait_for_the_connection()
    {
        var (starting, _) = await StartAsync(Login);
        await Login.Server.ExpectAsync("RETR a.bin");
        Login.Server.Reset();
        await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync());
    }

    [Fact]
    public async Task A_refused_PORT_is_thrown()
    {
        var starting = Login.StartAsync();
        ReadEprt(await Login.Server.ReadAsync());
        await Login.Server.ReplyAsync("500 unknown");
        ReadPort(await Login.Server.ReadAsync());
        await Login.Server.ReplyAsync("500 passive only");
        Assert.Equal("PORT", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.True(Login.Session.IsUsable);
    }

    private protected override Task<SessionFixture> OpenAsync() => OpenAsync(address: null);

    private static Task<SessionFixture> OpenAsync(IPAddress? address) =>
        SessionFixture.OpenAtAsync(new SiteFixture(profile => profile with { ActiveMode = true }, address: address));

    // Runs up to the reply to EPRT.
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
