using Accelerator.Cli.Options;

namespace Accelerator.Cli.Get;

/// <summary>What was typed after <c>ftpx get</c>, each value read, nothing looked up yet.</summary>
internal sealed record GetOptions : TransferOptions
{
    public IReadOnlyList<string> Addresses { get; init; } = [];

    public string? Output { get; init; }

    public string? InputFile { get; init; }

    public bool Overwrite { get; init; }

    /// <inheritdoc/>
    public override bool ReadsInput => base.ReadsInput || InputFile == "-";
}
