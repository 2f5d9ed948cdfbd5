namespace Accelerator.Jobs.Ledger;

/// <summary>The deliveries in one of several equal spans of time.</summary>
/// <param name="Start">The beginning of the span, inclusive.</param>
/// <param name="Files">The number of files.</param>
/// <param name="Bytes">The total of their bytes.</param>
public sealed record DeliveryBucket(DateTimeOffset Start, long Files, long Bytes);
