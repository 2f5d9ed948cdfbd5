namespace Accelerator.Engine.Streams;

/// <summary>
/// The circuit breaker of a route. It opens when no data arrives over the route while other routes receive. The route's transfers are then
/// ended at once, so that other routes can fetch their ranges, and one trial connection at a time tests whether the route works again.
/// Without the breaker, every stream of a dead path would hold a range until its own time limit: 10 s for data, 30 s for a reply.
/// </summary>
/// <remarks>
/// Polly's breaker does not fit: it opens by counting failures, and a dead path shows none for 10 s. Nor does it end operations in
/// progress.
/// </remarks>
internal sealed class RouteBreaker(TimeProvider time) : IDisposable
{
    /// <summary>How long a trial connection may take: a lost SYN is repeated after one second and after three.</summary>
    public static readonly TimeSpan TrialLimit = TimeSpan.FromSeconds(4);

    private static readonly TimeSpan TrialInterval = TimeSpan.FromSeconds(1);

    private readonly object _lock = new();
    private CancellationTokenSource _era = new();
    private bool _isTried;
    private long _triedAt;

    /// <summary>Whether the route is out of use.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>The number of times that the breaker has opened. A session of an earlier era must no longer be used.</summary>
    public int Era { get; private set; }

    /// <summary>A token that is cancelled when the breaker next opens.</summary>
    public CancellationToken Token
    {
        get { lock (_lock) return _era.Token; }
    }

    /// <summary>Opens the breaker.</summary>
    /// <returns>False when it was open already.</returns>
    public bool Trip()
    {
        CancellationTokenSource over;
        lock (_lock)
        {
            if (IsOpen) return false;
            (IsOpen, over) = (true, _era);
            Era++;
            _era = new CancellationTokenSource();
            _triedAt = time.GetTimestamp();
        }
        over.Cancel();
        return true;
    }

    /// <summary>Closes the breaker: the route carries again, or is to be treated as if it did.</summary>
    public void Close()
    {
        lock (_lock) (IsOpen, _isTried) = (false, false);
    }

    /// <summary>Requests permission to try the route, once a second and one trial at a time.</summary>
    /// <returns>Whether to try; the caller must then call <see cref="Close"/> or <see cref="StayOpen"/>.</returns>
    public bool TryHalfOpen()
    {
        lock (_lock)
        {
            if (!IsOpen || _isTried || time.GetElapsedTime(_triedAt) < TrialInterval) return false;
            _isTried = true;
            return true;
        }
    }

    /// <summary>Keeps the breaker open after a failed trial.</summary>
    public void StayOpen()
    {
        lock (_lock) (_isTried, _triedAt) = (false, time.GetTimestamp());
    }

    /// <inheritdoc/>
    public void Dispose() => _era.Dispose();
}
