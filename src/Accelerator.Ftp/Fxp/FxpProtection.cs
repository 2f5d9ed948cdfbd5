namespace Accelerator.Ftp.Fxp;

/// <summary>
/// How the data connection between two servers is protected. Both are TLS servers by themselves, so one has to be told to be the client.
/// There is no "try, else clear": what cannot be protected is not sent.
/// </summary>
public enum FxpProtection
{
    /// <summary>Not at all: only between two sessions that are not protected either.</summary>
    None,

    /// <summary>CPSV in place of PASV: the passive server begins the handshake. RaidenFTPD, glFTPd and DrFTPD.</summary>
    Cpsv,

    /// <summary>SSCN ON at the source: it begins the handshake. ProFTPD's mod_tls and others.</summary>
    SscnAtSource,

    /// <summary>SSCN ON at the destination.</summary>
    SscnAtDestination,
}
