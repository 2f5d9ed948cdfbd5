namespace Accelerator.Engine.Streams;

/// <summary>
/// A token bucket for received bytes. It is charged before each receive, so that TCP itself slows the sender. Several runs may share one.
/// Thread-safe.
/// </summary>
/// <param name="bytesPerSecond">The limit; null for none.</param>
/// <param name="time">Clock.</param>
/// <param name="changing">Called once a second for the current limit, which replaces <paramref name="bytesPerSecond"/>; null where it does
/// not change.</param>
internal sealed class RateBudget(long? bytesPerSecond, TimeProvider time, Func<long?>? changing = null)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan AskInterval = TimeSpan.FromSeconds(1);

    private readonly object _lock = new();
    private double _tokens;
    private long _filledAt = time.GetTimestamp();
    private long? _limit = changing is null ? bytesPerSecond : changing();
    private long _askedAt = time.GetTimestamp();
    private long _limited;

    /// <summary>Whether there is a limit at all.</summary>
    public bool IsLimited => Limit() is not null;

    /// <summary>The bytes that were charged while there was a limit.</summary>
    public long LimitedBytes => Interlocked.Read(ref _limited);

    /// <summary>Waits until some of the wanted bytes may be received.</summary>
    /// <returns>1 to <paramref name="wanted"/>.</returns>
    public async ValueTask<int> TakeAsync(int wanted, CancellationToken cancellationToken)
    {
        if (Limit() is not { } rate) return wanted;
        // 20 ms of the rate at a time: smooth enough for a policer, coarse enough to cost nothing. A portion is taken before it is
        // available and then waited for, which forms a queue: when all streams retried instead, one of 32 got nothing for seconds.
        var portion = checked((int)Math.Clamp(rate / 50, 1024, 256 << 10));
        var taken = Math.Min(wanted, portion);
        var wait = Charge(taken, rate, portion);
        try
        {
            await WaitAsync(wait, cancellationToken).ConfigureAwait(false);
            return taken;
        }
        catch (OperationCanceledException)
        {
            Return(taken);
            throw;
        }
    }

    /// <summary>Charges bytes that were received, and waits until the limit allows them.</summary>
    public async ValueTask ChargeAsync(int received, CancellationToken cancellationToken)
    {
        if (received > 0 && Limit() is { } rate)
            await WaitAsync(Charge(received, rate, received), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Puts back bytes that were taken and not received.</summary>
    public void Return(int bytes)
    {
        if (bytes == 0 || !IsLimited) return;
        lock (_lock) _tokens += bytes;
    }

    // Returns how long to wait until the bytes are available. At most a twentieth of a second of the rate accumulates, or one portion.
    private TimeSpan Charge(int bytes, long rate, int portion)
    {
        lock (_lock)
        {
            _limited += bytes;
            var now = time.GetTimestamp();
            _tokens = Math.Min(_tokens + (time.GetElapsedTime(_filledAt, now).TotalSeconds * rate), Math.Max(rate / 20, portion)) - bytes;
            _filledAt = now;
            return TimeSpan.FromSeconds(Math.Max(0, -_tokens / rate));
        }
    }

    private Task WaitAsync(TimeSpan wait, CancellationToken cancellationToken) => wait == TimeSpan.Zero
        ? Task.CompletedTask : Task.Delay(wait < Shortest ? Shortest : wait, time, cancellationToken);

    private long? Limit()
    {
        if (changing is null) return bytesPerSecond;
        lock (_lock)
        {
            if (time.GetElapsedTime(_askedAt) >= AskInterval) (_limit, _askedAt) = (changing(), time.GetTimestamp());
            return _limit;
        }
    }
}
