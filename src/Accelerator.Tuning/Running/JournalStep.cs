using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>One journaled change.</summary>
/// <param name="Target">The target's name, as in <c>nic.rss@0001</c>.</param>
/// <param name="Before">The value before the change.</param>
/// <param name="After">The value written.</param>
/// <param name="State">The progress of the change.</param>
public sealed record JournalStep(string Target, PriorValue Before, string After, StepState State)
{
    /// <summary>Returns the setting and adapter that it names; null if this computer no longer has them.</summary>
    public SettingTarget? Find(HostFacts host) =>
        SettingCatalogue.Find(Target.Split('@')[0]) is { } setting
            ? SettingTarget.Of(setting, host).FirstOrDefault(target => target.ToString() == Target) : null;
}
