using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Passes on each entry of a listing once and immediately, even if the listing has to restart. Servers list in the same order each time; a
/// hash over the names shows whether this server did. The entries are not stored.
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

    /// <summary>Passes on the next entry of the listing, unless an earlier try has already passed it on.</summary>
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
        $"{folder} could not be listed in one piece, and the second listing differed: "
            + $"the {_given} names returned so far may be incomplete. List it again.");
}
