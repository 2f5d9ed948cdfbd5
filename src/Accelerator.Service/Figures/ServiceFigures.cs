using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Figures;

/// <summary>All figures of a service for the page, the metrics and the health checks, at one time.</summary>
internal sealed record ServiceFigures
{
    public required DateTimeOffset Now { get; init; }

    public required string Version { get; init; }

    public required string Computer { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary><c>running</c>, <c>paused</c> or <c>stopping</c>.</summary>
    public required string State { get; init; }

    /// <summary>Whether the service is running, no job is paused, and nothing needs attention.</summary>
    public bool IsWell => Concerns.Count == 0 && State == "running" && Jobs.All(job => job.State != JobState.Paused);

    /// <summary>The incidents that need attention, a sentence each, the most severe first.</summary>
    public required IReadOnlyList<OpenIncident> Concerns { get; init; }

    /// <summary>Why the service is not ready, a sentence each; empty if it is ready.</summary>
    public required IReadOnlyList<string> NotReady { get; init; }

    public required IReadOnlyList<JobFigures> Jobs { get; init; }

    public required IReadOnlyList<ServerFigures> Servers { get; init; }

    /// <summary>The nodes that share the ledger, by name; empty if it is not shared.</summary>
    public IReadOnlyList<NodeFigures> Nodes { get; init; } = [];

    /// <summary>The files that are being fetched.</summary>
    public IReadOnlyList<TransferFigures> Transfers { get; init; } = [];

    /// <summary>The gateways; empty, the default, for none.</summary>
    public IReadOnlyList<GatewayFigures> Gateways { get; init; } = [];

    /// <summary>The latest quarantined files.</summary>
    public required IReadOnlyList<FailureFigures> Failures { get; init; }

    /// <summary>When the job file in force was read; null if none is in force.</summary>
    public DateTimeOffset? JobFileReadAt { get; init; }

    /// <summary>The number of problems in the current job file.</summary>
    public int JobFileProblems { get; init; }

    /// <summary>When the ledger was last read; null if it never answered.</summary>
    public DateTimeOffset? LedgerAt { get; init; }

    /// <summary>The start of the first of the <see cref="Spans"/>; null while nothing is known.</summary>
    public DateTimeOffset? SpansFrom { get; init; }

    /// <summary>Bytes delivered in each quarter of an hour of the last 24 h, all jobs together.</summary>
    public IReadOnlyList<long> Spans { get; init; } = [];

    /// <summary>Files delivered in each of the same spans.</summary>
    public IReadOnlyList<long> SpanFiles { get; init; } = [];
}

/// <summary>The figures of a server for an operator.</summary>
/// <param name="Name">Its name in the job file.</param>
/// <param name="Address">Its host and port.</param>
/// <param name="Sessions">The number of logged-in sessions.</param>
/// <param name="Budget">The most sessions allowed.</param>
/// <param name="BytesPerSecond">The current rate from the server.</param>
/// <param name="Files">The number of files in progress.</param>
/// <param name="Spans">Bytes that its jobs delivered in each of <see cref="ServiceFigures.Spans"/>.</param>
internal sealed record ServerFigures(
    string Name, string Address, int Sessions, int Budget, double BytesPerSecond, int Files, IReadOnlyList<long> Spans);

/// <summary>A quarantined file.</summary>
/// <param name="Job">The job.</param>
/// <param name="Path">Its path on the server: hostile text, as the server sent it.</param>
/// <param name="State"><c>failed</c> or <c>quarantined</c>.</param>
/// <param name="Since">Since when.</param>
/// <param name="Attempts">The number of attempts.</param>
/// <param name="Error">The reason: hostile text, too.</param>
/// <param name="Advice">What to do, as a name from <see cref="FailureAdvice"/>; null if the error gives the advice.</param>
internal sealed record FailureFigures(
    string Job, string Path, string State, DateTimeOffset Since, int Attempts, string Error, string? Advice)
{
    /// <summary>Converts a quarantined file for the page.</summary>
    public static FailureFigures Of(QuarantinedFile file) =>
        new(file.Job, $"{file.Folder.TrimEnd('/')}/{file.Name}", file.State.ToString().ToLowerInvariant(), file.Since, file.Attempts,
            file.Error, FailureAdvice.Of(file));
}
