namespace Accelerator.Ftp.Fxp;

/// <summary>
/// Protection of the data connection between two servers. Both act as TLS servers by default, so a command must make one of them the TLS
/// client. There is no fallback to clear text: a file that cannot be protected is not sent.
/// </summary>
public enum FxpProtection
{
    /// <summary>No protection: only between two sessions that are not protected either.</summary>
    None,

    /// <summary>CPSV in place of PASV: the passive server starts the handshake. RaidenFTPD, glFTPd and DrFTPD.</summary>
    Cpsv,

    /// <summary>SSCN ON at the source: it starts the handshake. ProFTPD's mod_tls and others.</summary>
    SscnAtSource,

    /// <summary>SSCN ON at the destination.</summary>
    SscnAtDestination,
}
