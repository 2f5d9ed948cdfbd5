using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Sites with TLS, and their login.</summary>
internal static class TlsSite
{
    /// <summary>A site with explicit or implicit TLS that accepts any certificate, unless told otherwise.</summary>
    public static Site Create(FtpSecurity security = FtpSecurity.Explicit, bool acceptAny = true, TimeProvider? time = null) => new(
        profile => profile with { Endpoint = profile.Endpoint with { Security = security }, AcceptAnyCertificate = acceptAny }, time);

    /// <summary>AUTH TLS and the handshake, the login, PBSZ, PROT and TYPE I, and FEAT.</summary>
    public static async Task<Login> LogInWithTlsAsync(this Site site, params string[]? features)
    {
        var connecting = site.ConnectAsync();
        var server = await site.Server.AcceptAsync();
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", "234 go ahead");
        await server.StartTlsAsync(Certificates.Server).SoonAsync();
        await server.LogInOverTlsAsync();
        return await Login.WithFeaturesAsync(await connecting.SoonAsync(), server, features);
    }

    /// <summary>From USER on, when TLS stands.</summary>
    public static async Task LogInOverTlsAsync(this ScriptedConnection server)
    {
        await server.AnswerAsync("USER tester", "331 password");
        await server.AnswerAsync("PASS secret", "230 in");
        await server.AnswerAsync("PBSZ 0", "200 ok");
        await server.AnswerAsync("PROT P", "200 private");
        await server.AnswerAsync("TYPE I", "200 image");
    }
}
