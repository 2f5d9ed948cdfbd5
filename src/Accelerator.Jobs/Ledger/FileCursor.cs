namespace Accelerator.Jobs.Ledger;

/// <summary>A position in a list that is ordered by time and row.</summary>
/// <param name="At">The time.</param>
/// <param name="Id">The row.</param>
public readonly record struct FileCursor(DateTimeOffset At, long Id);
