namespace Accelerator.Jobs.Ledger;

/// <summary>How a look into a folder ended.</summary>
/// <param name="Started">When it began.</param>
/// <param name="Finished">When it ended.</param>
/// <param name="IsComplete">Whether the listing was all of the folder: only then is what it lacks missing.</param>
/// <param name="Entries">What it found, all entries.</param>
/// <param name="Note">Why it was not complete, or what else is to be known; null for nothing.</param>
public sealed record PollEnd(DateTimeOffset Started, DateTimeOffset Finished, bool IsComplete, long Entries, string? Note);
