using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Planning;

/// <summary>What a profile would change on a computer: made without touching it.</summary>
/// <param name="Profile">What is wanted.</param>
/// <param name="Steps">The changes, in their order: the stack first, then adapter by adapter.</param>
/// <param name="Same">What is as it should be.</param>
/// <param name="PassedOver">What is left alone, and why.</param>
/// <param name="Findings">What was found besides.</param>
public sealed record TuningPlan(
    TuningProfile Profile,
    IReadOnlyList<PlannedStep> Steps,
    IReadOnlyList<SettingTarget> Same,
    IReadOnlyList<PassedOver> PassedOver,
    IReadOnlyList<Finding> Findings)
{
    /// <summary>Adapters that must be restarted before all of it holds, each once.</summary>
    public IReadOnlyList<AdapterFacts> Restarts { get; } =
        [.. Steps.Where(step => step.Wanted.Setting.Needs.HasFlag(SettingNeeds.AdapterRestart)).Select(step => step.Target.Adapter)
            .OfType<AdapterFacts>().Distinct()];

    /// <summary>Whether the computer must be restarted before all of it holds.</summary>
    public bool NeedsReboot { get; } = Steps.Any(step => step.Wanted.Setting.Needs.HasFlag(SettingNeeds.Reboot));
}
