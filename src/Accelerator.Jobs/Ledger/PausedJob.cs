namespace Accelerator.Jobs.Ledger;

/// <summary>A job that an operator has paused.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="At">Since when it is paused.</param>
/// <param name="Reason">The reason; null if none was given.</param>
public sealed record PausedJob(string Job, DateTimeOffset At, string? Reason);
