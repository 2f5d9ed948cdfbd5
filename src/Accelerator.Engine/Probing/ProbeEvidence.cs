namespace Accelerator.Engine.Probing;

/// <summary>The measurements for a verdict.</summary>
internal sealed record ProbeEvidence
{
    /// <summary>Goodput by number of streams, in order.</summary>
    public required IReadOnlyList<ProbeStep> Steps { get; init; }

    /// <summary>Why there are no more steps.</summary>
    public required ProbeStop Stop { get; init; }

    /// <summary>The path without load.</summary>
    public required ProbePath Path { get; init; }

    /// <summary>Whether ranges are possible at all.</summary>
    public required bool Ranges { get; init; }

    /// <summary>Bytes per second that the disk accepts; null when unknown.</summary>
    public required double? DiskRate { get; init; }
}
