using System.Collections.Concurrent;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The two sides of a session test: a server that the test plays, and the connector of its site.</summary>
internal sealed class SiteFixture : IDisposable
{
    private readonly ConcurrentQueue<FtpTraceLine> _trace = new();
    private readonly TimeProvider _time;
    private readonly FtpSecurity _security;

    /// <param name="change">Changes the plain profile: user <c>tester</c>, password <c>secret</c>, no TLS, passive.</param>
    /// <param name="time">
    /// The client's clock. The default stands still until the test moves it, so that no limit expires by itself on a busy computer.
    /// </param>
    /// <param name="address">The server's loopback address.</param>
    /// <param name="knowsMlsdPath">Whether an earlier run has seen that MLSD honours its path.</param>
    public SiteFixture(Func<SessionProfile, SessionProfile>? change = null, TimeProvider? time = null, IPAddress? address = null, bool knowsMlsdPath = true)
    {
        Server = ScriptedServer.Start(address);
        _time = time ?? new FakeTime();
        var plain = new SessionProfile
        {
            Endpoint = new FtpEndpoint(Server.EndPoint.Address.ToString(), Server.EndPoint.Port, FtpSecurity.None),
            Credential = new FtpCredential("tester", "secret"),
        };
        var profile = change is null ? plain : change(plain);
        _security = profile.Endpoint.Security;
        Connector = new FtpConnector(profile, _time, _trace.Enqueue);
        if (knowsMlsdPath) Connector.Traits.ExpectMlsdPath();
    }

    public ScriptedServer Server { get; }

    public FtpConnector Connector { get; }

    /// <summary>The client's clock; valid only if the test did not pass another one.</summary>
    public FakeTime Time => (FakeTime)_time;

    /// <summary>The dialogue so far: <c>&lt;</c> from the server, <c>&gt;</c> from the client.</summary>
    public IReadOnlyList<string> Trace => [.. _trace.Select(line => $"{(line.FromServer ? '<' : '>')} {line.Text}")];

    /// <summary>Creates a site with explicit or implicit TLS that accepts any certificate by default.</summary>
    public static SiteFixture WithTls(FtpSecurity security = FtpSecurity.Explicit, bool acceptAny = true, FakeTime? time = null) =>
        new(profile => profile with { Endpoint = profile.Endpoint with { Security = security }, AcceptAnyCertificate = acceptAny }, time);

    public static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    public Task<FtpSession> ConnectAsync(CancellationToken cancellationToken = default) => Connector.ConnectAsync(null, cancellationToken);

    /// <summary>Logs in, up to TYPE I and FEAT. Disposing the session leaves the site open.</summary>
    /// <param name="features">Lines of the reply to FEAT; null if the client does not send it.</param>
    public async Task<SessionFixture> LogInAsync(params string[]? features)
    {
        var connecting = ConnectAsync();
        var server = await Server.AcceptAsync();
        if (_security == FtpSecurity.None) await server.LogInAsync();
        else await LogInWithTlsAsync(server);
        return await SessionFixture.WithFeaturesAsync(this, await connecting.SoonAsync(), server, features);
    }

    /// <summary>Answers USER to TYPE I after the TLS handshake.</summary>
    public static Task LogInOverTlsAsync(ScriptedConnection server) => server.AnswerAllAsync(
        ("USER tester", "331 password"), ("PASS secret", "230 in"), ("PBSZ 0", "200 ok"), ("PROT P", "200 private"), ("TYPE I", "200 image"));

    /// <summary>Waits until the client has read or sent a line the given number of times.</summary>
    public Task UntilTraceHasAsync(string line, int count = 1) => Soon.UntilAsync(() => Trace.Count(traced => traced == line) >= count, $"{count} x {line}");

    public void Dispose()
    {
        Server.Dispose();
        Connector.Dispose();
    }

    private static async Task LogInWithTlsAsync(ScriptedConnection server)
    {
        await server.ReplyAsync("220 ready");
        await server.AnswerAsync("AUTH TLS", "234 go ahead");
        await server.StartTlsAsync(Certificates.Server).SoonAsync();
        await LogInOverTlsAsync(server);
    }
}
