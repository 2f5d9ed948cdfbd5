using System.Collections.Concurrent;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// The folders of the destination, each listed once, or not at all where its parent shows that it does not exist. The root is listed from
/// the start, while the source is listed.
/// </summary>
internal sealed class FxpDestinationIndex : IAsyncDisposable
{
    private static readonly Dictionary<FtpPath, ListingEntry> Nothing = [];

    private readonly ListingRunner _destination;
    private readonly FtpPath _root;
    private readonly CancellationTokenSource _stop;
    private readonly ConcurrentDictionary<FtpPath, Lazy<Task<FxpDestinationListing>>> _listings = new();

    /// <param name="destination">Lists it.</param>
    /// <param name="root">The folder that contains all others.</param>
    /// <param name="cancellationToken">Stops the listing.</param>
    public FxpDestinationIndex(ListingRunner destination, FtpPath root, CancellationToken cancellationToken)
    {
        (_destination, _root) = (destination, root);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _ = InspectAsync(root);
    }

    /// <summary>Inspects one folder.</summary>
    /// <exception cref="TransferException">The folder could not be listed.</exception>
    public Task<FxpDestinationListing> InspectAsync(FtpPath folder) =>
        _listings.GetOrAdd(folder, path => new Lazy<Task<FxpDestinationListing>>(() => ReadAsync(path, _stop.Token))).Value;

    /// <summary>Cancels the listings that are still in progress.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(_listings.Values.Select(found => (Task)found.Value)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private async Task<FxpDestinationListing> ReadAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        var (outer, name) = folder.Split();
        // The root usually exists; folders below it are inspected from the outermost inwards.
        if (folder.Bytes.Length > _root.Bytes.Length && await InspectAsync(outer).ConfigureAwait(false) is var around && around.Lacks(name))
            return Absent(folder, around, name);
        try
        {
            var entries = new Dictionary<FtpPath, ListingEntry>();
            var outcome = await _destination.ListAsync(
                folder,
                entry =>
                {
                    entries[entry.Name] = entry;
                    return ValueTask.CompletedTask;
                },
                cancellationToken).ConfigureAwait(false);
            return new FxpDestinationListing(entries, outcome, [], IsAbsent: false);
        }
        catch (TransferException e) when (e.Kind == FailureKind.NotFound && !name.IsEmpty)
        {
            return Absent(folder, await InspectAsync(outer).ConfigureAwait(false), name);
        }
    }

    private static FxpDestinationListing Absent(FtpPath folder, FxpDestinationListing around, FtpPath name) =>
        new(Nothing, null, [.. around.Missing, folder], around.Lacks(name));
}

/// <summary>One folder of the destination before anything is sent.</summary>
/// <param name="Entries">Its entries by name; empty where it could not be listed.</param>
/// <param name="Outcome">How its listing went; null where it was refused, or is known to be pointless.</param>
/// <param name="Missing">The folders, down to this one, that do not exist or are hidden, the outermost first.</param>
/// <param name="IsAbsent">Whether the parent's listing shows that the folder does not exist: a write-only folder is refused with the same
/// code.</param>
internal sealed record FxpDestinationListing(
    IReadOnlyDictionary<FtpPath, ListingEntry> Entries, ListingOutcome? Outcome, IReadOnlyList<FtpPath> Missing, bool IsAbsent)
{
    /// <summary>Returns the entry of this name; null where the listing has none.</summary>
    public ListingEntry? Find(FtpPath name) => Entries.GetValueOrDefault(name);

    /// <summary>Returns whether there is certainly no entry of this name.</summary>
    public bool Lacks(FtpPath name) => IsAbsent || (!Entries.ContainsKey(name) && Outcome?.ProvesAbsence(name) == true);
}
