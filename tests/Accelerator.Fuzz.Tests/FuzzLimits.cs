namespace Accelerator.Fuzz.Tests;

/// <summary>What one input may cost.</summary>
/// <param name="Slow">An input that takes longer each time it is tried again is a finding.</param>
/// <param name="Endless">One that takes longer than this is not waited for.</param>
/// <param name="Allocated">Bytes that any input may allocate; longer ones get more (<see cref="FuzzTarget.AllocatedPerByte"/>).</param>
internal sealed record FuzzLimits(TimeSpan Slow, TimeSpan Endless, long Allocated)
{
    // An honest input takes microseconds. The limits leave room for a machine with other work.
    public static FuzzLimits Usual { get; } = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(60), 1 << 20);
}
