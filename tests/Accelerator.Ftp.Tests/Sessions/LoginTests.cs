namespace Accelerator.Ftp.Tests.Sessions;

public sealed class LoginTests
{
    private static readonly (string, string) Type = ("TYPE I", "200 image");

    [Fact]
    public async Task Login_sends_USER_PASS_and_TYPE_I_then_FEAT_on_request()
    {
        await using var login = await SessionFixture.OpenAsync("SIZE", "REST STREAM");
        Assert.Equal(["USER tester", "PASS secret", "TYPE I", "FEAT"], login.Server.Commands);
        Assert.True(login.Session.IsUsable);
        Assert.Equal(220, login.Session.Traits.Greeting?.Code);
        Assert.Equal(["REST", "SIZE"], login.Session.Traits.Features!.Names.Order());
    }

    [Theory]
    [InlineData("230 no password needed")]
    [InlineData("200 fine")]
    public async Task A_user_without_password_sends_none(string reply)
    {
        await using var login = await LoginFixture.BeginAsync();
        await login.Server.AnswerAllAsync(("USER tester", reply), Type);
        await login.ExpectSessionAsync();
    }

    [Fact]
    public async Task A_230_in_the_greeting_is_a_login()
    {
        await using var login = await LoginFixture.BeginAsync("230 you are in already");
        await login.Server.AnswerAllAsync(Type);
        await login.ExpectSessionAsync();
        Assert.Equal(["TYPE I"], login.Server.Commands);
    }

    [Fact]
    public async Task A_120_greeting_is_waited_for()
    {
        await using var login = await LoginFixture.BeginAsync("120 ready in 1 minute");
        await login.Server.LogInAsync();
        await login.ExpectSessionAsync();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_account_is_sent_when_it_is_asked_for(bool afterPassword)
    {
        var site = new SiteFixture(profile => profile with { Credential = new FtpCredential("tester", "secret", "billing") });
        await using var login = await LoginFixture.BeginAsync(site);
        await login.Server.AnswerAsync("USER tester", afterPassword ? "331 password" : "332 account");
        if (afterPassword) await login.Server.AnswerAsync("PASS secret", "332 account");
        await login.Server.AnswerAllAsync(("ACCT billing", "230 in"), Type);
        await login.ExpectSessionAsync();
        Assert.DoesNotContain(site.Trace, line => line.Contains("billing"));
    }

    [Fact]
    public async Task A_missing_account_ends_the_login_with_a_sentence()
    {
        await using var login = await LoginFixture.BeginAsync();
        await login.Server.AnswerAsync("USER tester", "332 account");
        Assert.Contains("needs an account", (await login.ExpectFailureAsync<FtpReplyException>()).Message);
    }

    [Fact]
    public async Task A_refused_password_is_tried_once_and_never_shown()
    {
        await using var login = await LoginFixture.BeginAsync();
        await login.Server.AnswerAllAsync(("USER tester", "331 password"), ("PASS secret", "530 Login incorrect."));
        var refusal = await login.ExpectFailureAsync<FtpReplyException>();
        Assert.Equal(("PASS", 530), (refusal.Verb, refusal.Reply.Code));
        Assert.Contains("tester", refusal.Message);
        Assert.DoesNotContain("secret", refusal.ToString());
        Assert.DoesNotContain(login.Site.Trace, line => line.Contains("secret"));
        Assert.Contains("> PASS ****", login.Site.Trace);
    }

    [Theory]
    [InlineData("421 Too many connections")]
    [InlineData("530 Not you")]
    [InlineData("331 what?")]
    public async Task A_refusing_greeting_is_not_attributed_to_the_password(string greeting)
    {
        await using var login = await LoginFixture.BeginAsync(greeting);
        Assert.Equal("", (await login.ExpectFailureAsync<FtpReplyException>()).Verb);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_close_before_the_greeting_is_reported_with_its_stage(bool reset)
    {
        await using var login = await LoginFixture.BeginAsync(greeting: null);
        if (reset) login.Server.Reset();
        else login.Server.Dispose();
        var lost = await login.FailureAsync<FtpConnectionException>();
        Assert.Equal((FtpStage.Greeting, true), (lost.Stage, lost.IsTransient));
    }

    [Theory]
    [InlineData("SSH-2.0-OpenSSH_9.6\r\n")]
    [InlineData("HTTP/1.1 400 Bad")]
    public async Task Nothing_is_sent_to_another_protocol(string banner)
    {
        await using var login = await LoginFixture.BeginAsync(greeting: null);
        await login.Server.WriteAsync(banner);
        await login.ExpectFailureAsync<FtpProtocolException>();
    }

    [Theory]
    [InlineData("test\rer", "secret", null)]
    [InlineData("tester", "sec\nret", null)]
    [InlineData("tester", "sec\0ret", null)]
    [InlineData("tester", "secret", "bil\r\nling")]
    public async Task A_credential_with_a_line_end_is_refused_before_anything_is_sent(string user, string password, string? account)
    {
        using var site = new SiteFixture(profile => profile with { Credential = new FtpCredential(user, password, account) });
        var refusal = await Assert.ThrowsAsync<ArgumentException>(() => site.ConnectAsync());
        Assert.DoesNotContain("sec", refusal.Message);
        Assert.False(site.Server.HasCaller);
    }

    [Fact]
    public async Task UTF8_is_switched_on_where_it_is_listed_and_a_name_needs_it()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        var sizing = login.SizeAsync("위성.bin");
        await login.Server.ListFeaturesAsync("UTF8");
        await login.Server.AnswerAsync("OPTS UTF8 ON", "502 always on");
        Assert.StartsWith("SIZE ", await login.Server.ReadAsync());
        await login.Server.ReplyAsync("213 5");
        Assert.Equal(5, await sizing);

        // Once per session is enough.
        var again = login.Session.ModifiedAsync(SiteFixture.Path("위성.bin"), CancellationToken.None).AsTask();
        Assert.StartsWith("MDTM ", await login.Server.ReadAsync());
        await login.Server.ReplyAsync("213 20261120000000");
        Assert.Equal("20261120000000", await again.SoonAsync());
    }

    [Fact]
    public async Task UTF8_is_not_switched_on_for_a_name_in_another_charset_or_in_ASCII()
    {
        var cp949 = FtpCharsets.Find("cp949")!;
        await using var login = await SessionFixture.OpenAtAsync(new SiteFixture(profile => profile with { Charset = cp949 }), null);
        var sizing = login.Session.SizeAsync(FtpPath.FromText("위성.bin", cp949), CancellationToken.None).AsTask();
        Assert.StartsWith("SIZE ", await login.Server.ReadAsync());
        await login.Server.ReplyAsync("213 5");
        Assert.Equal(5, await sizing.SoonAsync());

        await using var plain = await SessionFixture.OpenAsync(null);
        await plain.ExpectInStepAsync();
        Assert.DoesNotContain("FEAT", plain.Server.Commands);
    }

    [Fact]
    public async Task A_server_without_TYPE_I_is_not_used()
    {
        await using var login = await LoginFixture.BeginAsync("230 in");
        await login.Server.AnswerAsync("TYPE I", "504 text only");
        Assert.Equal("TYPE", (await login.ExpectFailureAsync<FtpReplyException>()).Verb);
    }

    [Fact]
    public async Task A_stopped_login_closes_its_connection()
    {
        using var stop = new CancellationTokenSource();
        await using var login = await LoginFixture.BeginAsync(cancellationToken: stop.Token);
        await login.Server.ExpectAsync("USER tester");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => login.Connecting.SoonAsync());
        await login.Server.ExpectEndAsync();
    }

    [Fact]
    public async Task A_refused_connection_is_reported_with_address_and_stage()
    {
        using var closed = new ClosedPort();
        using var site = new SiteFixture(profile => profile with { Endpoint = profile.Endpoint with { Port = closed.Number } });
        var lost = await Assert.ThrowsAsync<FtpConnectionException>(() => site.ConnectAsync());
        Assert.Equal(FtpStage.Connect, lost.Stage);
        Assert.Contains($"127.0.0.1:{closed.Number}", lost.Message);
    }

    [Fact]
    public async Task Both_connections_leave_from_the_local_address_that_was_asked_for()
    {
        var address = IPAddress.Parse("127.0.0.9");
        await using var login = await SessionFixture.OpenAtAsync(new SiteFixture(profile => profile with { LocalPath = LocalPath.Of(address) }));
        Assert.Equal(address, login.Server.Client.Address);
        var (transfer, data) = await login.RetrieveAsync();
        using (data) Assert.Equal(address, data.Client.Address);
        await transfer.DisposeAsync();
    }
}
