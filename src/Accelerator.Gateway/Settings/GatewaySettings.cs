using System.Net;
using Accelerator.Ftp;
using Accelerator.Gateway.Tls;

namespace Accelerator.Gateway.Settings;

/// <summary>The settings of one gateway.</summary>
public sealed record GatewaySettings
{
    /// <summary>The endpoint to listen on; port 0 for any free one.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>
    /// The endpoint to serve HTTP on; port 0 for any free one. Another than a loopback address needs <see cref="HttpToken"/> and
    /// <see cref="HttpCertificate"/>. Null, the default, for no HTTP.
    /// </summary>
    public IPEndPoint? Http { get; init; }

    /// <summary>
    /// The token that a client must send over HTTP, as Bearer or as the password of HTTP Basic, in place of <see cref="Login"/>; null, the
    /// default, for none.
    /// </summary>
    public AccessToken? HttpToken { get; init; }

    /// <summary>The certificate for HTTPS; null, the default, for HTTP without TLS.</summary>
    public ServerCertificate? HttpCertificate { get; init; }

    /// <summary>
    /// The only upstream server; null, the default: the client names the server in its login (<c>USER user@host</c>), and
    /// <see cref="Allowed"/> decides.
    /// </summary>
    public FtpEndpoint? Upstream { get; init; }

    /// <summary>The servers that a client may name. Without a fixed upstream the gateway serves no other.</summary>
    public IReadOnlyList<UpstreamRule> Allowed { get; init; } = [];

    /// <summary>
    /// Returns how to connect to a server: its host, its port (null for the usual one) and the user are given, the user empty if clients
    /// log in at the gateway. Called for each login. Throws <see cref="Engine.Transfers.TransferException"/> with a sentence for the client
    /// if the settings of the server are unusable.
    /// </summary>
    public required Func<string, int?, string, CancellationToken, Task<UpstreamServer>> Resolve { get; init; }

    /// <summary>The gateway's own login; null, the default, if clients log in at the upstream server.</summary>
    public FtpCredential? Login { get; init; }

    /// <summary>The addresses of clients; empty, the default, for any.</summary>
    public IReadOnlyList<IPNetwork> Clients { get; init; } = [];

    /// <summary>The folder for spooled files. It must exist, and be private to the process.</summary>
    public required string SpoolFolder { get; init; }

    /// <summary>What the operator can do if the spool folder is full; a sentence. Default: free some space.</summary>
    public string RoomAdvice { get; init; } = "Free some space.";

    /// <summary>What the operator can do if a server needs more time before it sends a file; a sentence. Default: empty.</summary>
    public string IdleAdvice { get; init; } = "";

    /// <summary>Whether commands that change the server are passed on. Default false: they are refused.</summary>
    public bool AllowChanges { get; init; }

    /// <summary>How the operator can allow changes; a sentence. Default: empty.</summary>
    public string ChangeAdvice { get; init; } = "";

    /// <summary>Whether a client gets the first byte of a file only when the whole file is verified. Default false.</summary>
    public bool VerifyFirst { get; init; }

    /// <summary>How far the fetch of a file may be ahead of its client, bytes; 1 MiB or more. Default 256 MiB.</summary>
    internal long Window { get; init; } = 256 << 20;

    /// <summary>The bounds of the read-ahead of small files.</summary>
    public ReadAheadSettings ReadAhead { get; init; } = new();

    /// <summary>Maximum number of client sessions, 1 or more. Further ones get reply 421. Default 100.</summary>
    public int MaxSessions { get; init; } = 100;

    /// <summary>
    /// Maximum number of sessions of one client: of an address, of a /64 network of IPv6, or of a user of this computer. Further ones get
    /// reply 421. Default: a quarter of <see cref="MaxSessions"/>, 1 or more.
    /// </summary>
    public int? MaxSessionsPerAddress { get; init; }

    /// <summary>How long a client may take for a command, or accept no data. Default 5 minutes.</summary>
    public TimeSpan IdleLimit { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// How long a client may take from its connection to its login, whatever it sends, and for a data connection. Default 30 s.
    /// </summary>
    public TimeSpan LoginLimit { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the sessions of an upstream login are kept after the last client has left. Default 45 s.</summary>
    public TimeSpan Linger { get; init; } = TimeSpan.FromSeconds(45);

    /// <summary>Receives what happens; called from many threads. Default: nothing.</summary>
    public Action<GatewayEvent> Report { get; init; } = static _ => { };

    /// <summary>Clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
