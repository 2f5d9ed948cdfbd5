using Accelerator.Cli.Options;

namespace Accelerator.Cli.Cat;

/// <summary>The parsed arguments of <c>ftpx cat</c>.</summary>
internal sealed record CatOptions : TransferOptions
{
    public IReadOnlyList<string> Addresses { get; init; } = [];

    /// <summary>Whether a file is verified before its first byte is written.</summary>
    public bool VerifyFirst { get; init; }
}
