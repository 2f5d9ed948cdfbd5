namespace Accelerator.Jobs.Ledger;

/// <summary>A job that an operator has paused.</summary>
/// <param name="Job">Its name.</param>
/// <param name="At">Since when.</param>
/// <param name="Reason">Why; null where nobody said.</param>
public sealed record PausedJob(string Job, DateTimeOffset At, string? Reason);
