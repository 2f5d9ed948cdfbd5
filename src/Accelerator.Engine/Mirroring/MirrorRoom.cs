using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Whether the volume has room for what a mirror brings. Where it has not, nothing is fetched: without that each file would be begun, until the volume is full for everything else too.
/// </summary>
internal static class MirrorRoom
{
    /// <summary>Looks at the volume of the local folder, or of the folder that this will be made in.</summary>
    /// <param name="plan">What is to be fetched. Changed files count as no longer than those that they replace.</param>
    /// <param name="root">The local folder; it need not exist.</param>
    /// <returns>A sentence for the user; null where there is room, and where that cannot be told.</returns>
    public static string? WhyNot(MirrorPlan plan, string root)
    {
        // A look at every file of the plan: once.
        var bytes = plan.NewBytes;
        if (FreeSpace.OfFolder(FreeSpace.NearestFolder(root)) is not { } free || bytes <= free) return null;
        var needed = bytes - Reserved(plan);
        return needed <= free ? null
            : $"The new files need {needed:N0} bytes more, and the volume of '{root}' has {free:N0} free. Nothing was fetched. Free some space, choose another folder, or fetch a part of it with --include or --exclude.";
    }

    // An earlier run has its room already: it was taken for the whole file before its first byte.
    private static long Reserved(MirrorPlan plan)
    {
        var begun = plan.Journalled.ToHashSet(StringComparer.Ordinal);
        return plan.Fetches.Where(fetch => fetch.Change == MirrorChange.New && begun.Contains(fetch.Item.TargetPath)).Sum(fetch => Math.Min(fetch.Size ?? 0, LengthOf(PartialFile.PartOf(fetch.Item.TargetPath, fetch.Item.PartTag))));
    }

    private static long LengthOf(string path)
    {
        try
        {
            return new FileInfo(path) is { Exists: true } file ? file.Length : 0;
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            return 0;
        }
    }
}
