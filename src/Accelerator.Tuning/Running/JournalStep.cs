using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>One change as it is journalled.</summary>
/// <param name="Target">The target's name, as in <c>nic.rss@0001</c>.</param>
/// <param name="Before">What was there.</param>
/// <param name="After">What was written.</param>
/// <param name="State">How far it has come.</param>
public sealed record JournalStep(string Target, PriorValue Before, string After, StepState State)
{
    /// <summary>The setting and the adapter that it names; null where this computer has them no more.</summary>
    public SettingTarget? Find(HostFacts host) =>
        SettingCatalogue.Find(Target.Split('@')[0]) is { } setting
            ? SettingTarget.Of(setting, host).FirstOrDefault(target => target.ToString() == Target) : null;
}
