using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Running;

/// <summary>What one tuning has changed, and what was there before: written before anything is, and after each step.</summary>
/// <param name="Id">Its name, which sorts by time: <c>20261120T221500Z-server-wan</c>.</param>
/// <param name="Profile">The profile's name.</param>
/// <param name="Computer">The computer's name: a journal of another one is not undone here.</param>
/// <param name="Steps">The changes, in the order they were made.</param>
public sealed record TuningJournal(string Id, string Profile, string Computer, IReadOnlyList<JournalStep> Steps)
{
    /// <summary>When it is set back by itself unless somebody confirms it before; null where nothing is waited for.</summary>
    public DateTimeOffset? ConfirmBy { get; init; }

    /// <summary>Whether any of it may still be in force.</summary>
    public bool IsInForce =>
        Steps.Any(step => step.State is StepState.Writing or StepState.Verified or StepState.Unverified or StepState.NotRestored);

    /// <summary>The adapters whose drivers read what was changed when they are restarted, as far as the computer still has them.</summary>
    public IReadOnlyList<AdapterFacts> AdaptersOf(HostFacts host) =>
        [.. host.Adapters.Where(adapter =>
            Steps.Any(step => step.State != StepState.Planned && step.Find(host) is { } target && target.Adapter == adapter
                && target.Setting.Needs.HasFlag(SettingNeeds.AdapterRestart)))];

    /// <summary>The same, with one step come further.</summary>
    public TuningJournal With(int index, StepState state) =>
        this with { Steps = [.. Steps.Select((step, i) => i == index ? step with { State = state } : step)] };
}
