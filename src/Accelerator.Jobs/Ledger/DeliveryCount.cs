namespace Accelerator.Jobs.Ledger;

/// <summary>The deliveries of a job in a span of time.</summary>
/// <param name="Job">The job's name.</param>
/// <param name="Files">The number of files.</param>
/// <param name="Bytes">The total of their bytes.</param>
/// <param name="Largest">The bytes of the largest file.</param>
public sealed record DeliveryCount(string Job, long Files, long Bytes, long Largest);
