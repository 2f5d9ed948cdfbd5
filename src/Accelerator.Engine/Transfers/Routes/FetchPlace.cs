namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// One of the places for a route's wanted streams. It is released together with the range, so that a standby stream can start while this
/// one still closes its connection.
/// </summary>
/// <param name="streams">The number of places.</param>
/// <param name="leave">Releases the place.</param>
internal sealed class FetchPlace(int streams, Action leave)
{
    private Action? _leave = leave;

    /// <summary>The number of places when this one was taken.</summary>
    public int Streams => streams;

    /// <summary>Releases the place; only the first call counts.</summary>
    public void Leave() => Interlocked.Exchange(ref _leave, null)?.Invoke();
}
