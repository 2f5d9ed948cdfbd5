using Accelerator.Cli.Values;

namespace Accelerator.Cli.Job;

/// <summary>The parsed arguments of <c>ftpx job</c>.</summary>
internal sealed record JobOptions
{
    /// <summary>The default number of deliveries or failures that a history shows.</summary>
    public const int UsualLimit = 20;

    public required JobVerb Verb { get; init; }

    /// <summary>For init: the URL. For validate: the job file. For retry and skip: the name of a file of the job; null for all.</summary>
    public string? File { get; init; }

    /// <summary>The job; null for all jobs.</summary>
    public string? Job { get; init; }

    /// <summary>The data folder of the service; null for the default.</summary>
    public string? Data { get; init; }

    /// <summary>Whether to write nothing.</summary>
    public bool IsDry { get; init; }

    /// <summary>The beginning of a history or a list of gaps; null for the default.</summary>
    public PointInTime? Since { get; init; }

    /// <summary>The end of a history; null for none.</summary>
    public PointInTime? Until { get; init; }

    /// <summary>The number of the delivery that ended the previous page of a history; null for the first page.</summary>
    public long? Before { get; init; }

    /// <summary>The names of the files of a history, with <c>*</c> and <c>?</c>; null for all.</summary>
    public string? Name { get; init; }

    /// <summary>The beginning of an outage; null if none is given.</summary>
    public PointInTime? From { get; init; }

    /// <summary>The end of an outage; null if none is given.</summary>
    public PointInTime? To { get; init; }

    /// <summary>The action on outages: <c>add</c>, <c>list</c> or <c>remove</c>.</summary>
    public string? Action { get; init; }

    /// <summary>The reason of a pause, an outage or a skipped file; null if none is given.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether to show quarantined files instead of deliveries.</summary>
    public bool Failures { get; init; }

    /// <summary>Whether to retry commands and manifest lines instead of files.</summary>
    public bool Effects { get; init; }

    /// <summary>The maximum number of lines of a history.</summary>
    public int Limit { get; init; } = UsualLimit;

    /// <summary>For init: the file to write; null for standard output.</summary>
    public string? Output { get; init; }

    public bool Json { get; init; }
}

/// <summary>The commands of <c>ftpx job</c>.</summary>
internal enum JobVerb
{
    Init,
    Validate,
    List,
    Run,
    Pause,
    Resume,
    History,
    Gaps,
    Outage,
    Retry,
    Skip,
}
