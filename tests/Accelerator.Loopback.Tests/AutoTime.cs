using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Tests;

/// <summary>
/// A clock that jumps to the end of each wait at once, so that paced transfers take no real time. Waits of 10 s and more never end.
/// </summary>
internal sealed class AutoTime : TimeProvider
{
    private static readonly TimeSpan LongestJump = TimeSpan.FromSeconds(10);

    private readonly object _gate = new();
    private TimeSpan _elapsed;

    public TimeSpan Elapsed
    {
        get { lock (_gate) return _elapsed; }
    }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Elapsed.Ticks;

    public override DateTimeOffset GetUtcNow() => LoopbackTree.DefaultModifiedUtc + Elapsed;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var isJump = dueTime >= TimeSpan.Zero && dueTime < LongestJump;
        if (isJump)
        {
            lock (_gate) _elapsed += dueTime;
        }
        return System.CreateTimer(callback, state, isJump ? TimeSpan.Zero : Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
