namespace Accelerator.Matrix.Tests;

/// <summary>The system time is changed; the monotonic clock continues.</summary>
internal sealed class ShiftedTime : TimeProvider
{
    public TimeSpan Shift { get; set; }

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Shift;
}
