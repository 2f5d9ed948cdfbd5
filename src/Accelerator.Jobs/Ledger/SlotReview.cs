namespace Accelerator.Jobs.Ledger;

/// <summary>The report of a node on its sessions at a server.</summary>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Owner"><c>node/incarnation</c>.</param>
/// <param name="Budget">The maximum number of sessions of all nodes together; null to leave it unchanged.</param>
/// <param name="Wanted">The number it could use; 0 for none.</param>
/// <param name="Kept">The number it may have open at this moment: they are not taken from it.</param>
/// <param name="Lease">How long it holds them unless it asks again.</param>
public sealed record SlotReview(string Server, string Owner, int? Budget, int Wanted, int Kept, TimeSpan Lease);
