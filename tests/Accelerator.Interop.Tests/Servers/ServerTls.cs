namespace Accelerator.Interop.Tests.Servers;

public enum ServerTls
{
    /// <summary>None: AUTH is refused.</summary>
    None,

    /// <summary>After AUTH TLS. Plain sessions stay possible unless a server's extra configuration forbids them.</summary>
    Explicit,

    /// <summary>From the first byte. vsftpd and ProFTPD only.</summary>
    Implicit,
}
