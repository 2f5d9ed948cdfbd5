using System.Security.Authentication;

namespace Accelerator.Ftp.Tests.Sessions;

public sealed class TlsLoginTests
{
    [Fact]
    public async Task Explicit_TLS_comes_before_any_credential()
    {
        await using var login = await SessionFixture.OpenWithTlsAsync("SIZE");
        Assert.Equal(["AUTH TLS", "USER tester", "PASS secret", "PBSZ 0", "PROT P", "TYPE I", "FEAT"], login.Server.Commands);
        await login.ExpectInStepAsync();
    }

    [Theory]
    [InlineData("500 unknown")]
    [InlineData("534 no TLS here")]
    [InlineData("431 not now")]
    [InlineData("331 password?")]
    public async Task A_refused_AUTH_TLS_ends_it_with_nothing_sent_in_the_clear(string refusal)
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await login.Server.AnswerAsync("AUTH TLS", refusal);
        var failure = await login.ExpectFailureAsync<FtpTlsException>();
        Assert.Contains(refusal, failure.Message);
        Assert.False(failure.IsTransient);
        Assert.Equal(["AUTH TLS"], login.Server.Commands);
    }

    [Theory]
    [InlineData("220 ready", "334 go ahead")]
    [InlineData("230 you are in already", "234 go ahead")]
    public async Task An_odd_AUTH_reply_or_a_230_greeting_does_not_bypass_TLS(string greeting, string reply)
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls(), greeting);
        await BeginTlsAsync(login, reply);
        await SiteFixture.LogInOverTlsAsync(login.Server);
        await login.ExpectSessionAsync();
    }

    [Fact]
    public async Task Plain_text_behind_the_AUTH_reply_is_refused()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await login.Server.AnswerAsync("AUTH TLS", "234 go ahead", "230 injected: you are in");
        Assert.Contains("plain text", (await login.ExpectFailureAsync<FtpTlsException>()).Message);
    }

    [Theory]
    [InlineData(false, "not accepted", "does not trust", "--insecure")]
    [InlineData(true, "another name", "ftp.example")]
    public async Task A_certificate_that_is_not_trusted_or_is_another_server_s_is_refused_with_a_sentence(bool isAnothers, params string[] words)
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls(acceptAny: false));
        try
        {
            await BeginTlsAsync(login, certificate: isAnothers ? Certificates.OtherName : Certificates.Server);
        }
        catch (Exception e) when (e is IOException or AuthenticationException)
        {
            // The client may disconnect during the handshake.
        }
        var failure = await login.ExpectFailureAsync<FtpTlsException>();
        Assert.Equal(["AUTH TLS"], login.Server.Commands);
        Assert.All(words, word => Assert.Contains(word, failure.Message));
        Assert.False(failure.SessionUsable);
    }

    [Fact]
    public async Task Implicit_TLS_begins_with_the_handshake()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls(FtpSecurity.Implicit), greeting: null);
        await login.Server.StartTlsAsync(Certificates.Server).SoonAsync();
        await login.Server.ReplyAsync("220 ready");
        await SiteFixture.LogInOverTlsAsync(login.Server);
        await login.ExpectSessionAsync();
        Assert.DoesNotContain("AUTH TLS", login.Server.Commands);
    }

    [Fact]
    public async Task A_close_after_an_implicit_handshake_is_a_failure_of_the_greeting()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls(FtpSecurity.Implicit), greeting: null);
        await login.Server.StartTlsAsync(Certificates.Server).SoonAsync();
        login.Server.Reset();
        Assert.Equal(FtpStage.Greeting, (await login.FailureAsync<FtpConnectionException>()).Stage);
    }

    [Fact]
    public async Task Nothing_is_sent_to_a_plain_server_on_the_implicit_port()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls(FtpSecurity.Implicit));
        await login.FailureAsync<FtpTlsException>();
        Assert.DoesNotContain(login.Site.Trace, line => line.StartsWith('>'));
    }

    [Fact]
    public async Task A_reset_during_the_handshake_is_a_lost_connection()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await login.Server.AnswerAsync("AUTH TLS", "234 go ahead");
        login.Server.Reset();
        var failure = await login.FailureAsync<FtpConnectionException>();
        Assert.Equal((FtpStage.Tls, true), (failure.Stage, failure.IsTransient));
        Assert.IsType<SocketException>(failure.InnerException?.InnerException);
        Assert.Contains("the TLS handshake of the control connection broke off", failure.Message);
    }

    [Fact]
    public async Task A_handshake_that_never_ends_has_its_limit_and_so_has_the_next_one()
    {
        var limit = new FtpTimeouts().Connect;
        await using var silent = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await silent.Server.AnswerAsync("AUTH TLS", "234 go ahead");
        Assert.True(silent.Server.HasNewsWithin(ScriptedServer.Patience));

        // The second login waits for the first: the first handshake of a site runs alone, so that the others can resume its TLS session.
        await using var waiting = await LoginFixture.BeginAsync(silent.Site);
        await waiting.Server.AnswerAsync("AUTH TLS", "234 go ahead");
        await ScriptedServer.ArrivedAsync();
        Assert.False(waiting.Server.HasNewsWithin(TimeSpan.Zero));

        silent.Site.Time.Advance(limit);
        var timeout = await silent.FailureAsync<FtpTimeoutException>();
        Assert.Equal((FtpStage.Tls, limit), (timeout.Stage, timeout.Limit));

        // The time spent waiting for its turn does not count towards its own limit.
        await waiting.Server.StartTlsAsync(Certificates.Server).SoonAsync();
        await SiteFixture.LogInOverTlsAsync(waiting.Server);
        await waiting.ExpectSessionAsync();
    }

    [Theory]
    [InlineData("PBSZ 0")]
    [InlineData("PROT P")]
    public async Task A_server_that_will_not_encrypt_data_is_not_used(string refused)
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await BeginTlsAsync(login);
        await login.Server.AnswerAsync("USER tester", "230 in");
        if (refused == "PROT P") await login.Server.AnswerAsync("PBSZ 0", "200 ok");
        await login.Server.AnswerAsync(refused, "536 clear only");
        Assert.StartsWith($"{refused}: 536 clear only", (await login.ExpectFailureAsync<FtpTlsException>()).Message);
    }

    /// <summary>The first refusal is enough: later sessions offer 1.3 at once.</summary>
    [Fact]
    public async Task A_server_that_refuses_TLS_1_2_gets_one_new_connection_that_offers_1_3()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await RefuseTls12Async(login.Server);
        using var next = await login.Site.Server.AcceptAsync();
        await LogInByTls13Async(next);
        await login.ExpectSessionAsync();

        var connecting = login.Site.ConnectAsync();
        using var third = await login.Site.Server.AcceptAsync();
        await LogInByTls13Async(third);
        await (await connecting.SoonAsync()).DisposeAsync();
    }

    [Fact]
    public async Task A_server_that_refuses_1_3_too_ends_it_after_two_connections()
    {
        await using var login = await LoginFixture.BeginAsync(SiteFixture.WithTls());
        await RefuseTls12Async(login.Server);
        using var next = await login.Site.Server.AcceptAsync();
        await next.ReplyAsync("220 ready");
        await next.AnswerAsync("AUTH TLS", "234 go ahead");
        next.Dispose();
        var failure = await login.FailureAsync<FtpConnectionException>();
        Assert.Contains("ask its administrator for TLS 1.2 or 1.3", failure.Message);
        Assert.Equal(["AUTH TLS"], login.Server.Commands);
        Assert.Equal(["AUTH TLS"], next.Commands);
    }

    [Fact]
    public async Task A_server_that_has_accepted_TLS_1_2_is_never_offered_1_3()
    {
        var site = SiteFixture.WithTls();
        await using var first = await SessionFixture.OpenAtAsync(site);
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await RefuseTls12Async(server);
        await Assert.ThrowsAnyAsync<FtpException>(() => connecting.SoonAsync());
        Assert.False(site.Connector.Traits.Tls12Refused);
    }

    private static async Task RefuseTls12Async(ScriptedConnection server)
    {
        await server.AnswerAsync("AUTH TLS", "234 go ahead");
        await Assert.ThrowsAnyAsync<Exception>(() => server.StartTlsAsync(Certificates.Server, SslProtocols.Tls13).SoonAsync());
        server.Dispose();
    }

    private static async Task LogInByTls13Async(ScriptedConnection server)
    {
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", "234 go ahead");
        await server.StartTlsAsync(Certificates.Server, SslProtocols.Tls13).SoonAsync();
        await SiteFixture.LogInOverTlsAsync(server);
    }

    private static async Task BeginTlsAsync(LoginFixture login, string reply = "234 go ahead", X509Certificate2? certificate = null)
    {
        await login.Server.AnswerAsync("AUTH TLS", reply);
        await login.Server.StartTlsAsync(certificate ?? Certificates.Server).SoonAsync();
    }
}
