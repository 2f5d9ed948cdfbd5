namespace Accelerator.Jobs.Ledger;

/// <summary>The change of a file that results from a poll.</summary>
/// <param name="Before">The file as <see cref="FolderLedger.ReadAsync"/> returned it; null for a new one.</param>
/// <param name="After">The file's new value: discovered, stable, queued, vanished, quarantined, or in an unchanged state.</param>
/// <param name="Priority">For a file that enters <see cref="FileState.Queued"/>: files with the higher number come first.</param>
/// <param name="Rank">For a file that enters <see cref="FileState.Queued"/>: at equal priority the lower number comes first.</param>
public sealed record FileChange(KnownFile? Before, KnownFile After, int Priority, long Rank)
{
    /// <summary>For a file that enters <see cref="FileState.Quarantined"/>: the reason, as a sentence.</summary>
    public string? Error { get; init; }
}
