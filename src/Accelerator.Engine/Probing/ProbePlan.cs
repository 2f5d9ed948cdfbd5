using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Probing;

/// <summary>
/// What a probe will load the server, the line and the disk with: bounds that hold whatever it meets. <c>--dry-run</c> shows it.
/// </summary>
public sealed record ProbePlan
{
    /// <summary>The file that is read.</summary>
    public required TransferSource Source { get; init; }

    /// <summary>Numbers of streams to be measured, in order. Fewer when more stop paying, or at the server's first refusal.</summary>
    public required IReadOnlyList<int> Steps { get; init; }

    /// <summary>Most sessions at one time: a stream each, and one that only measures the round trip.</summary>
    public required int MostSessions { get; init; }

    /// <summary>
    /// Refused connections that the server may see; no more are opened after the first refusal, but some may be on their way.
    /// </summary>
    public required int MostRefusals { get; init; }

    /// <summary>Most bytes that one number of streams reads.</summary>
    public required long MostBytesPerStep { get; init; }

    /// <summary>Bound on the whole.</summary>
    public required TimeSpan TimeLimit { get; init; }

    /// <summary>Folder whose disk is measured; null leaves it out.</summary>
    public required string? Folder { get; init; }

    /// <summary>Most bytes written there, in a file that is removed.</summary>
    public required long MostDiskBytes { get; init; }
}
