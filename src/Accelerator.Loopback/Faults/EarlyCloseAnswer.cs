namespace Accelerator.Loopback.Faults;

/// <summary>The server's reply after the client closed a data connection before its end.</summary>
public enum EarlyCloseAnswer
{
    /// <summary>426, once: vsftpd, ProFTPD, FileZilla Server (measured against the first two).</summary>
    Reply426,

    /// <summary>226 as for a success: the reply of a server whose last bytes were already in its socket buffer.</summary>
    Reply226,

    /// <summary>451, ProFTPD's answer to some socket errors.</summary>
    Reply451,

    /// <summary>A second 150 with statistics: Pure-FTPd reuses the stale code (seen in rclone issue 3984).</summary>
    Repeat150,

    /// <summary>426 and then 226, as RFC 959 specifies after ABOR.</summary>
    Reply426Then226,

    /// <summary>Nothing: Pure-FTPd when no byte was sent.</summary>
    Nothing,
}
