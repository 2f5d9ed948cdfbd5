using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>The changes that a profile would make to a computer; planning changes nothing.</summary>
/// <param name="Profile">The profile.</param>
/// <param name="Steps">The changes, in order: the stack first, then adapter by adapter.</param>
/// <param name="Same">The settings that already match the profile.</param>
/// <param name="PassedOver">The settings left unchanged, with the reasons.</param>
/// <param name="Findings">Other findings.</param>
public sealed record TuningPlan(
    TuningProfile Profile,
    IReadOnlyList<PlannedStep> Steps,
    IReadOnlyList<SettingTarget> Same,
    IReadOnlyList<PassedOver> PassedOver,
    IReadOnlyList<Finding> Findings)
{
    /// <summary>The adapters that must be restarted before all changes take effect, each once.</summary>
    public IReadOnlyList<AdapterFacts> Restarts { get; } =
        [.. Steps.Where(step => step.Wanted.Setting.Needs.HasFlag(SettingNeeds.AdapterRestart)).Select(step => step.Target.Adapter)
            .OfType<AdapterFacts>().Distinct()];

    /// <summary>The adapters whose links the changes may interrupt when they are made, each once.</summary>
    public IReadOnlyList<AdapterFacts> Interruptions { get; } =
        [.. Steps.Where(step => step.Wanted.Setting.Needs.HasFlag(SettingNeeds.LinkInterruption)).Select(step => step.Target.Adapter)
            .OfType<AdapterFacts>().Distinct()];

    /// <summary>Whether the computer must be restarted before all changes take effect.</summary>
    public bool NeedsReboot { get; } = Steps.Any(step => step.Wanted.Setting.Needs.HasFlag(SettingNeeds.Reboot));
}
