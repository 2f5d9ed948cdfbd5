using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>The files that a tree or a pattern of the source selects, compared with those at the destination.</summary>
public sealed record FxpFound
{
    /// <summary>The files to be copied, and those that need a further query to decide.</summary>
    public required IReadOnlyList<FxpItem> Items { get; init; }

    /// <summary>Files that the destination already has: of equal size and not older, by both listings.</summary>
    public int SameFiles { get; init; }

    /// <summary>Total bytes of those files.</summary>
    public long SameBytes { get; init; }

    /// <summary>Files that the filter does not select.</summary>
    public long SkippedFiles { get; init; }

    /// <summary>The result of a single file that the filter does not select; null for a tree or a pattern.</summary>
    public FxpFileResult? NotSelected { get; init; }

    /// <summary>Sentences about the files that the filter skipped, or selected in doubt.</summary>
    public IReadOnlyList<string> Selection { get; init; } = [];

    /// <summary>One sentence for each folder that may contain more files than were found.</summary>
    public IReadOnlyList<string> Gaps { get; init; } = [];

    /// <summary>One sentence for each entry that is left out because of its kind.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];

    /// <summary>Folders that could not be listed, and files whose names collide.</summary>
    public IReadOnlyList<TransferException> Problems { get; init; } = [];
}
