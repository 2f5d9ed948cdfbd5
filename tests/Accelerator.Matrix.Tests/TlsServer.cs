using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Accelerator.Matrix.Tests;

/// <summary>An FTP server with explicit TLS and one file, with configurable violations of the protocol.</summary>
internal sealed class TlsServer : IAsyncDisposable
{
    private readonly ScriptedServer _server = ScriptedServer.Start();
    private readonly CancellationTokenSource _stopping = new();
    private readonly List<ScriptedConnection> _connections = [];
    private readonly List<Task> _sessions = [];
    private readonly Task _accepting;
    private int _retrievals;
    private int _opened;

    public TlsServer() => _accepting = AcceptAsync();

    public byte[] Content { get; } = RandomNumberGenerator.GetBytes(300_000);

    /// <summary>The certificate of the control connection.</summary>
    public X509Certificate2 Certificate { get; init; } = Issue("127.0.0.1");

    /// <summary>The certificate of both kinds of connection in every session but the first; null for the same one.</summary>
    public X509Certificate2? LaterCertificate { get; init; }

    /// <summary>The certificate of data connections; null for the same one. Unused with <see cref="IsDataPlain"/>.</summary>
    public X509Certificate2? DataCertificate { get; init; }

    public bool IsDataPlain { get; init; }

    /// <summary>The reply to AUTH TLS.</summary>
    public string[] AuthReply { get; init; } = ["234 go ahead"];

    public string ProtReply { get; init; } = "200 private";

    /// <summary>The number of bytes after which the first RETR ends.</summary>
    public int FirstEndsAfter { get; init; } = int.MaxValue;

    /// <summary>Whether the server resets the control connection during the first data handshake.</summary>
    public bool DiesInFirstHandshake { get; init; }

    public string Url => $"ftpes://{_server.EndPoint}//f";

    /// <summary>The commands of all connections.</summary>
    public IReadOnlyList<string> Commands
    {
        get { lock (_connections) return [.. _connections.SelectMany(connection => connection.Commands)]; }
    }

    public int CountOf(string verb) => Commands.Count(line => line.Split(' ')[0] == verb);

    /// <summary>Creates a self-signed certificate.</summary>
    /// <param name="address">The address that the certificate is issued for.</param>
    /// <param name="days">The number of days from now until it expires.</param>
    public static X509Certificate2 Issue(string address, int days = 30)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=ftp.example", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Parse(address));
        request.CertificateExtensions.Add(names.Build());
        using var made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-365), DateTimeOffset.UtcNow.AddDays(days));
        return new X509Certificate2(made.Export(X509ContentType.Pfx));
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        _server.Dispose();
        await _accepting;
        lock (_connections) _connections.ForEach(connection => connection.Dispose());
        await Task.WhenAll(_sessions).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                var connection = await _server.AcceptAsync();
                lock (_connections) _connections.Add(connection);
                _sessions.Add(Task.Run(() => ServeAsync(connection)));
            }
            catch (Exception e) when (e is TimeoutException or System.Net.Sockets.SocketException or ObjectDisposedException)
            {
                // No connection arrived, or the server is being stopped.
            }
        }
    }

    private async Task ServeAsync(ScriptedConnection connection)
    {
        var certificate = Interlocked.Increment(ref _opened) > 1 && LaterCertificate is { } later ? later : Certificate;
        await connection.ReplyAsync("220 ready");
        ScriptedDataPort? port = null;
        var offset = 0;
        while (await connection.ReadAsync() is { } line)
        {
            var (verb, argument) = line.IndexOf(' ') is > 0 and var blank ? (line[..blank], line[(blank + 1)..]) : (line, "");
            switch (verb)
            {
                case "AUTH":
                    await connection.ReplyAsync(AuthReply);
                    if (AuthReply[0].StartsWith("234", StringComparison.Ordinal)) await connection.StartTlsAsync(certificate);
                    break;
                case "EPSV":
                    port = new ScriptedDataPort(IPAddress.Loopback);
                    await connection.ReplyAsync($"229 here (|||{port.Port}|)");
                    break;
                case "REST":
                    offset = int.Parse(argument);
                    await connection.ReplyAsync("350 from there");
                    break;
                case "RETR":
                    using (port) await SendAsync(connection, port!, offset, DataCertificate ?? certificate);
                    offset = 0;
                    break;
                default:
                    await connection.ReplyAsync(Answer(verb));
                    break;
            }
        }
    }

    private string Answer(string verb) => verb switch
    {
        "USER" => "331 password",
        "PASS" => "230 in",
        "PROT" => ProtReply,
        "PBSZ" or "TYPE" or "NOOP" => "200 ok",
        "SIZE" => $"213 {Content.Length}",
        "MDTM" => "213 20260102030405",
        "QUIT" => "221 bye",
        _ => "502 unknown",
    };

    private async Task SendAsync(ScriptedConnection connection, ScriptedDataPort port, int offset, X509Certificate2 certificate)
    {
        var nth = Interlocked.Increment(ref _retrievals);
        using (var data = await port.AcceptAsync())
        {
            await connection.ReplyAsync("150 here it comes");
            if (nth == 1 && DiesInFirstHandshake)
            {
                connection.Reset();
                return;
            }
            if (!IsDataPlain) await data.StartTlsAsync(certificate);
            await data.SendAsync(Content.AsMemory(offset, Math.Min(Content.Length - offset, nth == 1 ? FirstEndsAfter : int.MaxValue)));
        }
        await connection.ReplyAsync("226 done");
    }
}
