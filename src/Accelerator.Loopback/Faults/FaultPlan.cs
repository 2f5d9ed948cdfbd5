namespace Accelerator.Loopback.Faults;

/// <summary>The faults a server shows. They all apply; where two set the same thing, the later one wins.</summary>
public sealed record FaultPlan
{
    private FaultPlan(IReadOnlyList<Fault> faults) => Faults = faults;

    /// <summary>A server without faults.</summary>
    public static FaultPlan None { get; } = new([]);

    /// <summary>In order.</summary>
    public IReadOnlyList<Fault> Faults { get; }

    /// <summary>A plan of these faults.</summary>
    public static FaultPlan Of(params Fault[] faults) => new([.. faults]);

    /// <summary>This plan and one more fault.</summary>
    public FaultPlan And(Fault fault) => new([.. Faults, fault]);
}
