namespace Accelerator.Jobs.Ledger;

/// <summary>The identity of a failure in one ledger: a file or an effect that is retried and fails again has another.</summary>
/// <param name="IsEffect">Whether an effect failed, and not a file.</param>
/// <param name="Id">The row of the file or the effect.</param>
/// <param name="Epoch">The claim that failed.</param>
public readonly record struct FailureKey(bool IsEffect, long Id, long Epoch);
