namespace Accelerator.Jobs.Ledger;

/// <summary>The delivery status of a job.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="OldestUndelivered">When the longest-waiting file, not counting quarantined ones, was first seen; null if no file
/// waits.</param>
/// <param name="LastPublished">When the job last delivered a file; null if it never did.</param>
public sealed record JobStanding(string Job, DateTimeOffset? OldestUndelivered, DateTimeOffset? LastPublished);
