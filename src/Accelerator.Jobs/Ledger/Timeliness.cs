namespace Accelerator.Jobs.Ledger;

/// <summary>How long files took from first seen to delivered.</summary>
/// <param name="Files">The number of files that were delivered.</param>
/// <param name="InTime">The number of those within the objective.</param>
/// <param name="Longest">The longest time of a file; zero without files.</param>
public sealed record Timeliness(long Files, long InTime, TimeSpan Longest);
