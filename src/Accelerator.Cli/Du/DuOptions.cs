using Accelerator.Cli.Options;

namespace Accelerator.Cli.Du;

/// <summary>The parsed arguments of <c>ftpx du</c>.</summary>
internal sealed record DuOptions : TransferOptions
{
    public required string Address { get; init; }

    /// <summary>Levels of folders that are printed; null for all. Deeper folders are counted in theirs.</summary>
    public int? MaxDepth { get; init; }

    /// <summary>Whether only the total is printed.</summary>
    public bool Summarize { get; init; }

    /// <summary>Whether sizes are printed as <c>1.25 GiB</c>.</summary>
    public bool Human { get; init; }
}
