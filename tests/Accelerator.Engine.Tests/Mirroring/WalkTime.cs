namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>
/// A <see cref="QuickTime"/> for pauses; a time limit, which is a <see cref="CancellationTokenSource"/>, runs in real time. The client gives a
/// server 15 s for the reply at the end of a listing: on a quick clock that is a quarter of a second, and a busy server takes longer.
/// </summary>
/// <param name="factor">The factor of the pauses relative to real time.</param>
internal sealed class WalkTime(double factor) : TimeProvider
{
    private readonly QuickTime _quick = new(factor);

    public override long TimestampFrequency => _quick.TimestampFrequency;

    public override long GetTimestamp() => _quick.GetTimestamp();

    public override DateTimeOffset GetUtcNow() => _quick.GetUtcNow();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        (state is CancellationTokenSource ? System : _quick).CreateTimer(callback, state, dueTime, period);
}
