namespace Accelerator.Jobs.Ledger;

/// <summary>What was delivered in one of equal spans of time.</summary>
/// <param name="Start">Its beginning, which belongs to it.</param>
/// <param name="Files">Files.</param>
/// <param name="Bytes">Their bytes together.</param>
public sealed record DeliveryBucket(DateTimeOffset Start, long Files, long Bytes);
