namespace Accelerator.Jobs.Ledger;

/// <summary>What a node tells of its sessions at a server.</summary>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Owner"><c>node/incarnation</c>.</param>
/// <param name="Budget">How many sessions all nodes together may hold; null to leave that as it is.</param>
/// <param name="Wanted">How many it could use; 0 for none.</param>
/// <param name="Kept">How many it may have open at this moment: so many are not taken from it.</param>
/// <param name="Lease">How long it holds them unless it asks again.</param>
public sealed record SlotReview(string Server, string Owner, int? Budget, int Wanted, int Kept, TimeSpan Lease);
