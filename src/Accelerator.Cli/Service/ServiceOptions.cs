using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>What was typed after <c>ftpx service</c>.</summary>
internal sealed record ServiceOptions
{
    public required ServiceVerb Verb { get; init; }

    /// <summary>The data folder; null for the usual one.</summary>
    public string? Data { get; init; }

    /// <summary>The job file; null for the one in the data folder.</summary>
    public string? Jobs { get; init; }

    /// <summary>The account that the service runs as; null for its own.</summary>
    public string? Account { get; init; }

    /// <summary>When Windows starts it; null for delayed.</summary>
    public ServiceStart? Start { get; init; }

    /// <summary>Where ftpxd.exe is; null for beside ftpx.exe.</summary>
    public string? Executable { get; init; }

    /// <summary>Whether installing changes a service that is there already.</summary>
    public bool OrConfigure { get; init; }

    public bool Json { get; init; }
}

/// <summary>The commands of <c>ftpx service</c>.</summary>
internal enum ServiceVerb
{
    Status,
    Install,
    Configure,
    Uninstall,
    Start,
    Stop,
    Pause,
    Continue,
    Reload,
}
