namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>
/// A clock that runs faster than real time by a constant factor: a minute of back-off takes seconds, and nothing else changes.
/// </summary>
internal sealed class QuickTime(double factor) : TimeProvider
{
    /// <summary>The factor relative to real time; below 1 the clock is slower.</summary>
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
