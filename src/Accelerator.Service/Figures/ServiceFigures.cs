using Accelerator.Jobs.Ledger;
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

/// <summary>A server, as an operator sees it.</summary>
/// <param name="Name">Its name in the job file.</param>
/// <param name="Address">Its host and port.</param>
/// <param name="Sessions">Sessions that are logged in.</param>
/// <param name="Budget">Most that may be.</param>
/// <param name="BytesPerSecond">What comes from it now.</param>
/// <param name="Files">Files under way.</param>
internal sealed record ServerFigures(string Name, string Address, int Sessions, int Budget, double BytesPerSecond, int Files);

/// <summary>A file that is put aside.</summary>
/// <param name="Job">The job.</param>
/// <param name="Path">Where it is on the server: hostile text, as a server told it.</param>
/// <param name="State"><c>failed</c> or <c>quarantined</c>.</param>
/// <param name="Since">Since when.</param>
/// <param name="Attempts">Tries.</param>
/// <param name="Error">Why: hostile text, too.</param>
/// <param name="Advice">What to do; null where the error says it.</param>
internal sealed record FailureFigures(
    string Job, string Path, string State, DateTimeOffset Since, int Attempts, string Error, string? Advice)
{
    /// <summary>The file as the page has it.</summary>
    public static FailureFigures Of(QuarantinedFile file) =>
        new(file.Job, $"{file.Folder.TrimEnd('/')}/{file.Name}", file.State.ToString().ToLowerInvariant(), file.Since, file.Attempts,
            file.Error, FailureAdvice.Of(file));
}
