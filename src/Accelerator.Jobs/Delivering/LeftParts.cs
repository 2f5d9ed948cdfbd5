using System.Globalization;
using Accelerator.Engine.Storage;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Partial files of claims that others have lost. A node that is frozen still has its file open, and nobody can tell when it wakes: whoever
/// takes over writes under another name. So no file ever has two writers, and the bytes of one that is only gone, and not frozen, are gone
/// on with.
/// </summary>
internal static class LeftParts
{
    // Each of them was left by another take-over of the same file.
    private const int MostLooked = 8;

    /// <summary>The tag for a claim; null where the usual name is free.</summary>
    public static string? TagFor(Claim claim, string target)
    {
        var tag = Tag(claim.Epoch);
        var fits = Path.GetFileName(target).Length + tag.Length < LocalName.LongestWithSuffix;
        return fits && PartialFile.IsHeld(target) ? tag : null;
    }

    /// <summary>After a delivery: deletes what earlier claims have left, except what is still open somewhere.</summary>
    public static void Sweep(HeldClaim held)
    {
        if (held.Claim.Epoch == 1) return;
        for (var epoch = Math.Max(1, held.Claim.Epoch - MostLooked); epoch < held.Claim.Epoch; epoch++)
            PartialFile.TryDeleteLeft(held.TargetPath, Tag(epoch));
        PartialFile.TryDeleteLeft(held.TargetPath, null);
    }

    /// <summary>After a claim was lost: deletes its partial file where another node has delivered the file.</summary>
    public static void Drop(HeldClaim held)
    {
        if (held.Claim.PreviousPath != held.TargetPath && File.Exists(held.TargetPath))
            PartialFile.TryDeleteLeft(held.TargetPath, held.PartTag);
    }

    private static string Tag(long epoch) => epoch.ToString(CultureInfo.InvariantCulture);
}
