namespace Accelerator.Jobs.Ledger;

/// <summary>What is recorded of a delivery.</summary>
/// <param name="At">When it was renamed.</param>
/// <param name="Fetched">Bytes that came over the network for it, in this try; 0 where it was there already.</param>
public sealed record Publication(DateTimeOffset At, long Fetched);
