namespace Accelerator.Loopback.Settings;

/// <summary>Where and how a server refuses a session over the limit.</summary>
public enum LimitPoint
{
    /// <summary>421 in place of the greeting, then close: vsftpd, Pure-FTPd per address.</summary>
    Greeting421,

    /// <summary>530 at PASS, the code of a wrong password: ProFTPD. Counts logged-in sessions.</summary>
    Pass530,

    /// <summary>421 at PASS, then close: Pure-FTPd per user. Counts logged-in sessions.</summary>
    Pass421,

    /// <summary>The connection is accepted and closed without a reply: ProFTPD's connection rate, middleboxes.</summary>
    CloseWithoutBanner,

    /// <summary>451 at RETR: ProFTPD's transfer limit. Counts running transfers.</summary>
    Retr451,
}
