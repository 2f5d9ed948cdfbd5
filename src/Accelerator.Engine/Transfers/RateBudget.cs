namespace Accelerator.Engine.Transfers;

/// <summary>The process's token bucket: taken before each receive, so that the sender is slowed by TCP itself.</summary>
internal sealed class RateBudget(long? bytesPerSecond, TimeProvider time)
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(1);

    private readonly object _lock = new();
    private double _tokens;
    private long _filledAt = time.GetTimestamp();

    /// <summary>Whether there is a limit at all.</summary>
    public bool IsLimited => bytesPerSecond is not null;

    /// <summary>Waits until some of the wanted bytes may be received.</summary>
    /// <returns>1 to <paramref name="wanted"/>.</returns>
    public async ValueTask<int> TakeAsync(int wanted, CancellationToken cancellationToken)
    {
        if (bytesPerSecond is not { } rate) return wanted;

        // 20 ms of the rate at a time: smooth enough for a policer, coarse enough to cost nothing. Taken before it is there and then waited for,
        // which is a queue: where all tried again and again, one of 32 streams came away empty for seconds.
        var portion = (int)Math.Clamp(rate / 50, 1024, 256 << 10);
        var taken = Math.Min(wanted, portion);
        TimeSpan wait;
        lock (_lock)
        {
            var now = time.GetTimestamp();
            _tokens = Math.Min(_tokens + (time.GetElapsedTime(_filledAt, now).TotalSeconds * rate), Math.Max(rate / 20, portion)) - taken;
            _filledAt = now;
            wait = TimeSpan.FromSeconds(Math.Max(0, -_tokens / rate));
        }
        if (wait == TimeSpan.Zero) return taken;
        try
        {
            await Task.Delay(wait < Shortest ? Shortest : wait, time, cancellationToken).ConfigureAwait(false);
            return taken;
        }
        catch (OperationCanceledException)
        {
            Return(taken);
            throw;
        }
    }

    /// <summary>Gives back what was taken and not received.</summary>
    public void Return(int bytes)
    {
        if (bytes == 0 || bytesPerSecond is null) return;
        lock (_lock) _tokens += bytes;
    }
}
