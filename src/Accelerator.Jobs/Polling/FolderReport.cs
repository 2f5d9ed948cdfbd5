using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>The result of polling one folder.</summary>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Plan">The changes; null if the folder could not be listed.</param>
/// <param name="Problem">
/// Why the folder could not be listed. Null if it was listed, and also for a dated folder that does not exist, or not yet.
/// </param>
public sealed record FolderReport(string Folder, PollPlan? Plan, TransferException? Problem)
{
    /// <summary>The names that the job or its server had until now; null if they have not changed.</summary>
    public FolderOwner? Earlier { get; init; }

    /// <summary>Whether the problem is the server's, or that of the network path to it, and not this folder's.</summary>
    public bool IsOfServer => Problem is { Kind: FailureKind.Network or FailureKind.Login or FailureKind.Tls or FailureKind.ServerLimit };
}
