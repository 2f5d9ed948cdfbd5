namespace Accelerator.Jobs.Ledger;

/// <summary>A failure that operators have not been alerted of: a quarantined file, or an effect that is no longer retried.</summary>
/// <param name="Key">The failure's identity.</param>
/// <param name="Job">The job's name.</param>
/// <param name="Error">The reason, as one sentence.</param>
/// <param name="At">When the file was quarantined or the effect was given up.</param>
public sealed record PendingAlert(FailureKey Key, string Job, string Error, DateTimeOffset At);
