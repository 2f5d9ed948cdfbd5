using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>From a claim to what goes from server to server. Pure.</summary>
internal static class CopyItems
{
    /// <summary>The address that a file gets at the destination: what the ledger and people call it.</summary>
    public static string AddressOf(Claim claim, ServerDefinition destination) => destination.AddressOf($"{claim.Target.TrimEnd('/')}/{claim.Name}");

    /// <summary>Whether a final path of the ledger is such an address, and not a local path.</summary>
    public static bool IsAddress(string path) => path.StartsWith("ftp", StringComparison.Ordinal) && path.Contains("://", StringComparison.Ordinal);

    /// <summary>The file at both servers.</summary>
    public static FxpItem ItemOf(Claim claim)
    {
        var name = RemoteText.Read(claim.Name);
        return new FxpItem(RemoteText.Read(claim.Folder).Child(name), RemoteText.Read(claim.Target).Child(name)) { MakesFolders = true };
    }

    /// <summary>Whether a name stays in its folder: what a listing tells is the source's word, and the destination may be any system.</summary>
    public static bool StaysInFolder(Claim claim) =>
        claim.Name is not ("" or "." or "..") && claim.Name.AsSpan().IndexOfAny('/', '\\') < 0 && !claim.Target.Split('/', '\\').Contains("..");

    /// <summary>How it ended, for the book. No byte of it came to this computer.</summary>
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
