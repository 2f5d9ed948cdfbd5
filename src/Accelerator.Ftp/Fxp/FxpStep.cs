namespace Accelerator.Ftp.Fxp;

/// <summary>How far a third-party transfer had come when it failed, in the order of its steps.</summary>
public enum FxpStep
{
    /// <summary>DELE of what an earlier transfer left.</summary>
    Remove,

    /// <summary>SSCN, or the sessions are not protected alike.</summary>
    Protection,

    /// <summary>PASV, EPSV or CPSV at the passive server.</summary>
    Listen,

    /// <summary>PORT or EPRT at the active server, or an address that must not be sent there.</summary>
    Call,

    /// <summary>REST at either.</summary>
    Marker,

    /// <summary>RETR or STOR was refused before any 150.</summary>
    Command,

    /// <summary>Both commands were sent and the data connection did not come about: 425 and 426 before any 150, or silence.</summary>
    Open,

    /// <summary>The transfer was under way.</summary>
    Data,

    /// <summary>RNFR or RNTO after it.</summary>
    Rename,
}
