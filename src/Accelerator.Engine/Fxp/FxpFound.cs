using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>What a tree or a pattern of the source means, held against what the destination has.</summary>
public sealed record FxpFound
{
    /// <summary>The files to be copied, and those of which only a question can tell whether they are.</summary>
    public required IReadOnlyList<FxpItem> Items { get; init; }

    /// <summary>Files that the destination has already: as long and not older, by both listings.</summary>
    public int SameFiles { get; init; }

    /// <summary>Their bytes.</summary>
    public long SameBytes { get; init; }

    /// <summary>One sentence for each folder in which there may be more files than were found.</summary>
    public IReadOnlyList<string> Gaps { get; init; } = [];

    /// <summary>One sentence for each thing that is left out for what it is.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];

    /// <summary>Folders that could not be listed, and files that would get in each other's way.</summary>
    public IReadOnlyList<TransferException> Problems { get; init; } = [];
}
