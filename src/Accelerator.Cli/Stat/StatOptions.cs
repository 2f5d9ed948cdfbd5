using Accelerator.Cli.Options;

namespace Accelerator.Cli.Stat;

/// <summary>The parsed arguments of <c>ftpx stat</c>.</summary>
internal sealed record StatOptions : TransferOptions
{
    public IReadOnlyList<string> Addresses { get; init; } = [];

    /// <summary>Whether the server is asked for the hash of each file.</summary>
    public bool Hash { get; init; }
}
