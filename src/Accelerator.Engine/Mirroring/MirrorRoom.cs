using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Checks whether the volume has space for a mirror. Where it has not, nothing is fetched: otherwise each file would be begun, until the
/// volume is full for all other uses too.
/// </summary>
internal static class MirrorRoom
{
    // A listing may contain any size: one that exceeds every disk is queried, for at most this many files.
    private const int MostAsked = 16;

    /// <summary>Checks the volume of the local folder, or of the folder in which it will be created.</summary>
    /// <param name="plan">The files to fetch. Changed files count as no longer than those that they replace.</param>
    /// <param name="root">The local folder; it need not exist.</param>
    /// <param name="query">Queries the sizes of files that are listed as longer than the volume has free.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>A sentence for the user; null where there is space, and where this is unknown.</returns>
    public static async Task<string?> WhyNotAsync(MirrorPlan plan, string root, RouteQuery query, CancellationToken cancellationToken)
    {
        if (FreeSpace.OfFolder(FreeSpace.NearestFolder(root)) is not { } free || plan.NewBytes <= free) return null;
        var needed = await NeededAsync(plan, free, path => QueryAsync(query, path, cancellationToken)).ConfigureAwait(false);
        return needed <= free ? null
            : $"The new files need {ByteText.Size(needed)} more, but the volume of '{root}' has only {ByteText.Size(free)} free. "
                + "Nothing was downloaded. Free some space, choose another folder, or download a part of it with --include or --exclude.";
    }

    /// <summary>Returns the bytes that the new files need beyond those that an earlier run has allocated.</summary>
    /// <param name="plan">The files to fetch.</param>
    /// <param name="free">Bytes free on the volume.</param>
    /// <param name="ask">Returns the size of a file that is listed as longer than the volume has free; 0 where it is unknown.</param>
    internal static async Task<long> NeededAsync(MirrorPlan plan, long free, Func<FtpPath, Task<long>> ask)
    {
        var begun = plan.Journalled.ToHashSet(StringComparer.Ordinal);
        var needs = new List<long>();
        var asked = 0;
        foreach (var fetch in plan.Fetches.Where(fetch => fetch.Change == MirrorChange.New))
        {
            if (fetch.Size is not { } size) continue;
            var item = fetch.Item;
            if (size > free) size = asked++ < MostAsked ? await ask(item.Sources[0].Path).ConfigureAwait(false) : 0;
            needs.Add(begun.Contains(item.TargetPath)
                ? FreeSpace.NeededBy(PartNames.PartOf(item.TargetPath, item.PartTag), size) : size);
        }
        return ByteTotal.Of(needs);
    }

    // 0 where the server does not report it: then the file itself is refused when it begins.
    private static async Task<long> QueryAsync(RouteQuery query, FtpPath path, CancellationToken cancellationToken)
    {
        try
        {
            return await query.RunAsync(
                async (session, token) => await session.OptionalSizeAsync(path, token).ConfigureAwait(false),
                static (kind, failure) => new TransferException(kind, failure.Message, failure),
                cancellationToken).ConfigureAwait(false) ?? 0;
        }
        catch (TransferException)
        {
            return 0;
        }
    }
}
