namespace Accelerator.Engine.Mirroring;

/// <summary>The verdict of comparing a file with its listing.</summary>
internal enum ComparisonVerdict
{
    /// <summary>The file does not exist locally.</summary>
    New,

    /// <summary>The file is the same.</summary>
    Same,

    /// <summary>The file has changed.</summary>
    Changed,

    /// <summary>Only MDTM can tell.</summary>
    AskTime,

    /// <summary>Only the server's hash can tell.</summary>
    AskHash,
}
