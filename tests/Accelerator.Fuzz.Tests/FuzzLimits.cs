namespace Accelerator.Fuzz.Tests;

/// <summary>The resources that one input may use.</summary>
/// <param name="Slow">The time above which an input is a finding if every repetition takes longer too.</param>
/// <param name="Endless">The time after which the run stops waiting for an input.</param>
/// <param name="Allocated">
/// Bytes that any input may allocate; longer inputs may allocate more (<see cref="FuzzTarget.AllocatedPerByte"/>).
/// </param>
internal sealed record FuzzLimits(TimeSpan Slow, TimeSpan Endless, long Allocated)
{
    // A normal input takes microseconds. The limits leave room for a machine with other work.
    public static FuzzLimits Usual { get; } = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(60), 1 << 20);
}
