namespace Accelerator.Jobs.Ledger;

/// <summary>The commands and manifest lines of a job that are no longer retried.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Count">Their number; at least 1.</param>
/// <param name="Error">Why the latest failed, as a sentence.</param>
public sealed record GivenUpEffects(string Job, long Count, string Error);
