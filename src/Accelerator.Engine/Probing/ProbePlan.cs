using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Probing;

/// <summary>The load that a probe puts on the server, the line and the disk: limits that always hold. <c>--dry-run</c> shows it.</summary>
public sealed record ProbePlan
{
    /// <summary>The file to read.</summary>
    public required TransferSource Source { get; init; }

    /// <summary>Numbers of streams to be measured, in order. Fewer when more stop paying, or at the server's first refusal.</summary>
    public required IReadOnlyList<int> Steps { get; init; }

    /// <summary>Most sessions at one time: one per stream, and one that only measures the round trip.</summary>
    public required int MostSessions { get; init; }

    /// <summary>
    /// Connections that the server may have to refuse; no more are opened after the first refusal, but some may be in flight.
    /// </summary>
    public required int MostRefusals { get; init; }

    /// <summary>Most bytes that one number of streams reads.</summary>
    public required long MostBytesPerStep { get; init; }

    /// <summary>Limit on the complete probe.</summary>
    public required TimeSpan TimeLimit { get; init; }

    /// <summary>Folder whose disk is measured; null to skip it.</summary>
    public required string? Folder { get; init; }

    /// <summary>Most bytes written there, in a file that is removed.</summary>
    public required long MostDiskBytes { get; init; }
}
