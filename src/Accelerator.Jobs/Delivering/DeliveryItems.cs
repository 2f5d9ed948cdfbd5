using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>From a claim to what the engine fetches. Pure.</summary>
internal static class DeliveryItems
{
    /// <summary>Where a file goes.</summary>
    public static string TargetOf(Claim claim, NameRules rules) =>
        Path.GetFullPath(Path.Combine(claim.Target, LocalName.From(RemoteText.Read(claim.Name).ExactName, rules) ?? "_"));

    /// <summary>What is to be fetched.</summary>
    /// <param name="held">The claim.</param>
    /// <param name="server">The server, and who logs in.</param>
    /// <param name="replicas">Others that hold the same under the same path.</param>
    public static TransferItem ItemOf(HeldClaim held, TransferSource server, IReadOnlyList<TransferSource> replicas) => new()
    {
        Sources = [.. Holders(held.Claim, server, replicas).Select(holder => holder with { Path = RemoteText.Read(held.Claim.Folder).Child(RemoteText.Read(held.Claim.Name)) })],
        TargetPath = held.TargetPath,
        PartTag = held.PartTag,
        Root = held.Claim.Target,
        Listed = new ListedFacts(held.Claim.Size, held.Claim.Time),
        MostStreams = held.Job.Streams,
    };

    private static IEnumerable<TransferSource> Holders(Claim claim, TransferSource server, IReadOnlyList<TransferSource> replicas) =>
        claim.Size >= TransferItem.LeastForReplicas ? [server, .. replicas] : [server];
}
