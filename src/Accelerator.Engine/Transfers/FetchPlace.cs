namespace Accelerator.Engine.Transfers;

/// <summary>
/// One of the places of a lane's wanted streams. Given back as soon as the range is, so that a stream standing by begins while this one
/// still winds up its connection.
/// </summary>
internal sealed class FetchPlace(Action leave)
{
    private Action? _leave = leave;

    /// <summary>Gives the place back; only the first call counts.</summary>
    public void Leave() => Interlocked.Exchange(ref _leave, null)?.Invoke();
}
