namespace Accelerator.Engine.Transfers;

/// <summary>What a notice is about. Names are stable: they appear in <c>--json</c> output.</summary>
public enum NoticeKind
{
    /// <summary>An earlier try's data is used.</summary>
    Resumed,

    /// <summary>An earlier try's data cannot be used, and why.</summary>
    ResumeRefused,

    /// <summary>The server allows fewer connections than wanted.</summary>
    ServerLimit,

    /// <summary>The server ignores or bends REST; the file comes in one stream.</summary>
    RestNotHonoured,

    /// <summary>A range is tried again after a failure.</summary>
    Retry,

    /// <summary>The file could only be proven by weaker means than wanted.</summary>
    Verification,

    /// <summary>A further source of a file is used, is not used, or is used no more, and why.</summary>
    Replica,

    /// <summary>A local path carries nothing, or carries again.</summary>
    Path,

    /// <summary>A file has another name here than on the server.</summary>
    Renamed,

    /// <summary>Something else that the user should know.</summary>
    Other,
}
