using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>The result of comparing one folder with the ledger: the changes to write, and the figures to report.</summary>
/// <param name="Changes">The changes for the ledger, without unchanged files.</param>
/// <param name="Listed">The number of entries in the listing.</param>
/// <param name="Wanted">The number of listed entries that the job wants.</param>
/// <param name="New">The number of new files or new versions of files.</param>
/// <param name="Queued">The number of files that are now complete and queued.</param>
/// <param name="QueuedBytes">The bytes of the queued files.</param>
/// <param name="IsComplete">Whether the listing counts as complete.</param>
/// <param name="Note">Why it does not, or another remark; null for none.</param>
public sealed record PollPlan(
    IReadOnlyList<FileChange> Changes, long Listed, long Wanted, int New, int Queued, long QueuedBytes, bool IsComplete, string? Note)
{
    /// <summary>The maximum number of unreadable files that a plan names; the others are only counted.</summary>
    public const int MostUnreadable = 1000;

    /// <summary>
    /// Whether the next poll decides what the note means: the listing has exactly as many names as servers truncate at, and the one
    /// before was complete. A growing folder passes this number (16 files in ten minutes pass 1,000 every day), a truncated listing
    /// keeps it.
    /// </summary>
    public bool IsUndecided { get; init; }

    /// <summary>Files that wait because the listing gives no right to read them, at most <see cref="MostUnreadable"/>.</summary>
    public IReadOnlyList<UnreadableFile> Unreadable { get; init; } = [];

    /// <summary>The number of files that wait for the right to be read.</summary>
    public long UnreadableCount { get; init; }

    /// <summary>Returns the plan with another sentence in its note. Whatever a poll notes besides its doubt is reported at once.</summary>
    public PollPlan Noting(string sentence) => this with { Note = Note is null ? sentence : $"{Note} {sentence}", IsUndecided = false };
}
