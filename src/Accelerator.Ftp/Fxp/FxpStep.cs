namespace Accelerator.Ftp.Fxp;

/// <summary>The step at which a third-party transfer failed, in order.</summary>
public enum FxpStep
{
    /// <summary>DELE of a file left by an earlier transfer.</summary>
    Remove,

    /// <summary>SSCN, or the sessions are not protected in the same way.</summary>
    Protection,

    /// <summary>PASV, EPSV or CPSV at the passive server.</summary>
    Listen,

    /// <summary>PORT or EPRT at the active server, or an address that must not be sent there.</summary>
    Call,

    /// <summary>REST at either server.</summary>
    Marker,

    /// <summary>RETR or STOR was refused before any 150.</summary>
    Command,

    /// <summary>Both commands were sent and the data connection was not established: 425 and 426 before any 150, or silence.</summary>
    Open,

    /// <summary>The transfer was in progress: the server had replied 150.</summary>
    Data,

    /// <summary>RNFR or RNTO after the transfer.</summary>
    Rename,
}
