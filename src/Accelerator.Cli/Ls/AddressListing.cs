using Accelerator.Cli.Addresses;
using Accelerator.Cli.Output;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Ls;

/// <summary>Lists what one address names: a folder, the matches of a pattern, a tree, or a single file.</summary>
/// <param name="runner">Lists the server.</param>
/// <param name="printer">Prints the entries.</param>
/// <param name="request">The address.</param>
/// <param name="filter">The wanted entries.</param>
internal sealed class AddressListing(ListingRunner runner, ListingPrinter printer, ListingRequest request, FileFilter filter)
{
    private readonly FtpPath _path = request.Path;

    /// <summary>The decisions of the filter about what the address names.</summary>
    public SelectionTally Selection { get; } = new();

    /// <summary>Lists folders one by one, each entry as it arrives.</summary>
    /// <exception cref="TransferException">Nothing could be listed, or the name does not exist.</exception>
    public async Task ListAsync(CancellationToken cancellationToken)
    {
        if (request.Pattern is not { } pattern)
        {
            try
            {
                await ListAsync(_path, entry => Selects(entry.Name.Text, entry), static _ => true, cancellationToken).ConfigureAwait(false);
            }
            catch (TransferException e) when (MayBeFile(e))
            {
                await ListFileAsync(e, cancellationToken).ConfigureAwait(false);
            }
            return;
        }

        var expansion = new GlobExpansion(runner);
        var folders = await expansion.FoldersAsync(pattern, cancellationToken).ConfigureAwait(false);
        foreach (var gap in expansion.Gaps) printer.Miss(gap);
        foreach (var folder in folders)
        {
            if (pattern.Names.Count > 1) printer.Begin(folder);
            await ListAsync(
                folder,
                entry => pattern.Last.Matches(entry) && Selects(pattern.TextBelow(folder.Child(entry.Name)), entry),
                pattern.Last.Matches,
                cancellationToken).ConfigureAwait(false);
        }
        RefuseNothing();
    }

    /// <summary>Lists a folder and its subfolders, each folder as a unit.</summary>
    /// <param name="maxDepth">The maximum nesting of folders; null for no limit.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The first folder could not be listed, or the name does not exist.</exception>
    public async Task WalkAsync(int? maxDepth, CancellationToken cancellationToken)
    {
        var want = new WalkRequest { Root = request.Pattern?.Start ?? _path, MaxDepth = maxDepth ?? WalkRequest.DeepestEver,
            Enters = path => filter.Enters(path.Text) };
        await foreach (var folder in runner.WalkAsync(want, cancellationToken).ConfigureAwait(false))
        {
            if (folder is { Depth: 0, Problem: { } problem })
            {
                if (!MayBeFile(problem)) throw problem;
                await ListFileAsync(problem, cancellationToken).ConfigureAwait(false);
                return;
            }
            printer.Begin(folder.Path);
            // With a selection, a folder without any selected name is not shown.
            if (request.Pattern is null && !filter.IsSelective && folder.Problem is null) printer.ShowHead();
            foreach (var entry in folder.Entries)
            {
                if (request.Pattern?.Last.Matches(entry) != false && Selects(folder.Relative.Child(entry.Name).Text, entry))
                    printer.Print(folder.Path, entry);
            }
            printer.End(folder);
        }
        RefuseNothing();
    }

    private async Task ListAsync(
        FtpPath folder, Func<ListingEntry, bool> matches, Func<string, bool> matchesName, CancellationToken cancellationToken)
    {
        var outcome = await runner.ListAsync(
            folder,
            entry =>
            {
                if (matches(entry)) printer.Print(folder, entry);
                return ValueTask.CompletedTask;
            },
            cancellationToken).ConfigureAwait(false);
        printer.End(folder, outcome.About(matchesName));
    }

    private bool MayBeFile(TransferException failure) =>
        failure.Kind == FailureKind.NotFound && request.Pattern is null && request.Url.Path.Name.Length > 0 && printer.Printed == 0;

    private async Task ListFileAsync(TransferException whyNoFolder, CancellationToken cancellationToken)
    {
        var (entry, outcome) = await runner.FindAsync(_path, cancellationToken).ConfigureAwait(false);
        // The name is a folder after all, but it cannot be read.
        if (entry is { Kind: EntryKind.Folder }) throw whyNoFolder;
        if (entry is null)
            throw new TransferException(FailureKind.NotFound,
                $"{request.Url} was not found: it is not a folder, and its parent folder does not list it.", whyNoFolder);
        var (folder, _) = _path.Split();
        if (Selects(entry.Name.Text, entry)) printer.Print(folder, entry);
        printer.End(folder, outcome);
    }

    private bool Selects(string path, ListingEntry entry) => Selection.Add(filter.Judge(path, entry));

    private void RefuseNothing()
    {
        if (request.Pattern is not null && printer.Printed + Selection.Skipped == 0)
            throw new TransferException(
                FailureKind.NotFound, $"Nothing matches {request.Url}. Write *, ? and [ in a name as %2A, %3F and %5B.");
    }
}
