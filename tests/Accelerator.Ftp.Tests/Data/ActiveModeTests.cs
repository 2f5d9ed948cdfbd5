using System.Net;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Data;

public sealed class ActiveModeTests
{
    private static readonly byte[] Content = "bytes"u8.ToArray();

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task EPRT_names_the_control_connection_s_own_address(string address)
    {
        using var site = ActiveSite(address: IPAddress.Parse(address));
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login, offset: 100);
        var listener = ReadEprt(await login.Server.ReadAsync());
        Assert.Equal(login.Server.Client.Address, listener.Address);
        await login.Server.ReplyAsync("200 ok");
        await login.Server.AnswerAsync("REST 100", "350 ok");
        await login.Server.ExpectAsync("RETR a.bin");
        await login.Server.ReplyAsync("150 here");
        await SendAsync(login, listener);
        await ReadAsync(login, starting);
    }

    [Fact]
    public async Task A_refused_EPRT_becomes_PORT_and_the_site_remembers()
    {
        using var site = ActiveSite();
        await using (var login = await site.LogInAsync([]))
        {
            var starting = StartAsync(login);
            ReadEprt(await login.Server.ReadAsync());
            await login.Server.ReplyAsync("500 unknown");
            await FinishWithPortAsync(login, starting);
        }

        await using var second = await site.LogInAsync(null);
        await FinishWithPortAsync(second, StartAsync(second));
    }

    [Fact]
    public async Task The_data_connection_may_come_before_any_reply_and_a_150_may_be_missing()
    {
        using var site = ActiveSite();
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login);
        var listener = ReadEprt(await login.Server.ReadAsync());
        // IIS connects before it answers PORT.
        using (var data = await ScriptedData.ConnectAsync(login.Server.Address, listener))
        {
            await login.Server.ReplyAsync("200 ok");
            await login.Server.ExpectAsync("RETR a.bin");
            await data.SendAsync(Content);
            var transfer = await starting.SoonAsync();
            Assert.Equal(Content, await transfer.ReadExactlyAsync(Content.Length));
        }
        await login.Server.ReplyAsync("226 done");
        await ReadAsync(login, starting, nothingLeft: true);
    }

    [Fact]
    public async Task A_stranger_is_turned_away()
    {
        using var site = ActiveSite();
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login);
        var listener = ReadEprt(await login.Server.ReadAsync());
        using (var stranger = await ScriptedData.ConnectAsync(IPAddress.Parse("127.0.0.66"), listener))
        {
            await stranger.SendAsync("evil!"u8.ToArray());
            await login.Server.ReplyAsync("200 ok");
            await login.Server.ExpectAsync("RETR a.bin");
            await stranger.ExpectEndAsync();
        }
        await login.Server.ReplyAsync("150 here");
        await SendAsync(login, listener);
        await ReadAsync(login, starting);
    }

    [Fact]
    public async Task A_server_that_never_connects_is_told_apart_with_a_way_out()
    {
        var time = new FakeTime();
        using var site = ActiveSite(time);
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login);
        ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("200 ok");
        await login.Server.AnswerAsync("RETR a.bin", "150 connecting");
        // The reply has been taken when only the wait for the connection is left.
        while (!site.Trace.Contains("< 150 connecting")) await ScriptedServer.ArrivedAsync();
        time.Advance(new FtpTimeouts().FirstByte);
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
        using var site = ActiveSite();
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login);
        var listener = ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("200 ok");
        await login.Server.AnswerAsync("RETR a.bin", reply);
        Assert.Equal("RETR", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.Equal(usable, login.Session.IsUsable);
        // Nobody listens any more.
        await Assert.ThrowsAnyAsync<System.Net.Sockets.SocketException>(() => ScriptedData.ConnectAsync(login.Server.Address, listener));
    }

    [Fact]
    public async Task A_lost_control_connection_ends_the_wait_for_the_connection()
    {
        using var site = ActiveSite(new FakeTime());
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login);
        ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("200 ok");
        await login.Server.ExpectAsync("RETR a.bin");
        login.Server.Reset();
        await Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync());
    }

    [Fact]
    public async Task A_refused_PORT_is_thrown()
    {
        using var site = ActiveSite();
        await using var login = await site.LogInAsync([]);
        var starting = StartAsync(login);
        ReadEprt(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("500 unknown");
        ReadPort(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("500 passive only");
        Assert.Equal("PORT", (await Assert.ThrowsAsync<FtpReplyException>(() => starting.SoonAsync())).Verb);
        Assert.True(login.Session.IsUsable);
    }

    private static Site ActiveSite(TimeProvider? time = null, IPAddress? address = null) => new(profile => profile with { ActiveMode = true }, time, address);

    private static Task<DataTransfer> StartAsync(Login login, long offset = 0) => login.Session.RetrieveAsync(Site.Path("a.bin"), offset, null, CancellationToken.None);

    private static async Task FinishWithPortAsync(Login login, Task<DataTransfer> starting)
    {
        var listener = ReadPort(await login.Server.ReadAsync());
        await login.Server.ReplyAsync("200 ok");
        await login.Server.AnswerAsync("RETR a.bin", "150 here");
        await SendAsync(login, listener);
        await ReadAsync(login, starting);
    }

    private static async Task SendAsync(Login login, IPEndPoint listener)
    {
        using var data = await ScriptedData.ConnectAsync(login.Server.Address, listener);
        await data.SendAsync(Content);
        await login.Server.ReplyAsync("226 done");
    }

    private static async Task ReadAsync(Login login, Task<DataTransfer> starting, bool nothingLeft = false)
    {
        await using var transfer = await starting.SoonAsync();
        Assert.Equal(nothingLeft ? [] : Content, await transfer.ReadToEndAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        Assert.True(login.Session.IsUsable);
    }

    private static IPEndPoint ReadEprt(string? command)
    {
        Assert.StartsWith("EPRT |", command);
        var fields = command!.Split('|');
        var address = IPAddress.Parse(fields[2]);
        Assert.Equal(address.AddressFamily == System.Net.Sockets.AddressFamily.InterNetwork ? "1" : "2", fields[1]);
        return new IPEndPoint(address, int.Parse(fields[3]));
    }

    private static IPEndPoint ReadPort(string? command)
    {
        Assert.StartsWith("PORT ", command);
        var numbers = command![5..].Split(',');
        return new IPEndPoint(IPAddress.Parse(string.Join('.', numbers[..4])), (int.Parse(numbers[4]) * 256) + int.Parse(numbers[5]));
    }
}
