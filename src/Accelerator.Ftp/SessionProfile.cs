using System.Text;

namespace Accelerator.Ftp;

/// <summary>
/// All settings needed to open a session. It is also the key under which sessions may be shared: two profiles that differ in anything
/// (user, certificate policy, local path, …) never share a connection.
/// </summary>
public sealed record SessionProfile
{
    /// <summary>256 MiB.</summary>
    public const long UsualListing = 256 << 20;

    /// <summary>The server.</summary>
    public required FtpEndpoint Endpoint { get; init; }

    /// <summary>The login.</summary>
    public required FtpCredential Credential { get; init; }

    /// <summary>The local path of both connections; null lets the system choose.</summary>
    public LocalPath? LocalPath { get; init; }

    /// <summary>
    /// The proxy of both connections; null, the default, for none. Not together with <see cref="ActiveMode"/>: the server could not connect
    /// back through it.
    /// </summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>Charset of names. Default UTF-8.</summary>
    public Encoding Charset { get; init; } = FtpCharsets.Utf8;

    /// <summary>Active instead of passive data connections. Default false. Not possible with TLS behind a stateful firewall.</summary>
    public bool ActiveMode { get; init; }

    /// <summary>
    /// Whether a command may be sent before the previous one is answered, if the server is known to support that. Default true.
    /// </summary>
    public bool Pipelining { get; init; } = true;

    /// <summary>
    /// The fixed receive buffer of data connections in bytes; null, the default, lets the system grow it with the path. A fixed buffer
    /// switches that autotuning off, on Windows and on Linux (tcp(7), SO_RCVBUF).
    /// </summary>
    public int? ReceiveBuffer { get; init; }

    /// <summary>
    /// Whether both connections are opened for MPTCP (RFC 8684). Default false. Without it in the kernel or at the server, they are TCP.
    /// </summary>
    public bool Multipath { get; init; }

    /// <summary>Whether any TLS certificate is accepted, as long as all sessions of a connector see the same one. Default false.</summary>
    public bool AcceptAnyCertificate { get; init; }

    /// <summary>
    /// The most bytes of text that one listing may have. Default <see cref="UsualListing"/>, for more than a million files. The bound
    /// against a hostile server.
    /// </summary>
    public long MaxListing { get; init; } = UsualListing;

    /// <summary>Time limits.</summary>
    public FtpTimeouts Timeouts { get; init; } = new();
}
