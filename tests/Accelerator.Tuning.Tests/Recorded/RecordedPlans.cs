namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>Power plans of which one is active.</summary>
internal sealed class RecordedPlans(Guid active) : IPowerPlans
{
    public Guid Current { get; private set; } = active;

    public Guid? Active() => Current;

    public bool Activate(Guid plan)
    {
        Current = plan;
        return true;
    }
}
