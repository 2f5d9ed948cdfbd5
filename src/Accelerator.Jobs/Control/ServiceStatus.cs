namespace Accelerator.Jobs.Control;

/// <summary>The status of the service.</summary>
public sealed record ServiceStatus
{
    /// <summary>The program's version.</summary>
    public required string Version { get; init; }

    public required int ProcessId { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary><c>running</c>, <c>paused</c> or <c>stopping</c>.</summary>
    public required string State { get; init; }

    /// <summary>The data folder.</summary>
    public required string Data { get; init; }

    /// <summary>The log folder.</summary>
    public required string Logs { get; init; }

    /// <summary>The job file's path, whether or not the file exists.</summary>
    public required string JobFile { get; init; }

    /// <summary>When the job file in force was read; null if none is in force.</summary>
    public DateTimeOffset? JobFileReadAt { get; init; }

    /// <summary>The number of jobs in force.</summary>
    public int Jobs { get; init; }

    /// <summary>The number of servers in force.</summary>
    public int Servers { get; init; }

    /// <summary>The address of the service's page, for a browser on the same computer; null if there is none.</summary>
    public string? Dashboard { get; init; }

    /// <summary>The file that holds the page's token; null without a page.</summary>
    public string? DashboardToken { get; init; }

    /// <summary>The gateways, by name.</summary>
    public IReadOnlyList<GatewayStatus> Gateways { get; init; } = [];

    /// <summary>The nodes that share the ledger, by name; empty if the ledger cannot be shared.</summary>
    public IReadOnlyList<NodeStatus> Nodes { get; init; } = [];

    /// <summary>The problems of the job file, in sentences; empty if it is in force.</summary>
    public IReadOnlyList<string> JobFileProblems { get; init; } = [];

    /// <summary>All problems, in sentences: those of the job file first, then those of the jobs.</summary>
    public required IReadOnlyList<string> Problems { get; init; }
}
