using System.Globalization;
using Accelerator.Engine.Storage;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Handles partial files of claims that other nodes have lost. A frozen node still has its file open and may wake at any time, so the node
/// that takes over writes under another name. So no file ever has two writers, and the bytes of a node that is gone, and not frozen, are
/// resumed.
/// </summary>
internal static class LeftParts
{
    // Each of them was left by another take-over of the same file.
    private const int MostLooked = 8;

    /// <summary>Returns the tag for a claim; null if the usual name is free.</summary>
    public static string? TagFor(Claim claim, string target)
    {
        var tag = Tag(claim.Epoch);
        var fits = Path.GetFileName(target).Length + tag.Length < LocalName.LongestWithSuffix;
        return fits && PartialFile.IsHeld(target) ? tag : null;
    }

    /// <summary>Deletes, after a delivery, the partial files of earlier claims, except those that are still open.</summary>
    public static void Sweep(HeldClaim held)
    {
        if (held.Claim.Epoch == 1) return;
        for (var epoch = Math.Max(1, held.Claim.Epoch - MostLooked); epoch < held.Claim.Epoch; epoch++)
            PartialFile.TryDeleteLeft(held.TargetPath, Tag(epoch));
        PartialFile.TryDeleteLeft(held.TargetPath, null);
    }

    /// <summary>Deletes, after a claim was lost, its partial file if another node has delivered the file.</summary>
    public static void Drop(HeldClaim held)
    {
        if (held.Claim.PreviousPath != held.TargetPath && File.Exists(held.TargetPath))
            PartialFile.TryDeleteLeft(held.TargetPath, held.PartTag);
    }

    private static string Tag(long epoch) => epoch.ToString(CultureInfo.InvariantCulture);
}
