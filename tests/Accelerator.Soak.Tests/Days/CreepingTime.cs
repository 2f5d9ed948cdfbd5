namespace Accelerator.Soak.Tests.Days;

/// <summary>
/// The simulated clock as the service sees it: it creeps on by 100 ns each time somebody looks. Who waits for less than a millisecond does not wait at all (<see cref="Task.Delay(TimeSpan)"/> leaves
/// fractions out) but asks again and again, and a clock that stands quite still would never let him go on.
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
