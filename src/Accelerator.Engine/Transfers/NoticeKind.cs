namespace Accelerator.Engine.Transfers;

/// <summary>The subject of a notice. Names are stable: they appear in <c>--json</c> output.</summary>
public enum NoticeKind
{
    /// <summary>An earlier try's data is used.</summary>
    Resumed,

    /// <summary>An earlier try's data cannot be used, and why.</summary>
    ResumeRefused,

    /// <summary>The server allows fewer connections than requested.</summary>
    ServerLimit,

    /// <summary>The server ignores or misinterprets REST; the file comes in one stream.</summary>
    RestNotHonoured,

    /// <summary>A range is tried again after a failure.</summary>
    Retry,

    /// <summary>The file could only be verified by weaker means than requested.</summary>
    Verification,

    /// <summary>A further source of a file is used, is not used, or is no longer used, and why.</summary>
    Replica,

    /// <summary>A local path carries no data, or carries data again.</summary>
    Path,

    /// <summary>Data connections are MPTCP, as requested, or fell back to TCP.</summary>
    Multipath,

    /// <summary>The local name of a file differs from the remote one.</summary>
    Renamed,

    /// <summary>Something else that the user should know.</summary>
    Other,
}
