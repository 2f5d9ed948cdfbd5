namespace Accelerator.Interop.Tests.Servers;

/// <summary>How a real server is to be set up for one test. The default is plain FTP on 127.0.0.1 without limits.</summary>
public sealed record ServerOptions
{
    /// <summary>Sessions in all; null: no limit that a test would meet (200).</summary>
    public int? MaxClients { get; init; }

    /// <summary>Sessions from one address; null: no limit.</summary>
    public int? MaxPerAddress { get; init; }

    /// <summary>Bytes a second that one connection may send; null: no limit. Pure-FTPd and ProFTPD round to whole KiB/s.</summary>
    public int? BytesPerSecond { get; init; }

    /// <summary>TLS with a self-signed certificate made for this instance.</summary>
    public ServerTls Tls { get; init; }

    /// <summary>PEM file with another instance's certificate and key, to have the same; null: its own.</summary>
    public string? CertificateFile { get; init; }

    /// <summary>Refuse data connections that do not resume the control connection's TLS session. vsftpd and ProFTPD only.</summary>
    public bool RequireTlsSessionReuse { get; init; } = true;

    public bool IPv6 { get; init; }

    /// <summary>
    /// Listen on this address of 127.0.0.0/8 instead of 127.0.0.1: clients here come from 127.0.0.1, so that another server is a stranger to it, as it is
    /// in the world.
    /// </summary>
    public IPAddress? Address { get; init; }

    /// <summary>Called with the port before each start of the server; null: nothing.</summary>
    public Action<int>? BeforeStart { get; init; }

    /// <summary>Last word: lines for vsftpd.conf or proftpd.conf, arguments for pure-ftpd or pyftpd-server.py.</summary>
    public IReadOnlyList<string> Extra { get; init; } = [];
}
