namespace Accelerator.Tuning.Running;

/// <summary>How a tuning, or an undoing, has ended.</summary>
/// <param name="Journal">What was done.</param>
/// <param name="Problems">One sentence for each thing that went wrong; empty when nothing did.</param>
public sealed record TuningOutcome(TuningJournal Journal, IReadOnlyList<string> Problems)
{
    /// <summary>Whether all of it was done.</summary>
    public bool IsDone => Problems.Count == 0;
}
