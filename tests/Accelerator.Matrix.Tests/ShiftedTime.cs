namespace Accelerator.Matrix.Tests;

/// <summary>The clock on the wall is set; the one that measures runs on.</summary>
internal sealed class ShiftedTime : TimeProvider
{
    public TimeSpan Shift { get; set; }

    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + Shift;
}
