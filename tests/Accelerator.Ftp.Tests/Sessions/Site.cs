using System.Collections.Concurrent;
using System.Net;
using Accelerator.Ftp.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The two sides of a session test: a server that the test plays, and the connector of its site.</summary>
internal sealed class Site : IDisposable
{
    private readonly ConcurrentQueue<FtpTraceLine> _trace = new();

    /// <param name="change">Changes the plain profile: user <c>tester</c>, password <c>secret</c>, no TLS, passive.</param>
    /// <param name="time">The client's clock; the system's by default.</param>
    /// <param name="address">The server's loopback address.</param>
    public Site(Func<SessionProfile, SessionProfile>? change = null, TimeProvider? time = null, IPAddress? address = null)
    {
        Server = ScriptedServer.Start(address);
        var plain = new SessionProfile
        {
            Endpoint = new FtpEndpoint(Server.EndPoint.Address.ToString(), Server.EndPoint.Port, FtpSecurity.None),
            Credential = new FtpCredential("tester", "secret"),
        };
        Connector = new FtpConnector(change is null ? plain : change(plain), time ?? TimeProvider.System, _trace.Enqueue);
    }

    public ScriptedServer Server { get; }

    public FtpConnector Connector { get; }

    /// <summary>The dialogue so far: <c>&lt;</c> from the server, <c>&gt;</c> from the client.</summary>
    public IReadOnlyList<string> Trace => [.. _trace.Select(line => $"{(line.FromServer ? '<' : '>')} {line.Text}")];

    public static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);

    public Task<FtpSession> ConnectAsync(CancellationToken cancellationToken = default) => Connector.ConnectAsync(null, cancellationToken);

    /// <summary>A session up to TYPE I, and FEAT.</summary>
    /// <param name="features">Lines of the answer to FEAT; null when nobody asks.</param>
    public async Task<Login> LogInAsync(params string[]? features)
    {
        var connecting = ConnectAsync();
        var connection = await Server.AcceptAsync();
        await connection.LogInAsync();
        return await Login.WithFeaturesAsync(await connecting.SoonAsync(), connection, features);
    }

    public void Dispose()
    {
        Server.Dispose();
        Connector.Dispose();
    }
}
