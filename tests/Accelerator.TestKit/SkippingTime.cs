namespace Accelerator.TestKit;

/// <summary>
/// The system's clock, except that the waits a test selects end immediately: the clock jumps over them. All other limits run in real time,
/// so that a slow machine reaches none of them earlier than it would in use.
/// </summary>
/// <param name="skips">Whether a wait of this length is skipped.</param>
public sealed class SkippingTime(Func<TimeSpan, bool> skips) : TimeProvider
{
    private long _skippedTicks;

    /// <summary>Skips the waits between two lengths, both included.</summary>
    public SkippingTime(double fromSeconds, double toSeconds)
        : this(wait => wait >= TimeSpan.FromSeconds(fromSeconds) && wait <= TimeSpan.FromSeconds(toSeconds))
    {
    }

    /// <inheritdoc/>
    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    /// <inheritdoc/>
    public override long GetTimestamp() => System.GetElapsedTime(0, System.GetTimestamp()).Ticks + Interlocked.Read(ref _skippedTicks);

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => System.GetUtcNow().AddTicks(Interlocked.Read(ref _skippedTicks));

    /// <inheritdoc/>
    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (!skips(dueTime)) return System.CreateTimer(callback, state, dueTime, period);
        Interlocked.Add(ref _skippedTicks, dueTime.Ticks);
        return System.CreateTimer(callback, state, TimeSpan.Zero, period);
    }
}
