using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Probing;

/// <summary>The results of a probe.</summary>
public sealed record ProbeReport
{
    /// <summary>The file that was read.</summary>
    public required TransferSource Source { get; init; }

    /// <summary>The server.</summary>
    public required ProbeServer Server { get; init; }

    /// <summary>The network path to the server.</summary>
    public required ProbePath Path { get; init; }

    /// <summary>Goodput by number of streams, in order; empty when it could not be measured.</summary>
    public required IReadOnlyList<ProbeStep> Steps { get; init; }

    /// <summary>Why there are no more steps.</summary>
    public required ProbeStop Stop { get; init; }

    /// <summary>Sessions that the server allows at one time; null while it has refused none.</summary>
    public required int? Ceiling { get; init; }

    /// <summary>Connections that it refused.</summary>
    public required int Refusals { get; init; }

    /// <summary>Bytes per second that the local disk accepts; null when it was not measured.</summary>
    public required double? DiskRate { get; init; }

    /// <summary>The conclusion from all measurements.</summary>
    public required ProbeVerdict Verdict { get; init; }

    /// <summary>Sentences on what could not be measured, and why; safe to print.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Bytes that were fetched.</summary>
    public required long Bytes { get; init; }

    /// <summary>Duration of the probe.</summary>
    public required TimeSpan Elapsed { get; init; }
}
