namespace Accelerator.Engine.Probing;

/// <summary>Why no more streams were tried.</summary>
public enum ProbeStop
{
    /// <summary>More streams brought no more.</summary>
    Flat,

    /// <summary>The maximum number of streams was measured.</summary>
    MostStreams,

    /// <summary>The server refused another connection.</summary>
    Refused,

    /// <summary>The next number of streams would have exceeded the time limit.</summary>
    Time,

    /// <summary>A stream failed.</summary>
    Failed,

    /// <summary>The file is too short, or ends before a stream is up to speed.</summary>
    ShortFile,
}
