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
}
