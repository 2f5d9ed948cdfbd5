namespace Accelerator.Jobs.Ledger;

/// <summary>What a job delivered in a span of time.</summary>
/// <param name="Job">Its name.</param>
/// <param name="Files">Files.</param>
/// <param name="Bytes">Their bytes together.</param>
public sealed record DeliveryCount(string Job, long Files, long Bytes);
