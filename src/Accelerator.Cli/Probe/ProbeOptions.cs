using Accelerator.Cli.Options;

namespace Accelerator.Cli.Probe;

/// <summary>The parsed arguments of <c>ftpx probe</c>.</summary>
internal sealed record ProbeOptions : TransferOptions
{
    public required string Address { get; init; }

    /// <summary>The folder whose disk is measured; null for the current folder.</summary>
    public string? Output { get; init; }

    public int MostStreams { get; init; } = 16;

    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// Whether to show what the service has measured instead; <see cref="Address"/> is then a URL, or a server or job of the job file.
    /// </summary>
    public bool History { get; init; }

    /// <summary>The age of the oldest measurement of the history; null for 7 days.</summary>
    public TimeSpan? Since { get; init; }

    /// <summary>The data folder of the service; null for the default.</summary>
    public string? Data { get; init; }
}
