namespace Accelerator.Jobs.Ledger;

/// <summary>Commands and manifest lines of a job that are tried no more.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Count">How many; at least 1.</param>
/// <param name="Error">Why the latest failed, as a sentence.</param>
public sealed record GivenUpEffects(string Job, long Count, string Error);
