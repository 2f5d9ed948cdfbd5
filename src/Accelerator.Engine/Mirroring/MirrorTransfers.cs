using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>Fetches the files of a plan, over the routes of its listing, and records the results.</summary>
/// <param name="request">The request.</param>
/// <param name="routes">The routes, whose sessions are open.</param>
/// <param name="record">Receives the results for the next run.</param>
/// <param name="listedUtc">The start of the listing.</param>
/// <param name="rules">How local names are compared.</param>
/// <param name="time">Clock.</param>
internal sealed class MirrorTransfers(
    MirrorRequest request, RouteSet routes, MirrorRecord record, DateTime listedUtc, NameRules rules, TimeProvider time)
{
    /// <summary>Creates the folders and fetches the files.</summary>
    /// <returns>The result of each file, in the plan's order; empty folders that could not be created; and the bytes of each
    /// route.</returns>
    public async Task<(IReadOnlyList<FileResult> Files, IReadOnlyList<MirrorProblem> Problems, IReadOnlyList<RouteShare> Routes)> RunAsync(
        MirrorPlan plan, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        var maker = new FolderMaker(request.TargetRoot, rules);
        var problems = new List<MirrorProblem>();
        foreach (var folder in plan.EmptyFolders)
        {
            if (maker.Make(folder.LocalRelative) is { } why) problems.Add(new MirrorProblem(folder.Relative.Text, FailureKind.Disk, why));
        }

        var results = new FileResult?[plan.Fetches.Count];
        var items = new List<TransferItem>(results.Length);
        for (var i = 0; i < results.Length; i++)
        {
            var fetch = plan.Fetches[i];
            if (maker.Make(fetch.Place?.LocalRelative ?? "") is not { } why)
            {
                items.Add(fetch.Item);
                continue;
            }
            results[i] = FileEnding.FailureOf(fetch.Item, FailureKind.Disk, why);
            events.Report(new TransferEvent.Finished(results[i]!));
        }
        IReadOnlyList<RouteShare> shares = [];
        if (items.Count > 0)
        {
            var transfer = request.Transfer with { Items = items, Overwrite = true, ParallelFiles = request.Parallel, EndsWhenFull = true };
            var fetched = await new TransferRunner(time).RunAsync(transfer, routes.Routes, events, cancellationToken).ConfigureAwait(false);
            shares = fetched.Routes;
            for (int i = 0, next = 0; i < results.Length; i++) results[i] ??= fetched.Files[next++];
        }
        for (var i = 0; i < results.Length; i++) Record(plan.Fetches[i], results[i]!);
        return (results!, problems, shares);
    }

    // Record facts that the next listing alone does not show. A local file with the server's own time needs no record.
    private void Record(MirrorFetch fetch, FileResult result)
    {
        if (result.Failure is not null || fetch.Place is not { } place) return;
        // The record keeps the name: the plan's own string, where that is the same, instead of a second one.
        var local = Path.GetFileName(fetch.Item.TargetPath);
        var name = local == fetch.Path ? fetch.Path : local;
        if (TryLook(result.TargetPath) is not { Kind: LocalKind.File } here
            || (fetch.Time?.Instant is { } instant && LocalComparison.IsSameTime(instant.UtcDateTime, here.ModifiedUtc)))
            record.Remove(place.LocalRelative, name);
        else
            record.Set(place.LocalRelative, name,
                new MirrorRecordEntry(here.Size, here.ModifiedUtc, fetch.Time, result.Modified, listedUtc));
    }

    private static LocalEntry? TryLook(string path)
    {
        try
        {
            return LocalEntry.At(path);
        }
        catch (StorageException)
        {
            // Without a record, it is queried next time.
            return null;
        }
    }
}

/// <summary>Creates local folders, and checks each on the way down: a folder behind a link is not the mirror's target.</summary>
internal sealed class FolderMaker(string root, NameRules rules)
{
    private readonly Dictionary<string, string?> _known = new(LocalNames.Comparer(rules)) { [""] = null };

    /// <summary>Creates a folder and its parents.</summary>
    /// <param name="relative">Path below the local root, with slashes; empty for the root.</param>
    /// <returns>Null when it exists; otherwise the reason, one sentence.</returns>
    public string? Make(string relative)
    {
        if (_known.TryGetValue(relative, out var why)) return why;
        var slash = relative.LastIndexOf('/');
        why = Make(slash < 0 ? "" : relative[..slash]) ?? MakeOne(LocalFolder.PathOf(root, relative));
        _known.Add(relative, why);
        return why;
    }

    private static string? MakeOne(string path)
    {
        try
        {
            if (LocalEntry.At(path) is not { } found)
            {
                Directory.CreateDirectory(path);
                return null;
            }
            return found.Kind switch
            {
                LocalKind.Folder => null,
                LocalKind.Link => $"'{path}' is a link, and ftpx does not write through links. Remove it and run the command again.",
                _ => $"'{path}' is a file, but a folder is needed there. Move it away and run the command again.",
            };
        }
        catch (StorageException e)
        {
            return e.Message;
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            return StorageErrors.From(error, "Making the folder", path).Message;
        }
    }
}
