namespace Accelerator.Engine.Mirroring;

/// <summary>What comparing a file with its listing comes to.</summary>
internal enum ComparisonVerdict
{
    /// <summary>It is not here.</summary>
    New,

    /// <summary>It is the same.</summary>
    Same,

    /// <summary>It has changed.</summary>
    Changed,

    /// <summary>Only MDTM can tell.</summary>
    AskTime,

    /// <summary>Only the server's hash can tell.</summary>
    AskHash,
}
