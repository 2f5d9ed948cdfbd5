using System.Net;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

public sealed class LoginTests
{
    [Fact]
    public async Task User_and_password_then_TYPE_I_and_FEAT_when_somebody_asks()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync("SIZE");
        Assert.Equal(["USER tester", "PASS secret", "TYPE I", "FEAT"], login.Server.Commands);
        Assert.True(login.Session.IsUsable);
        Assert.True(login.Session.Traits.Features!.Has("SIZE"));
    }

    [Theory]
    [InlineData("230 no password needed")]
    [InlineData("200 fine")]
    public async Task A_user_without_password_sends_none(string reply)
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("USER tester", reply);
        await FinishAsync(server);
        await using var session = await connecting.SoonAsync();
        Assert.True(session.IsUsable);
    }

    [Fact]
    public async Task A_230_in_the_greeting_is_a_login()
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("230 you are in already");
        await FinishAsync(server);
        await using var session = await connecting.SoonAsync();
        Assert.Equal(["TYPE I"], server.Commands);
    }

    [Fact]
    public async Task A_120_is_waited_out()
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("120 ready in 1 minute");
        await server.LogInAsync();
        await using var session = await connecting.SoonAsync();
        Assert.True(session.IsUsable);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_account_is_sent_when_it_is_asked_for(bool afterPassword)
    {
        using var site = new Site(profile => profile with { Credential = new FtpCredential("tester", "secret", "billing") });
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("USER tester", afterPassword ? "331 password" : "332 account");
        if (afterPassword) await server.AnswerAsync("PASS secret", "332 account");
        await server.AnswerAsync("ACCT billing", "230 in");
        await FinishAsync(server);
        await using var session = await connecting.SoonAsync();
        Assert.DoesNotContain(site.Trace, line => line.Contains("billing"));
    }

    [Fact]
    public async Task A_missing_account_ends_the_login_with_a_sentence()
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("USER tester", "332 account");
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => connecting.SoonAsync());
        Assert.Contains("needs an account", refusal.Message);
        await server.ExpectEndAsync();
    }

    [Fact]
    public async Task A_refused_password_is_tried_once_and_never_shown()
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("USER tester", "331 password");
        await server.AnswerAsync("PASS secret", "530 Login incorrect.");
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => connecting.SoonAsync());
        Assert.Equal(("PASS", 530), (refusal.Verb, refusal.Reply.Code));
        Assert.Contains("tester", refusal.Message);
        Assert.DoesNotContain("secret", refusal.ToString());
        Assert.DoesNotContain(site.Trace, line => line.Contains("secret"));
        Assert.Contains("> PASS ****", site.Trace);
        await server.ExpectEndAsync();
    }

    [Theory]
    [InlineData("421 Too many connections")]
    [InlineData("530 Not you")]
    [InlineData("331 what?")]
    public async Task A_greeting_that_refuses_is_nobody_s_password(string greeting)
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync(greeting);
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => connecting.SoonAsync());
        Assert.Equal("", refusal.Verb);
        await server.ExpectEndAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_close_before_the_greeting_is_told_apart(bool reset)
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        if (reset) server.Reset();
        else server.Dispose();
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => connecting.SoonAsync());
        Assert.Equal(FtpStage.Greeting, lost.Stage);
        Assert.True(lost.IsTransient);
    }

    [Theory]
    [InlineData("SSH-2.0-OpenSSH_9.6\r\n")]
    [InlineData("HTTP/1.1 400 Bad")]
    public async Task What_is_not_FTP_is_sent_nothing(string banner)
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.WriteAsync(banner);
        await Assert.ThrowsAsync<FtpProtocolException>(() => connecting.SoonAsync());
        await server.ExpectEndAsync();
    }

    [Theory]
    [InlineData("test\rer", "secret", null)]
    [InlineData("tester", "sec\nret", null)]
    [InlineData("tester", "sec\0ret", null)]
    [InlineData("tester", "secret", "bil\r\nling")]
    public async Task A_credential_with_a_line_end_is_refused_before_anything_is_sent(string user, string password, string? account)
    {
        using var site = new Site(profile => profile with { Credential = new FtpCredential(user, password, account) });
        var refusal = await Assert.ThrowsAsync<ArgumentException>(() => site.ConnectAsync());
        Assert.DoesNotContain("sec", refusal.Message);
        Assert.False(site.Server.HasCaller);
    }

    [Fact]
    public async Task UTF8_is_switched_on_where_it_is_listed_and_a_name_needs_it()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(null);
        var sizing = login.Session.SizeAsync(Site.Path("위성.bin"), CancellationToken.None).AsTask();
        await login.Server.ListFeaturesAsync("UTF8");
        await login.Server.AnswerAsync("OPTS UTF8 ON", "502 always on");
        Assert.StartsWith("SIZE ", await login.Server.ReadAsync());
        await login.Server.ReplyAsync("213 5");
        Assert.Equal(5, await sizing.SoonAsync());

        // Once a session is enough.
        var again = login.Session.ModifiedAsync(Site.Path("위성.bin"), CancellationToken.None).AsTask();
        Assert.StartsWith("MDTM ", await login.Server.ReadAsync());
        await login.Server.ReplyAsync("213 20261120000000");
        Assert.Equal("20261120000000", await again.SoonAsync());
    }

    [Fact]
    public async Task UTF8_is_not_switched_on_for_a_name_in_another_charset_or_in_ASCII()
    {
        var cp949 = FtpCharsets.Find("cp949")!;
        using var korean = new Site(profile => profile with { Charset = cp949 });
        await using var login = await korean.LogInAsync(null);
        var sizing = login.Session.SizeAsync(FtpPath.FromText("위성.bin", cp949), CancellationToken.None).AsTask();
        Assert.StartsWith("SIZE ", await login.Server.ReadAsync());
        await login.Server.ReplyAsync("213 5");
        Assert.Equal(5, await sizing.SoonAsync());

        using var plain = new Site();
        await using var second = await plain.LogInAsync(null);
        await second.ExpectInStepAsync();
        Assert.DoesNotContain("FEAT", second.Server.Commands);
    }

    [Fact]
    public async Task A_server_without_TYPE_I_is_not_used()
    {
        using var site = new Site();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("230 in");
        await server.AnswerAsync("TYPE I", "504 text only");
        Assert.Equal("TYPE", (await Assert.ThrowsAsync<FtpReplyException>(() => connecting.SoonAsync())).Verb);
        await server.ExpectEndAsync();
    }

    [Fact]
    public async Task A_stopped_login_closes_its_connection()
    {
        using var site = new Site();
        using var stop = new CancellationTokenSource();
        var connecting = site.ConnectAsync(stop.Token);
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.ExpectAsync("USER tester");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => connecting.SoonAsync());
        await server.ExpectEndAsync();
    }

    [Fact]
    public async Task Nobody_there_is_told_with_address_and_stage()
    {
        var gone = ScriptedServer.Start();
        var port = gone.EndPoint.Port;
        gone.Dispose();
        using var site = new Site(profile => profile with { Endpoint = new FtpEndpoint("127.0.0.1", port, FtpSecurity.None) });
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => site.ConnectAsync());
        Assert.Equal(FtpStage.Connect, lost.Stage);
        Assert.Contains($"127.0.0.1:{port}", lost.Message);
    }

    [Fact]
    public async Task Both_connections_leave_from_the_local_address_that_was_asked_for()
    {
        using var site = new Site(profile => profile with { LocalPath = LocalPath.Of(IPAddress.Parse("127.0.0.9")) });
        await using var login = await site.LogInAsync([]);
        Assert.Equal(IPAddress.Parse("127.0.0.9"), login.Server.Client.Address);
        var (transfer, data) = await login.RetrieveAsync();
        using (data) Assert.Equal(IPAddress.Parse("127.0.0.9"), data.Client.Address);
        await transfer.DisposeAsync();
    }

    private static Task FinishAsync(ScriptedConnection server) => server.AnswerAsync("TYPE I", "200 image");
}
