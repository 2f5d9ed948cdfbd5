namespace Accelerator.Cli.Job;

/// <summary>What was typed after <c>ftpx job</c>.</summary>
internal sealed record JobOptions
{
    /// <summary>Deliveries or failures that a history shows where nobody says how many.</summary>
    public const int UsualLimit = 20;

    public required JobVerb Verb { get; init; }

    /// <summary>For validate: the job file. For retry: the name of a file of the job; null for all.</summary>
    public string? File { get; init; }

    /// <summary>The job; null for all of them.</summary>
    public string? Job { get; init; }

    /// <summary>The service's data folder; null for the usual one.</summary>
    public string? Data { get; init; }

    /// <summary>Whether nothing is written.</summary>
    public bool IsDry { get; init; }

    /// <summary>Why a job is paused; null where nobody says.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether what is put aside is shown in place of what was delivered.</summary>
    public bool Failures { get; init; }

    /// <summary>Whether commands and manifest lines are tried again in place of files.</summary>
    public bool Effects { get; init; }

    /// <summary>Lines of a history at most.</summary>
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
