namespace Accelerator.Jobs.Ledger;

/// <summary>Where a job stands.</summary>
/// <param name="Job">Its name.</param>
/// <param name="OldestUndelivered">When the file was first seen that has waited longest, those apart that are put aside; null where none
/// waits.</param>
/// <param name="LastPublished">When it last delivered a file; null where it never did.</param>
public sealed record JobStanding(string Job, DateTimeOffset? OldestUndelivered, DateTimeOffset? LastPublished);
