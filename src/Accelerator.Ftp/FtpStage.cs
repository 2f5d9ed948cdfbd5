namespace Accelerator.Ftp;

/// <summary>
/// How far a session had come when it failed. A failure before the greeting tells more about the server's load than about the file.
/// </summary>
public enum FtpStage
{
    /// <summary>Looking up the host name.</summary>
    Resolve,

    /// <summary>TCP connect of the control connection.</summary>
    Connect,

    /// <summary>Connected, waiting for the 220.</summary>
    Greeting,

    /// <summary>TLS handshake of the control connection.</summary>
    Tls,

    /// <summary>USER, PASS, ACCT.</summary>
    Login,

    /// <summary>Logged in.</summary>
    Session,

    /// <summary>Opening the data connection.</summary>
    DataConnect,

    /// <summary>Bytes of a file or listing.</summary>
    Data,
}
