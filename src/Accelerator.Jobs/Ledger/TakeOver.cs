namespace Accelerator.Jobs.Ledger;

/// <summary>The claims that a node has taken over after their leases ran out.</summary>
/// <param name="Requeued">The number of transfers that are queued again.</param>
/// <param name="ToSettle">The files with an intended rename: the caller holds them now, and checks the disk for the outcome.</param>
public sealed record TakeOver(int Requeued, IReadOnlyList<UnsettledClaim> ToSettle);
