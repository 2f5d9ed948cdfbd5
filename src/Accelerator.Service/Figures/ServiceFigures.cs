using Accelerator.Service.Core;

namespace Accelerator.Service.Figures;

/// <summary>All that the page, the metrics and the questions after its health tell of a service, at one moment.</summary>
internal sealed record ServiceFigures
{
    public required DateTimeOffset Now { get; init; }

    public required string Version { get; init; }

    public required string Computer { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary><c>running</c>, <c>paused</c> or <c>stopping</c>.</summary>
    public required string State { get; init; }

    /// <summary>Whether there is nothing that somebody should look at.</summary>
    public bool IsWell => Concerns.Count == 0 && State == "running";

    /// <summary>What somebody should look at, a sentence each, the gravest first.</summary>
    public required IReadOnlyList<OpenIncident> Concerns { get; init; }

    /// <summary>What speaks against calling it ready, a sentence each.</summary>
    public required IReadOnlyList<string> NotReady { get; init; }

    public required IReadOnlyList<JobFigures> Jobs { get; init; }

    public required IReadOnlyList<ServerFigures> Servers { get; init; }

    /// <summary>The latest of what is put aside.</summary>
    public required IReadOnlyList<FailureFigures> Failures { get; init; }

    /// <summary>When what is in force of the job file was read; null where nothing is.</summary>
    public DateTimeOffset? JobFileReadAt { get; init; }

    /// <summary>What is wrong with the job file as it lies there now.</summary>
    public int JobFileProblems { get; init; }

    /// <summary>When the ledger was last read; null where it never answered.</summary>
    public DateTimeOffset? LedgerAt { get; init; }

    /// <summary>Where the first of <see cref="Spans"/> begins; null while nothing is known.</summary>
    public DateTimeOffset? SpansFrom { get; init; }

    /// <summary>Bytes delivered in each quarter of an hour of the last 24 h, all jobs together.</summary>
    public IReadOnlyList<long> Spans { get; init; } = [];

    /// <summary>The same for files.</summary>
    public IReadOnlyList<long> SpanFiles { get; init; } = [];
}
