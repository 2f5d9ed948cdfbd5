namespace Accelerator.Jobs.Control;

/// <summary>What the service says of itself.</summary>
public sealed record ServiceStatus
{
    /// <summary>The program's version.</summary>
    public required string Version { get; init; }

    /// <summary>The process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When it started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary><c>running</c>, <c>paused</c> or <c>stopping</c>.</summary>
    public required string State { get; init; }

    /// <summary>The data folder.</summary>
    public required string Data { get; init; }

    /// <summary>The folder of its logs.</summary>
    public required string Logs { get; init; }

    /// <summary>The job file's path, there or not.</summary>
    public required string JobFile { get; init; }

    /// <summary>When what is in force was read; null where nothing is in force.</summary>
    public DateTimeOffset? JobFileReadAt { get; init; }

    /// <summary>Jobs in force.</summary>
    public int Jobs { get; init; }

    /// <summary>Servers in force.</summary>
    public int Servers { get; init; }

    /// <summary>The address of its page, for a browser on the same computer; null while there is none.</summary>
    public string? Dashboard { get; init; }

    /// <summary>The file that holds the page's token; null without a page.</summary>
    public string? DashboardToken { get; init; }

    /// <summary>The nodes that share its ledger, by name; empty where nobody else can.</summary>
    public IReadOnlyList<NodeStatus> Nodes { get; init; } = [];

    /// <summary>What is wrong with the job file, in sentences; empty where it is in force.</summary>
    public IReadOnlyList<string> JobFileProblems { get; init; } = [];

    /// <summary>All that is wrong, in sentences: the job file first, then what the jobs met.</summary>
    public required IReadOnlyList<string> Problems { get; init; }
}
