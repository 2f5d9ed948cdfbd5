namespace Accelerator.Engine.Probing;

/// <summary>What a verdict is made from.</summary>
internal sealed record ProbeEvidence
{
    /// <summary>Goodput by number of streams, in order.</summary>
    public required IReadOnlyList<ProbeStep> Steps { get; init; }

    /// <summary>Why there are no more.</summary>
    public required ProbeStop Stop { get; init; }

    /// <summary>The idle path.</summary>
    public required ProbePath Path { get; init; }

    /// <summary>Whether ranges are possible at all.</summary>
    public required bool Ranges { get; init; }

    /// <summary>Bytes per second that the disk takes; null when unknown.</summary>
    public required double? DiskRate { get; init; }
}
