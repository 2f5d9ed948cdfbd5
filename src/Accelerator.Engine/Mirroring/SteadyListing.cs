using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Passes on each entry of a listing once and at once, although the listing may have to restart: servers keep their order, and one number
/// shows whether this one has. The entries are not stored.
/// </summary>
/// <param name="folder">The folder as messages name it.</param>
/// <param name="take">Receives the entries.</param>
internal sealed class SteadyListing(string folder, Func<ListingEntry, ValueTask> take)
{
    private long _given;
    private long _printOfGiven;
    private long _at;
    private long _print;

    /// <summary>Starts the listing, for the first time or again.</summary>
    public void Begin() => _at = _print = 0;

    /// <summary>Takes the next entry of the listing.</summary>
    /// <exception cref="TransferException">The order differs from the previous try.</exception>
    public async ValueTask TakeAsync(ListingEntry entry)
    {
        _at++;
        _print = unchecked((_print * 31) + entry.Name.GetHashCode());
        if (_at == _given && _print != _printOfGiven) throw Different();
        if (_at <= _given) return;
        await take(entry).ConfigureAwait(false);
        (_given, _printOfGiven) = (_at, _print);
    }

    /// <summary>Ends the listing.</summary>
    /// <exception cref="TransferException">There are fewer entries than in the previous try.</exception>
    public void End()
    {
        if (_at < _given) throw Different();
    }

    private TransferException Different() => new(
        FailureKind.Network,
        $"{folder} could not be listed at once, and the second listing differed: "
            + $"the {_given} names returned so far may be incomplete. List it again.");
}
