using Accelerator.Cli.Options;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Get;

/// <summary>The parsed arguments of <c>ftpx get</c>: every value is parsed, nothing has been looked up yet.</summary>
internal sealed record GetOptions : TransferOptions
{
    public IReadOnlyList<string> Addresses { get; init; } = [];

    public string? Output { get; init; }

    /// <inheritdoc/>
    public override bool IsToStandardOutput => Output == "-";

    /// <summary>The bytes that are written to standard output; null for all.</summary>
    public OutputRange? Range { get; init; }

    public string? InputFile { get; init; }

    public bool Overwrite { get; init; }

    public bool Update { get; init; }

    public bool SkipExisting { get; init; }

    /// <summary>The file that receives the addresses of the failed files, as typed; null for none.</summary>
    public string? FailedList { get; init; }

    /// <inheritdoc/>
    public override bool ReadsInput => base.ReadsInput || InputFile == "-";
}
