using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Expands a tree or a pattern of the source, and determines which of its files the destination has already. Decides whether a single file
/// is selected. Lists folders and changes nothing.
/// </summary>
/// <param name="request">The servers; its items are not read.</param>
/// <param name="source">Lists the source.</param>
/// <param name="destination">Lists the destination.</param>
public sealed class FxpSearch(FxpRequest request, ListingRunner source, ListingRunner destination)
{
    private const int Parallel = 8;

    private readonly List<string> _gaps = [];
    private readonly List<string> _leftOut = [];
    private readonly SelectionTally _selection = new();
    private readonly List<TransferException> _problems = [];

    /// <summary>Finds the files of a folder with all its contents.</summary>
    /// <param name="from">The folder at the source; empty for the login folder.</param>
    /// <param name="to">The folder at the destination that receives the contents.</param>
    /// <param name="filter">The wanted files.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The folder could not be listed, or the destination was lost.</exception>
    public async Task<FxpFound> TreeAsync(FtpPath from, FtpPath to, FileFilter filter, CancellationToken cancellationToken)
    {
        var want = new WalkRequest { Root = from, MaxDepth = filter.MaxDepth ?? WalkRequest.DeepestEver,
            Enters = path => filter.Enters(path.Text) };
        var wanted = new List<FxpCandidate>();
        var index = new FxpDestinationIndex(destination, to, cancellationToken);
        await using var closing = index.ConfigureAwait(false);
        await foreach (var folder in source.WalkAsync(want, cancellationToken).ConfigureAwait(false))
        {
            if (folder is { Depth: 0, Problem: { } problem }) throw problem;
            if (folder.Problem is { } refused) _problems.Add(refused);
            if (folder.Outcome?.Doubts is [var gravest, ..]) _gaps.Add(gravest.Text);
            _leftOut.AddRange(folder.Unentered.Select(left => left.Why));
            var place = folder.Relative.IsEmpty ? to : to.Child(folder.Relative);
            foreach (var entry in folder.Entries)
            {
                var path = folder.Relative.Child(entry.Name).Text;
                // A link or a device is reported where its name is wanted.
                if (entry.Kind is EntryKind.File or EntryKind.Unknown ? _selection.Add(filter.Judge(path, entry)) : filter.Wants(path))
                    Take(folder.Path, entry, place, wanted);
            }
        }
        return await CompareAsync(wanted, index, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Finds the files that match a pattern, for one folder.</summary>
    /// <param name="pattern">The pattern.</param>
    /// <param name="to">The folder at the destination.</param>
    /// <param name="filter">The wanted files; paths are those below the folder before the first pattern.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The folder before the first pattern could not be listed, nothing matches, or a server was
    /// lost.</exception>
    public async Task<FxpFound> PatternAsync(
        RemotePattern pattern, FtpPath to, FileFilter filter, CancellationToken cancellationToken)
    {
        var index = new FxpDestinationIndex(destination, to, cancellationToken);
        await using var closing = index.ConfigureAwait(false);
        var matches = await new GlobExpansion(source).FilesAsync(pattern, cancellationToken).ConfigureAwait(false);
        _gaps.AddRange(matches.Gaps);
        _leftOut.AddRange(matches.Skipped);
        var wanted = matches.Files.Where(match => _selection.Add(filter.Judge(pattern.TextBelow(match.Path), match.Entry)));
        return await CompareAsync([.. wanted.Select(match => new FxpCandidate(match.Path, match.Entry, to))], index,
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Decides whether a single file is copied.</summary>
    /// <param name="item">The file.</param>
    /// <param name="filter">The filter; it is given the file's name.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<FxpFound> FileAsync(FxpItem item, FileFilter filter, CancellationToken cancellationToken)
    {
        FileChoice choice;
        try
        {
            choice = await source.JudgeAsync(item.From, filter, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException)
        {
            // The copy asks again and reports why.
            return new FxpFound { Items = [item] };
        }
        var isSelected = _selection.Add(choice);
        return new FxpFound
        {
            Items = isSelected ? [item] : [],
            SkippedFiles = _selection.Skipped,
            Selection = [.. _selection.Sentences()],
            NotSelected = isSelected ? null : new FxpFileResult
            {
                Source = request.Source.Describe(item.From),
                Destination = request.Destination.Describe(item.To),
                Failure = null,
                LeftOut = true,
                Message = SelectionTally.Sentence(request.Source.Describe(item.From), choice),
                Size = 0,
                BytesSent = 0,
                BytesReused = 0,
                Elapsed = TimeSpan.Zero,
                VerifiedBy = "",
            },
        };
    }

    private void Take(FtpPath folder, ListingEntry entry, FtpPath place, List<FxpCandidate> wanted)
    {
        var path = folder.Child(entry.Name);
        if (entry.Kind is EntryKind.Link) _leftOut.Add($"{path} is a link and is skipped. To copy its target, name the link itself.");
        else if (entry.Kind is EntryKind.Other) _leftOut.Add($"{path} is neither a file nor a folder and is skipped.");
        else if (entry.Kind is not EntryKind.Folder) wanted.Add(new FxpCandidate(path, entry, place));
    }

    private async Task<FxpFound> CompareAsync(List<FxpCandidate> wanted, FxpDestinationIndex index, CancellationToken cancellationToken)
    {
        var apart = Apart(wanted);
        var folders = new ParallelOptions { MaxDegreeOfParallelism = Parallel, CancellationToken = cancellationToken };
        await System.Threading.Tasks.Parallel.ForEachAsync(apart.Select(file => file.Folder).Distinct(), folders,
            async (folder, _) => await index.InspectAsync(folder).ConfigureAwait(false)).ConfigureAwait(false);

        var items = new List<FxpItem>();
        var (same, bytes) = (0, 0L);
        foreach (var file in apart.OrderBy(file => file.To.Text, StringComparer.Ordinal))
        {
            var found = await index.InspectAsync(file.Folder).ConfigureAwait(false);
            if (found.Find(file.Entry.Name) is { Kind: EntryKind.File, Size: { } held } there
                && file.Listed is { Modified: { } modified } listed
                && ListedFacts.TimeOf(there.Time) is { } time
                && FxpPlanner.IsThere(request with { SkipComplete = true }, listed.Size, modified, held, time))
            {
                (same, bytes) = (same + 1, bytes + held);
                continue;
            }
            items.Add(new FxpItem(file.From, file.To) { Listed = file.Listed, IsNew = found.Lacks(file.Entry.Name)
                && found.Lacks(file.Entry.Name.WithSuffix(FxpPlanner.PartSuffix)), NewFolders = found.Missing });
        }
        return new FxpFound
        {
            Items = items,
            SameFiles = same,
            SameBytes = bytes,
            SkippedFiles = _selection.Skipped,
            Gaps = _gaps,
            Selection = [.. _selection.Sentences()],
            LeftOut = _leftOut,
            Problems = _problems,
        };
    }

    // Rejects files with the same destination name, and files whose name is the temporary name of another.
    private List<FxpCandidate> Apart(List<FxpCandidate> wanted)
    {
        var byName = wanted.ToLookup(file => file.To);
        foreach (var crowd in byName.Where(crowd => crowd.Count() > 1))
            _problems.Add(new TransferException(
                FailureKind.Usage,
                $"{string.Join(" and ", crowd.Take(3).Select(file => request.Source.Describe(file.From)))} would both become "
                    + $"{request.Destination.Describe(crowd.Key)}: copy them with two commands into two folders."));
        var parts = wanted.Select(file => file.To.WithSuffix(FxpPlanner.PartSuffix)).ToHashSet();
        foreach (var file in wanted.Where(file => parts.Contains(file.To)))
            _problems.Add(new TransferException(
                FailureKind.Usage,
                $"{request.Source.Describe(file.From)} is not copied: at the destination, its name is the temporary name of the file "
                    + $"without {FxpPlanner.PartSuffix}. Copy it separately."));
        return [.. wanted.Where(file => byName[file.To].Count() == 1 && !parts.Contains(file.To))];
    }
}

/// <summary>A wanted file of the source, before the destination is inspected.</summary>
/// <param name="From">Its path at the source.</param>
/// <param name="Entry">Its entry in the listing.</param>
/// <param name="Folder">The folder it is copied to.</param>
internal sealed record FxpCandidate(FtpPath From, ListingEntry Entry, FtpPath Folder)
{
    /// <summary>The final name of the file.</summary>
    public FtpPath To { get; } = Folder.Child(Entry.Name);

    /// <summary>The facts that need no further query; null where the listing gives no size.</summary>
    public ListedFacts? Listed => Entry.Size is { } size ? new ListedFacts(size, ListedFacts.TimeOf(Entry.Time)) : null;
}
