namespace Accelerator.Jobs.Ledger;

/// <summary>The record of a delivery.</summary>
/// <param name="At">When it was renamed.</param>
/// <param name="Fetched">The bytes received over the network in this try; 0 if the file was already in place.</param>
public sealed record Publication(DateTimeOffset At, long Fetched);
