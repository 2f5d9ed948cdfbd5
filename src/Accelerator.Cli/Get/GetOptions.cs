using Accelerator.Cli.Options;

namespace Accelerator.Cli.Get;

/// <summary>The parsed arguments of <c>ftpx get</c>: every value is parsed, nothing has been looked up yet.</summary>
internal sealed record GetOptions : TransferOptions
{
    public IReadOnlyList<string> Addresses { get; init; } = [];

    public string? Output { get; init; }

    /// <summary>Whether the one file is written to standard output.</summary>
    public bool IsToStandardOutput => Output == "-";

    public string? InputFile { get; init; }

    public bool Overwrite { get; init; }

    public bool Update { get; init; }

    public bool SkipExisting { get; init; }

    /// <summary>The file that receives the addresses of the failed files, as typed; null for none.</summary>
    public string? FailedList { get; init; }

    /// <inheritdoc/>
    public override bool ReadsInput => base.ReadsInput || InputFile == "-";
}
