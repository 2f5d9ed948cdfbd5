namespace Accelerator.Interop.Tests.Servers;

/// <summary>The real servers that the client is tested with.</summary>
public enum ServerKind
{
    /// <summary>vsftpd 3.0.3.</summary>
    Vsftpd,

    /// <summary>ProFTPD 1.3.8.</summary>
    Proftpd,

    /// <summary>Pure-FTPd 1.0.50.</summary>
    PureFtpd,

    /// <summary>pyftpdlib 1.5.</summary>
    Pyftpdlib,
}
