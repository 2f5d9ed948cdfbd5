using Accelerator.Cli.Options;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Cat;

/// <summary>The parsed arguments of <c>ftpx cat</c>.</summary>
internal sealed record CatOptions : TransferOptions
{
    public IReadOnlyList<string> Addresses { get; init; } = [];

    /// <inheritdoc/>
    public override bool IsToStandardOutput => true;

    /// <summary>Whether a file is verified before its first byte is written.</summary>
    public bool VerifyFirst { get; init; }

    /// <summary>The bytes of each file that are written; null for all.</summary>
    public OutputRange? Range { get; init; }
}
