namespace Accelerator.Engine.Transfers;

/// <summary>What happened on a stream. Names are stable: they appear in reports.</summary>
public enum StreamEventKind
{
    /// <summary>It begins to open a session.</summary>
    Connecting,

    /// <summary>Its session is logged in.</summary>
    LoggedIn,

    /// <summary>It was given a range that nobody fetched.</summary>
    Took,

    /// <summary>It was given a part of another stream's range.</summary>
    Stole,

    /// <summary>The first byte of its range has come.</summary>
    FirstByte,

    /// <summary>Its range has ended where it was to end.</summary>
    Completed,

    /// <summary>Its transfer was ended early, because another stream has the rest.</summary>
    CutShort,

    /// <summary>It was silent, or crawled, and its range was given to another stream.</summary>
    Stalled,

    /// <summary>It failed; the text is the reason.</summary>
    Failed,
}
