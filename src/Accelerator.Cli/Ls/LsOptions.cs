using Accelerator.Cli.Options;

namespace Accelerator.Cli.Ls;

/// <summary>The parsed arguments of <c>ftpx ls</c>.</summary>
internal sealed record LsOptions : TransferOptions
{
    public required string Address { get; init; }

    /// <summary>Whether details are shown besides names.</summary>
    public bool Long { get; init; }

    /// <summary>Whether sizes are shown in KiB, MiB, GiB.</summary>
    public bool Human { get; init; }

    /// <summary>Whether subfolders are listed too.</summary>
    public bool Recursive { get; init; }

    /// <summary>The maximum nesting of listed subfolders; null for no limit.</summary>
    public int? MaxDepth { get; init; }
}
