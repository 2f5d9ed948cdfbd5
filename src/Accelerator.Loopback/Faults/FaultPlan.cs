namespace Accelerator.Loopback.Faults;

/// <summary>The faults of a server. They all apply; if two set the same property, the later one wins.</summary>
public sealed record FaultPlan
{
    private FaultPlan(IReadOnlyList<Fault> faults) => Faults = faults;

    /// <summary>A server without faults.</summary>
    public static FaultPlan None { get; } = new([]);

    /// <summary>The faults, in order.</summary>
    public IReadOnlyList<Fault> Faults { get; }

    /// <summary>Returns a plan of these faults.</summary>
    public static FaultPlan Of(params Fault[] faults) => new([.. faults]);
}
