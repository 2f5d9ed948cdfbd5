namespace Accelerator.Jobs.Ledger;

/// <summary>The result of a folder's poll.</summary>
/// <param name="Started">When it began.</param>
/// <param name="Finished">When it ended.</param>
/// <param name="IsComplete">Whether the listing was complete: only then do absent files count as missing.</param>
/// <param name="Entries">The number of entries found.</param>
/// <param name="Note">Why it was not complete, or another remark; null for none.</param>
public sealed record PollEnd(DateTimeOffset Started, DateTimeOffset Finished, bool IsComplete, long Entries, string? Note);
