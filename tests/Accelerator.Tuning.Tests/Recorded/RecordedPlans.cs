namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>Power plans, of which one or none is active.</summary>
internal sealed class RecordedPlans(Guid? active) : IPowerPlans
{
    /// <summary>Whether the computer supports no other plan than its own.</summary>
    public bool IsModern { get; set; }

    public Guid? Current { get; private set; } = active;

    public Guid? Active() => Current;

    public bool Activate(Guid plan)
    {
        if (!IsModern) Current = plan;
        return !IsModern;
    }
}
