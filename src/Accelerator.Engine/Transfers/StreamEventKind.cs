namespace Accelerator.Engine.Transfers;

/// <summary>The kind of an event on a stream. Names are stable: they appear in reports.</summary>
public enum StreamEventKind
{
    /// <summary>The stream starts to open a session.</summary>
    Connecting,

    /// <summary>The stream's session is logged in.</summary>
    LoggedIn,

    /// <summary>The stream was assigned a range that no other stream was fetching.</summary>
    Took,

    /// <summary>The stream was assigned a part of another stream's range.</summary>
    Stole,

    /// <summary>The first byte of its range has arrived.</summary>
    FirstByte,

    /// <summary>Its range has ended as planned.</summary>
    Completed,

    /// <summary>Its transfer was ended early, because another stream has the rest.</summary>
    CutShort,

    /// <summary>The stream was silent, or crawled, and its range was assigned to another stream.</summary>
    Stalled,

    /// <summary>The stream failed; the text is the reason.</summary>
    Failed,
}
