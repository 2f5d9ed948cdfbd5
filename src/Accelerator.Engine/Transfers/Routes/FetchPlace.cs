namespace Accelerator.Engine.Transfers.Routes;

/// <summary>
/// One of the places for a route's wanted streams. It is released together with the range, so that a standby stream can start while this
/// one still closes its connection.
/// </summary>
internal sealed class FetchPlace(Action leave)
{
    private Action? _leave = leave;

    /// <summary>Releases the place; only the first call counts.</summary>
    public void Leave() => Interlocked.Exchange(ref _leave, null)?.Invoke();
}
