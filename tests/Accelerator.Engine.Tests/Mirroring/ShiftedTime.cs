namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>The system's clock with a constant offset.</summary>
internal sealed class ShiftedTime(TimeSpan by) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() => base.GetUtcNow() + by;
}
