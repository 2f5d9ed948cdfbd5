namespace Accelerator.Tuning.Running;

/// <summary>The result of a tuning or a rollback.</summary>
/// <param name="Journal">The journal of what was done.</param>
/// <param name="Problems">One sentence for each problem; empty if there was none.</param>
public sealed record TuningOutcome(TuningJournal Journal, IReadOnlyList<string> Problems)
{
    /// <summary>Whether everything was done.</summary>
    public bool IsDone => Problems.Count == 0;
}
