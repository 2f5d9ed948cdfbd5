namespace Accelerator.Ftp;

/// <summary>How a session is protected. There is no "try TLS, else clear": a site that must be encrypted is never downgraded.</summary>
public enum FtpSecurity
{
    /// <summary>Plain FTP (RFC 959), port 21.</summary>
    None,

    /// <summary>AUTH TLS on the plain port before any credential is sent (RFC 4217), port 21.</summary>
    Explicit,

    /// <summary>TLS from the first byte, port 990. Never standardised, but IIS and FileZilla Server still offer it.</summary>
    Implicit,
}
