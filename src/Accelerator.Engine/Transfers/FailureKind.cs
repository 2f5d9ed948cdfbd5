namespace Accelerator.Engine.Transfers;

/// <summary>The reason a transfer failed, coarse enough for a script to act on. The command line has one exit code for each.</summary>
public enum FailureKind
{
    /// <summary>The request itself cannot be carried out: the target exists, or another run holds it.</summary>
    Usage,

    /// <summary>The server has no such file or directory, or the path is of the other kind.</summary>
    NotFound,

    /// <summary>The server refused the login.</summary>
    Login,

    /// <summary>No connection, a lost one, or silence, after all retries. Also used for a server that does not speak FTP.</summary>
    Network,

    /// <summary>The server still allowed no session after all retries.</summary>
    ServerLimit,

    /// <summary>The remote file changed during the transfer.</summary>
    SourceChanged,

    /// <summary>The server does not honour REST, and the transfer could not be completed in one stream from the start.</summary>
    RestNotHonoured,

    /// <summary>The content does not match a hash, or could not be verified.</summary>
    Verification,

    /// <summary>The local disk is full, read-only or failing.</summary>
    Disk,

    /// <summary>The user stopped the transfer. The fetched data is kept.</summary>
    Cancelled,

    /// <summary>The server's certificate or its TLS parameters were rejected.</summary>
    Tls,
}
