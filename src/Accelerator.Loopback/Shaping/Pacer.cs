namespace Accelerator.Loopback.Shaping;

/// <summary>
/// Spreads sends evenly in time: bytes are granted in slices of about 10 ms, each due at an absolute time, so that a late timer
/// (15.6 ms on Windows) delays single slices but not the rate.
/// </summary>
internal sealed class Pacer(TimeProvider time, long? bytesPerSecond)
{
    private const int SlicesPerSecond = 100;

    // A receiver that paused may catch up by this much only. Otherwise a burst at full speed would follow the pause.
    private static readonly TimeSpan MaximumCredit = TimeSpan.FromMilliseconds(100);

    // Timers cannot wait for a shorter time; the remainder is carried over to the next slice.
    private static readonly TimeSpan ShortestWait = TimeSpan.FromMilliseconds(1);

    private readonly object _gate = new();
    private double? _due; // seconds on the time provider's clock at which the next slice may start

    /// <summary>Returns how many bytes one send should take, at most <paramref name="wanted"/>.</summary>
    public int Slice(int wanted) =>
        bytesPerSecond is { } rate ? checked((int)Math.Clamp(rate / SlicesPerSecond, 1, wanted)) : wanted;

    /// <summary>Waits until the next <paramref name="bytes"/> may be sent.</summary>
    public ValueTask WaitAsync(int bytes, CancellationToken cancellationToken)
    {
        if (bytesPerSecond is not { } rate) return ValueTask.CompletedTask;
        var wait = Reserve(bytes, rate);
        return wait < ShortestWait ? ValueTask.CompletedTask : new ValueTask(Task.Delay(wait, time, cancellationToken));
    }

    private TimeSpan Reserve(int bytes, long rate)
    {
        lock (_gate)
        {
            var now = (double)time.GetTimestamp() / time.TimestampFrequency;
            var start = Math.Max(_due ?? now, now - MaximumCredit.TotalSeconds);
            _due = start + (double)bytes / rate;
            return TimeSpan.FromSeconds(Math.Max(0, start - now));
        }
    }
}
