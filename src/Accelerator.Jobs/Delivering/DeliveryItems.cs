using Accelerator.Engine.Fxp;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>Converts claims to the items that the engine transfers. Pure.</summary>
internal static class DeliveryItems
{
    /// <summary>Gets the local target path of a file.</summary>
    public static string TargetOf(Claim claim, NameRules rules) => Path.GetFullPath(TargetFolder.FileIn(claim.Target, claim.Name, rules));

    /// <summary>Gets the address of a file at another server, as used in the ledger and in messages.</summary>
    public static string AddressOf(Claim claim, ServerDefinition destination) =>
        destination.AddressOf($"{claim.Target.TrimEnd('/')}/{claim.Name}");

    /// <summary>Returns whether a final path of the ledger is such an address, and not a local path.</summary>
    public static bool IsAddress(string path) =>
        path.StartsWith("ftp", StringComparison.Ordinal) && path.Contains("://", StringComparison.Ordinal);

    /// <summary>Returns whether a final path of the ledger is in a target folder of a job, here or at its destination.</summary>
    public static bool IsOf(JobDefinition job, string final) =>
        job.Destination is not { } destination ? TargetFolder.Covers(job, final)
            : destination.AddressOf("") is var server && final.StartsWith(server, StringComparison.Ordinal)
                && TargetFolder.Covers(job, final[server.Length..]);

    /// <summary>
    /// Returns whether a name stays in its folder at another server: the name comes from the source's listing, and the destination may be
    /// any system.
    /// </summary>
    public static bool StaysInFolder(Claim claim) =>
        claim.Name is not ("" or "." or "..") && claim.Name.AsSpan().IndexOfAny('/', '\\') < 0
            && !claim.Target.Split('/', '\\').Contains("..");

    /// <summary>Gets the item to fetch.</summary>
    /// <param name="held">The claim.</param>
    /// <param name="server">The server and its login.</param>
    /// <param name="replicas">Other servers that hold the same file under the same path.</param>
    public static TransferItem ItemOf(HeldClaim held, TransferSource server, IReadOnlyList<TransferSource> replicas)
    {
        var path = RemoteText.Read(held.Claim.Folder).Child(RemoteText.Read(held.Claim.Name));
        IEnumerable<TransferSource> holders = held.Claim.Size >= TransferItem.LeastForReplicas ? [server, .. replicas] : [server];
        return new()
        {
            Sources = [.. holders.Select(holder => holder with { Path = path })],
            TargetPath = held.TargetPath,
            PartTag = held.PartTag,
            Root = held.Claim.Target,
            Listed = new ListedFacts(held.Claim.Size, held.Claim.Time),
            MostStreams = held.Job.Streams,
        };
    }

    /// <summary>Gets the item of a file that goes from server to server, with its paths at both.</summary>
    public static FxpItem ItemOf(Claim claim)
    {
        var name = RemoteText.Read(claim.Name);
        return new FxpItem(RemoteText.Read(claim.Folder).Child(name), RemoteText.Read(claim.Target).Child(name)) { MakesFolders = true };
    }

    /// <summary>Gets the result of a file that went from server to server, for the ledger. No byte of it came to this computer.</summary>
    public static FileResult EndOf(HeldClaim held, FxpFileResult result) => new()
    {
        Source = result.Source,
        TargetPath = held.TargetPath,
        Failure = result.Failure,
        Message = result.Message,
        Size = result.Size,
        BytesFetched = 0,
        BytesReused = 0,
        Elapsed = result.Elapsed,
        VerifyElapsed = TimeSpan.Zero,
        PeakStreams = 0,
        VerifiedBy = result.VerifiedBy,
        Assurance = result.Assurance,
        AssuranceText = result.AssuranceText,
    };
}
