namespace Accelerator.Jobs.Ledger;

/// <summary>What a node has taken over from those whose leases ran out.</summary>
/// <param name="Requeued">Transfers that are queued again.</param>
/// <param name="ToSettle">Files whose rename was intended: the caller holds them now, and looks on the disk what became of it.</param>
public sealed record TakeOver(int Requeued, IReadOnlyList<UnsettledClaim> ToSettle);
