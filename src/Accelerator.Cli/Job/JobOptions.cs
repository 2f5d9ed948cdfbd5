namespace Accelerator.Cli.Job;

/// <summary>The parsed arguments of <c>ftpx job</c>.</summary>
internal sealed record JobOptions
{
    /// <summary>The default number of deliveries or failures that a history shows.</summary>
    public const int UsualLimit = 20;

    public required JobVerb Verb { get; init; }

    /// <summary>For validate: the job file. For retry: the name of a file of the job; null for all.</summary>
    public string? File { get; init; }

    /// <summary>The job; null for all jobs.</summary>
    public string? Job { get; init; }

    /// <summary>The data folder of the service; null for the default.</summary>
    public string? Data { get; init; }

    /// <summary>Whether to write nothing.</summary>
    public bool IsDry { get; init; }

    /// <summary>The reason why a job is paused; null if none is given.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether to show quarantined files instead of deliveries.</summary>
    public bool Failures { get; init; }

    /// <summary>Whether to retry commands and manifest lines instead of files.</summary>
    public bool Effects { get; init; }

    /// <summary>The maximum number of lines of a history.</summary>
    public int Limit { get; init; } = UsualLimit;

    public bool Json { get; init; }
}

/// <summary>The commands of <c>ftpx job</c>.</summary>
internal enum JobVerb
{
    Validate,
    List,
    Run,
    Pause,
    Resume,
    History,
    Retry,
}
