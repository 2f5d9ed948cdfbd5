using Accelerator.Engine.Transfers;

namespace Accelerator.Jobs.Polling;

/// <summary>How the look into one folder went.</summary>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Plan">What it came to; null where the folder could not be listed.</param>
/// <param name="Problem">Why not; null where it could, and for a folder with a date in its name that is not there, or not yet.</param>
public sealed record FolderReport(string Folder, PollPlan? Plan, TransferException? Problem)
{
    /// <summary>Whether the problem is the server's, or the network's on the way to it, and not this folder's.</summary>
    public bool IsOfServer => Problem is { Kind: FailureKind.Network or FailureKind.Login or FailureKind.Tls or FailureKind.ServerLimit };
}
