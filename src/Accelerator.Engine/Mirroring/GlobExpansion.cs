using System.Collections.Concurrent;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Expands a <see cref="RemotePattern"/> on a server. Each folder in which a pattern is matched costs one listing, of which only the
/// matches are kept; folders of one depth are listed in parallel.
/// </summary>
public sealed class GlobExpansion(ListingRunner runner)
{
    private const int Parallel = 8;

    private readonly ConcurrentQueue<string> _gaps = [];

    /// <summary>One sentence for each folder that may contain more matches than were found.</summary>
    public IReadOnlyList<string> Gaps => [.. _gaps.Order(StringComparer.Ordinal)];

    /// <summary>Returns the files, and entries that may be files: links, and entries whose kind the server does not report.</summary>
    /// <exception cref="TransferException">The folder before the first pattern could not be listed, or the server was lost.</exception>
    public async Task<GlobMatches> FilesAsync(RemotePattern pattern, CancellationToken cancellationToken)
    {
        var folders = await FindFoldersAsync(pattern, cancellationToken).ConfigureAwait(false);
        var found = await ListAsync(folders, pattern.Last.Matches, wantsFolders: false, cancellationToken).ConfigureAwait(false);
        return new GlobMatches([.. found.Where(match => match.Entry.Kind is not (EntryKind.Folder or EntryKind.Other))], Gaps);
    }

    /// <summary>
    /// Returns the folders in which the last name of a pattern is to be matched. Where only that name is a pattern no query is sent.
    /// </summary>
    /// <inheritdoc cref="FilesAsync"/>
    public async Task<IReadOnlyList<FtpPath>> FoldersAsync(RemotePattern pattern, CancellationToken cancellationToken) =>
        [.. (await FindFoldersAsync(pattern, cancellationToken).ConfigureAwait(false)).Select(place => place.Path)];

    private async Task<IReadOnlyList<Place>> FindFoldersAsync(RemotePattern pattern, CancellationToken cancellationToken)
    {
        IReadOnlyList<Place> places = [new Place(pattern.Start, Certainty.Named)];
        foreach (var name in pattern.Names.SkipLast(1))
        {
            if (name.Literal is { } literal)
            {
                places = [.. places.Select(place => new Place(place.Path.Child(literal), Certainty.Guessed))];
                continue;
            }
            var found = await ListAsync(places, name.Matches, wantsFolders: true, cancellationToken).ConfigureAwait(false);
            places = [.. found.Where(match => match.Entry.Kind is not (EntryKind.File or EntryKind.Other))
                .Select(match => new Place(match.Path, match.Entry.Kind == EntryKind.Folder ? Certainty.Listed : Certainty.Guessed))];
        }
        return places;
    }

    private async Task<IReadOnlyList<GlobMatch>> ListAsync(
        IReadOnlyList<Place> places, Func<ListingEntry, bool> matches, bool wantsFolders, CancellationToken cancellationToken)
    {
        var found = new List<GlobMatch>[places.Count];
        var options = new ParallelOptions { MaxDegreeOfParallelism = Parallel, CancellationToken = cancellationToken };
        await System.Threading.Tasks.Parallel.ForEachAsync(
            Enumerable.Range(0, places.Count),
            options,
            async (i, token) => found[i] = await ListAsync(places[i], matches, wantsFolders, token).ConfigureAwait(false))
            .ConfigureAwait(false);
        return [.. found.SelectMany(matched => matched).OrderBy(match => match.Path.Text, StringComparer.Ordinal)];
    }

    private async Task<List<GlobMatch>> ListAsync(
        Place place, Func<ListingEntry, bool> matches, bool wantsFolders, CancellationToken cancellationToken)
    {
        var found = new List<ListingEntry>();
        var folders = new HashSet<string>();
        try
        {
            var outcome = await runner.ListAsync(
                place.Path,
                entry =>
                {
                    if (entry.Kind == EntryKind.Folder) folders.Add(entry.Name.Text);
                    if (matches(entry)) found.Add(entry);
                    return ValueTask.CompletedTask;
                },
                cancellationToken).ConfigureAwait(false);
            // NLST may omit folders, of which a file pattern wants none.
            var gravest = outcome.Doubts.FirstOrDefault(doubt => wantsFolders || doubt.Kind != ListingDoubtKind.NamesOnly);
            if (gravest is not null) _gaps.Enqueue(gravest.Text);
        }
        catch (TransferException e) when (e.Kind == FailureKind.NotFound && place.Certainty == Certainty.Guessed)
        {
            // A link to a file, or a folder that is not in every folder that matched so far.
        }
        catch (TransferException e) when (e.Kind == FailureKind.NotFound && place.Certainty == Certainty.Listed)
        {
            _gaps.Enqueue(e.Message);
        }
        return [.. found.Select(entry =>
            new GlobMatch(place.Path.Child(entry.Name), LeadsToOneOf(folders, entry) ? entry with { Kind = EntryKind.Folder } : entry))];
    }

    // "latest -> 20261120": where both are in one folder its listing shows that the link is no file.
    private static bool LeadsToOneOf(HashSet<string> folders, ListingEntry entry) =>
        entry is { Kind: EntryKind.Link, Target: { } target } && folders.Contains(target.WithoutEnd().Text);

    private sealed record Place(FtpPath Path, Certainty Certainty);

    private enum Certainty
    {
        // Named by the user: where it does not exist the pattern is wrong.
        Named,

        // Listed by the server as a folder: where it is refused something is missing.
        Listed,

        // Derived here: where it is no folder there is nothing in it.
        Guessed,
    }
}
