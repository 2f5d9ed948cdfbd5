using Accelerator.Cli.Options;

namespace Accelerator.Cli.Ls;

/// <summary>What was typed after <c>ftpx ls</c>.</summary>
internal sealed record LsOptions : TransferOptions
{
    public required string Address { get; init; }

    /// <summary>Whether more is shown than names.</summary>
    public bool Long { get; init; }

    /// <summary>Whether the folders in the folder are listed too.</summary>
    public bool Recursive { get; init; }

    /// <summary>Folders one within the other that are listed then; null for all.</summary>
    public int? MaxDepth { get; init; }
}
