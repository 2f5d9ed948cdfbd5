namespace Accelerator.Tuning.Machine;

/// <summary>Power plans by their GUIDs; their names are localised.</summary>
public interface IPowerPlans
{
    /// <summary>The active one; null where nobody says.</summary>
    Guid? Active();

    /// <summary>Makes one active.</summary>
    /// <returns>Whether the system took it; computers with modern standby know only balanced.</returns>
    bool Activate(Guid plan);
}
