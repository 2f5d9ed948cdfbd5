using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>The changes of one tuning with the earlier values: written before anything is changed, and after each step.</summary>
/// <param name="Id">The name of the tuning, which sorts by time: <c>20261120T221500Z-server-wan</c>.</param>
/// <param name="Profile">The profile's name.</param>
/// <param name="Computer">The computer's name: a journal of another computer is not rolled back here.</param>
/// <param name="Steps">The changes, in the order they were made.</param>
public sealed record TuningJournal(string Id, string Profile, string Computer, IReadOnlyList<JournalStep> Steps)
{
    /// <summary>When the tuning is rolled back automatically unless it is confirmed; null if no confirmation is pending.</summary>
    public DateTimeOffset? ConfirmBy { get; init; }

    /// <summary>Whether any of the changes may still be in force.</summary>
    public bool IsInForce =>
        Steps.Any(step => step.State is StepState.Writing or StepState.Verified or StepState.Unverified or StepState.NotRestored);

    /// <summary>Returns the adapters whose drivers read the changes when restarted, as far as the computer still has them.</summary>
    public IReadOnlyList<AdapterFacts> AdaptersOf(HostFacts host) =>
        [.. host.Adapters.Where(adapter =>
            Steps.Any(step => step.State != StepState.Planned && step.Find(host) is { } target && target.Adapter == adapter
                && target.Setting.Needs.HasFlag(SettingNeeds.AdapterRestart)))];

    /// <summary>Returns the journal with a new state of one step.</summary>
    public TuningJournal With(int index, StepState state) =>
        this with { Steps = [.. Steps.Select((step, i) => i == index ? step with { State = state } : step)] };
}
