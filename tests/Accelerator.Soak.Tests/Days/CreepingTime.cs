namespace Accelerator.Soak.Tests.Days;

/// <summary>
/// The simulated clock as the service sees it: it advances by 100 ns at each read. A wait of less than a millisecond is no wait at all
/// (<see cref="Task.Delay(TimeSpan)"/> ignores fractions) and its caller polls the clock, so a clock that did not advance would never end
/// that wait.
/// </summary>
internal sealed class CreepingTime(TimeProvider clock) : TimeProvider
{
    private long _polls;

    public override TimeZoneInfo LocalTimeZone => clock.LocalTimeZone;

    public override long TimestampFrequency => clock.TimestampFrequency;

    public override DateTimeOffset GetUtcNow() => clock.GetUtcNow();

    public override long GetTimestamp() => clock.GetTimestamp() + Interlocked.Increment(ref _polls);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) => clock.CreateTimer(callback, state, dueTime, period);
}
