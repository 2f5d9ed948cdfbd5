namespace Accelerator.Tuning.Machine;

/// <summary>Reads and selects power plans by GUID; their names are localised.</summary>
public interface IPowerPlans
{
    /// <summary>Returns the active plan; null if it is not known.</summary>
    Guid? Active();

    /// <summary>Activates a plan.</summary>
    /// <returns>Whether the system accepted it; computers with modern standby have only the balanced plan.</returns>
    bool Activate(Guid plan);
}
