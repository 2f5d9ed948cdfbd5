namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A clock that runs so many times faster than the wall's: a minute of back-off is over in seconds, and nothing else changes.</summary>
internal sealed class QuickTime(double factor) : TimeProvider
{
    /// <summary>How many times faster than the wall's; below 1 it is slower.</summary>
    public double Factor => factor;

    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly DateTimeOffset _origin = System.GetUtcNow();

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => (long)(Stopwatch.GetElapsedTime(_started).Ticks * factor);

    public override DateTimeOffset GetUtcNow() => _origin.AddTicks(GetTimestamp());

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        new QuickTimer(System.CreateTimer(callback, state, Shrink(dueTime), Shrink(period)), this);

    private TimeSpan Shrink(TimeSpan time) => time <= TimeSpan.Zero ? time : time / factor;

    private sealed class QuickTimer(ITimer timer, QuickTime clock) : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => timer.Change(clock.Shrink(dueTime), clock.Shrink(period));

        public void Dispose() => timer.Dispose();

        public ValueTask DisposeAsync() => timer.DisposeAsync();
    }
}
