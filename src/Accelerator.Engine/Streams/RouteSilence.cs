namespace Accelerator.Engine.Streams;

/// <summary>
/// Whether a lane carries anything. One by which nothing comes while others flow is silent: its transfers are ended at once, so that the others get their
/// ranges, and from then on one connection at a time finds out whether it carries again. Without that every stream of a dead path would hold a range until
/// its own time limits are over: 10 s for data, 30 s for a reply.
/// </summary>
internal sealed class RouteSilence(TimeProvider time) : IDisposable
{
    /// <summary>How long a connection may take that asks whether the lane carries again: a lost SYN is repeated after one second and after three.</summary>
    public static readonly TimeSpan AskLimit = TimeSpan.FromSeconds(4);

    private static readonly TimeSpan AskInterval = TimeSpan.FromSeconds(1);

    private readonly object _lock = new();
    private CancellationTokenSource _era = new();
    private bool _isAsking;
    private long _askedAt;

    /// <summary>Whether it is silent now.</summary>
    public bool IsSilent { get; private set; }

    /// <summary>How often it has fallen silent. A session of an earlier era is not to be used any more.</summary>
    public int Era { get; private set; }

    /// <summary>Cancelled when it next falls silent.</summary>
    public CancellationToken Token
    {
        get { lock (_lock) return _era.Token; }
    }

    /// <summary>It is silent from now on.</summary>
    /// <returns>False when it was already.</returns>
    public bool Fall()
    {
        CancellationTokenSource over;
        lock (_lock)
        {
            if (IsSilent) return false;
            (IsSilent, over) = (true, _era);
            Era++;
            _era = new CancellationTokenSource();
            _askedAt = time.GetTimestamp();
        }
        over.Cancel();
        return true;
    }

    /// <summary>It carries again, or is to be treated as if it did.</summary>
    public void End()
    {
        lock (_lock) (IsSilent, _isAsking) = (false, false);
    }

    /// <summary>Asks for leave to find out, once a second and one at a time; a leave is to be answered by <see cref="End"/> or <see cref="NoAnswer"/>.</summary>
    public bool TryAsk()
    {
        lock (_lock)
        {
            if (!IsSilent || _isAsking || time.GetElapsedTime(_askedAt) < AskInterval) return false;
            _isAsking = true;
            return true;
        }
    }

    /// <summary>It is still silent.</summary>
    public void NoAnswer()
    {
        lock (_lock) (_isAsking, _askedAt) = (false, time.GetTimestamp());
    }

    /// <inheritdoc/>
    public void Dispose() => _era.Dispose();
}
