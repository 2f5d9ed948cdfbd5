namespace Accelerator.Engine.Transfers;

/// <summary>Why a transfer failed, coarse enough for a script to act on. The command line has one exit code for each.</summary>
public enum FailureKind
{
    /// <summary>The request itself cannot be carried out: the target exists, or another run holds it.</summary>
    Usage,

    /// <summary>The server has no such file or directory, or it is of the other kind.</summary>
    NotFound,

    /// <summary>The server refused the login.</summary>
    Login,

    /// <summary>No connection, a lost one, or silence, after all retries. Also a server that does not speak FTP.</summary>
    Network,

    /// <summary>The server stayed full.</summary>
    ServerLimit,

    /// <summary>The remote file changed while it was fetched.</summary>
    SourceChanged,

    /// <summary>The server does not honour REST, and the transfer could not be completed in one stream from the start.</summary>
    RestNotHonoured,

    /// <summary>The content is not what a hash says it must be, or could not be proven whole.</summary>
    Verification,

    /// <summary>The local disk is full, read-only or failing.</summary>
    Disk,

    /// <summary>The user stopped it. What was fetched is kept.</summary>
    Cancelled,

    /// <summary>The server's certificate or its TLS was refused.</summary>
    Tls,
}
