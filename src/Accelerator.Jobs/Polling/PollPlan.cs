using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>What a look into one folder comes to: what is to be written, and what is to be told.</summary>
/// <param name="Changes">What changes in the ledger; a file that stands as it did is not among them.</param>
/// <param name="Listed">Entries that the listing gave.</param>
/// <param name="Wanted">Those of them that the job wants.</param>
/// <param name="New">Files, or versions of files, that were not known.</param>
/// <param name="Queued">Files that are complete now and are to be fetched.</param>
/// <param name="QueuedBytes">Their bytes.</param>
/// <param name="IsComplete">Whether the listing counts as all of the folder.</param>
/// <param name="Note">Why not, or what else is to be known; null for nothing.</param>
public sealed record PollPlan(
    IReadOnlyList<FileChange> Changes, long Listed, long Wanted, int New, int Queued, long QueuedBytes, bool IsComplete, string? Note)
{
    /// <summary>Unreadable files that a plan names; the others are counted.</summary>
    public const int MostUnreadable = 1000;

    /// <summary>Files that wait because the listing gives no right to read them, at most <see cref="MostUnreadable"/>.</summary>
    public IReadOnlyList<UnreadableFile> Unreadable { get; init; } = [];

    /// <summary>How many files wait for that.</summary>
    public long UnreadableCount { get; init; }
}
