using Accelerator.Cli.Options;

namespace Accelerator.Cli.Probe;

/// <summary>What was typed after <c>ftpx probe</c>.</summary>
internal sealed record ProbeOptions
{
    /// <summary>The address, and what <c>ftpx get</c> would be told of the way there.</summary>
    public required GetOptions Get { get; init; }

    public int MostStreams { get; init; } = 16;

    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromSeconds(60);
}
