using Accelerator.Cli.Options;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Cli.Fxp;

/// <summary>The parsed arguments of <c>ftpx fxp</c>: every value is parsed, nothing has been looked up yet.</summary>
internal sealed record FxpOptions : TransferOptions
{
    public required string Source { get; init; }

    public required string Destination { get; init; }

    public bool Recursive { get; init; }

    public int Parallel { get; init; } = 8;

    public bool ViaClient { get; init; }

    public FxpSide Passive { get; init; } = FxpSide.Destination;

    public bool Overwrite { get; init; }

    public int? MaxDepth { get; init; }
}
