namespace Accelerator.Jobs.Ledger;

/// <summary>What a look makes of a file.</summary>
/// <param name="Before">The file as <see cref="FolderLedger.ReadAsync"/> gave it; null for one that is new.</param>
/// <param name="After">The file as it shall be: discovered, stable, queued, vanished, or in the state it was in.</param>
/// <param name="Priority">For one that enters <see cref="FileState.Queued"/>: files with the higher number come first.</param>
/// <param name="Rank">For one that enters <see cref="FileState.Queued"/>: of equal priority the lower number comes first.</param>
public sealed record FileChange(KnownFile? Before, KnownFile After, int Priority, long Rank);
