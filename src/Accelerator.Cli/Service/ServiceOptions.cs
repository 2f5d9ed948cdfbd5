using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>The parsed arguments of <c>ftpx service</c>.</summary>
internal sealed record ServiceOptions
{
    public required ServiceVerb Verb { get; init; }

    /// <summary>The data folder; null for the default.</summary>
    public string? Data { get; init; }

    /// <summary>The job file; null for the one in the data folder.</summary>
    public string? Jobs { get; init; }

    /// <summary>The account that the service runs as; null for its own account.</summary>
    public string? Account { get; init; }

    /// <summary>When Windows starts the service; null for delayed.</summary>
    public ServiceStart? Start { get; init; }

    /// <summary>The location of ftpxd.exe; null for the folder of ftpx.exe.</summary>
    public string? Executable { get; init; }

    /// <summary>Whether installing changes an existing service.</summary>
    public bool OrConfigure { get; init; }

    /// <summary>The server, job or URL whose measurements are shown; null for all.</summary>
    public string? Server { get; init; }

    /// <summary>The age of the oldest measurement that is shown; null for 7 days.</summary>
    public TimeSpan? Since { get; init; }

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
    AlertTest,
    Measurements,
}
