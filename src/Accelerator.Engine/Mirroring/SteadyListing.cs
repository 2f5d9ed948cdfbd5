using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Gives each entry of a listing out once and at once, although the listing may have to be begun again: servers keep their order, and one
/// number tells whether this one has. Nothing is kept of what was given out.
/// </summary>
/// <param name="folder">The folder as messages name it.</param>
/// <param name="take">Takes the entries.</param>
internal sealed class SteadyListing(string folder, Func<ListingEntry, ValueTask> take)
{
    private long _given;
    private long _printOfGiven;
    private long _at;
    private long _print;

    /// <summary>The listing begins, for the first time or again.</summary>
    public void Begin() => _at = _print = 0;

    /// <summary>Takes the next entry of the listing.</summary>
    /// <exception cref="TransferException">It comes in another order than before.</exception>
    public async ValueTask TakeAsync(ListingEntry entry)
    {
        _at++;
        _print = unchecked((_print * 31) + entry.Name.GetHashCode());
        if (_at == _given && _print != _printOfGiven) throw Different();
        if (_at <= _given) return;
        await take(entry).ConfigureAwait(false);
        (_given, _printOfGiven) = (_at, _print);
    }

    /// <summary>The listing has come to its end.</summary>
    /// <exception cref="TransferException">There is less than before.</exception>
    public void End()
    {
        if (_at < _given) throw Different();
    }

    private TransferException Different() => new(
        FailureKind.Network,
        $"{folder} was lost in the middle of its listing and then listed differently: "
            + $"the {_given} names that were given out may not be all. List it again.");
}
