namespace Accelerator.Jobs.Ledger;

/// <summary>How long files took from being seen to being delivered.</summary>
/// <param name="Files">Files that were delivered.</param>
/// <param name="InTime">Those of them that took no longer than they may.</param>
/// <param name="Longest">The longest that one took; zero without files.</param>
public sealed record Timeliness(long Files, long InTime, TimeSpan Longest);
