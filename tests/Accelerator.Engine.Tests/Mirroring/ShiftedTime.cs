namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>The system's clock, so much later.</summary>
internal sealed class ShiftedTime(TimeSpan by) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + by;
}
