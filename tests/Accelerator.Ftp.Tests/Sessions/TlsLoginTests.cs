using System.Security.Authentication;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

public sealed class TlsLoginTests
{
    [Fact]
    public async Task Explicit_TLS_comes_before_any_credential()
    {
        using var site = TlsSite.Create();
        await using var login = await site.LogInWithTlsAsync("SIZE");
        Assert.Equal(["AUTH TLS", "USER tester", "PASS secret", "PBSZ 0", "PROT P", "TYPE I", "FEAT"], login.Server.Commands);
        var sizing = login.Session.SizeAsync(Site.Path("a.bin"), CancellationToken.None).AsTask();
        await login.Server.AnswerAsync("SIZE a.bin", "213 5");
        Assert.Equal(5, await sizing.SoonAsync());
    }

    [Theory]
    [InlineData("500 unknown")]
    [InlineData("534 no TLS here")]
    [InlineData("431 not now")]
    [InlineData("331 password?")]
    public async Task A_refused_AUTH_TLS_ends_it_with_nothing_sent_in_the_clear(string refusal)
    {
        using var site = TlsSite.Create();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", refusal);
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => connecting.SoonAsync());
        Assert.Contains(refusal, failure.Message);
        Assert.False(failure.IsTransient);
        await server.ExpectEndAsync();
        Assert.Equal(["AUTH TLS"], server.Commands);
    }

    [Theory]
    [InlineData("220 ready", "334 go ahead")]
    [InlineData("230 you are in already", "234 go ahead")]
    public async Task Neither_an_odd_AUTH_reply_nor_a_230_greeting_leads_around_TLS(string greeting, string reply)
    {
        using var site = TlsSite.Create();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync(greeting);
        await server.AnswerAsync("AUTH TLS", reply);
        await server.StartTlsAsync(Certificates.Server).SoonAsync();
        await server.LogInOverTlsAsync();
        await using var session = await connecting.SoonAsync();
        Assert.True(session.IsUsable);
    }

    [Fact]
    public async Task Plain_text_behind_the_AUTH_reply_is_refused()
    {
        using var site = TlsSite.Create();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", "234 go ahead", "230 injected: you are in");
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => connecting.SoonAsync());
        Assert.Contains("plain text", failure.Message);
        await server.ExpectEndAsync();
    }

    [Fact]
    public async Task An_untrusted_certificate_is_refused_with_a_sentence()
    {
        var failure = await HandshakeFailureAsync(TlsSite.Create(acceptAny: false), Certificates.Server);
        Assert.Contains("not accepted", failure.Message);
        Assert.Contains("does not trust", failure.Message);
        Assert.Contains("--insecure", failure.Message);
        Assert.False(failure.SessionUsable);
    }

    [Fact]
    public async Task A_certificate_for_another_name_says_so()
    {
        var failure = await HandshakeFailureAsync(TlsSite.Create(acceptAny: false), Certificates.OtherName);
        Assert.Contains("another name", failure.Message);
        Assert.Contains("ftp.example", failure.Message);
    }

    [Fact]
    public async Task Implicit_TLS_begins_with_the_handshake()
    {
        using var site = TlsSite.Create(FtpSecurity.Implicit);
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.StartTlsAsync(Certificates.Server).SoonAsync();
        await server.ReplyAsync("220 ready");
        await server.LogInOverTlsAsync();
        await using var session = await connecting.SoonAsync();
        Assert.DoesNotContain("AUTH TLS", server.Commands);
    }

    [Fact]
    public async Task A_plain_server_on_the_implicit_port_is_told_nothing()
    {
        using var site = TlsSite.Create(FtpSecurity.Implicit);
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await Assert.ThrowsAsync<FtpTlsException>(() => connecting.SoonAsync());
        Assert.DoesNotContain(site.Trace, line => line.StartsWith('>'));
    }

    [Fact]
    public async Task A_close_during_the_handshake_is_a_TLS_failure()
    {
        using var site = TlsSite.Create();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", "234 go ahead");
        server.Reset();
        await Assert.ThrowsAsync<FtpTlsException>(() => connecting.SoonAsync());
    }

    [Fact]
    public async Task A_handshake_that_never_ends_has_its_limit_and_so_has_the_next_one()
    {
        var time = new FakeTime();
        using var site = TlsSite.Create(time: time);
        var limit = new FtpTimeouts().Connect;
        var first = site.ConnectAsync();
        using var silent = await site.Server.AcceptAsync();
        await silent.ReplyAsync("220 ready");
        await silent.AnswerAsync("AUTH TLS", "234 go ahead");
        Assert.True(silent.HasNewsWithin(ScriptedServer.Patience));

        // The second waits for the first: the first handshake of a site goes alone, so that the others can resume its session.
        var second = site.ConnectAsync();
        using var waiting = await site.Server.AcceptAsync();
        await waiting.ReplyAsync("220 ready");
        await waiting.AnswerAsync("AUTH TLS", "234 go ahead");
        await ScriptedServer.ArrivedAsync();
        Assert.False(waiting.HasNewsWithin(TimeSpan.Zero));

        time.Advance(limit);
        var timeout = await Assert.ThrowsAsync<FtpTimeoutException>(() => first.SoonAsync());
        Assert.Equal((FtpStage.Tls, limit), (timeout.Stage, timeout.Limit));

        // Waiting for its turn has cost it nothing of its own limit.
        await waiting.StartTlsAsync(Certificates.Server).SoonAsync();
        await waiting.LogInOverTlsAsync();
        await using var session = await second.SoonAsync();
        Assert.True(session.IsUsable);
    }

    [Theory]
    [InlineData("PBSZ 0")]
    [InlineData("PROT P")]
    public async Task A_server_that_will_not_encrypt_data_is_not_used(string refused)
    {
        using var site = TlsSite.Create();
        var connecting = site.ConnectAsync();
        using var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", "234 go ahead");
        await server.StartTlsAsync(Certificates.Server).SoonAsync();
        await server.AnswerAsync("USER tester", "230 in");
        if (refused == "PROT P") await server.AnswerAsync("PBSZ 0", "200 ok");
        await server.AnswerAsync(refused, "536 clear only");
        var failure = await Assert.ThrowsAsync<FtpTlsException>(() => connecting.SoonAsync());
        Assert.StartsWith($"{refused}: 536 clear only", failure.Message);
        await server.ExpectEndAsync();
    }

    private static async Task<FtpTlsException> HandshakeFailureAsync(Site site, System.Security.Cryptography.X509Certificates.X509Certificate2 certificate)
    {
        using (site)
        {
            var connecting = site.ConnectAsync();
            using var server = await site.Server.AcceptAsync();
            await server.ReplyAsync("220 ready");
            await server.AnswerAsync("AUTH TLS", "234 go ahead");
            try
            {
                await server.StartTlsAsync(certificate).SoonAsync();
            }
            catch (Exception e) when (e is IOException or AuthenticationException)
            {
                // The client may hang up in the middle.
            }
            var failure = await Assert.ThrowsAsync<FtpTlsException>(() => connecting.SoonAsync());
            await server.ExpectEndAsync();
            Assert.Equal(["AUTH TLS"], server.Commands);
            return failure;
        }
    }
}
