using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Running;

/// <summary>
/// Carries a plan out: journals before it writes, reads every value back, and undoes all of it at the first that is not as it should be.
/// </summary>
/// <param name="store">Where settings are read and written.</param>
/// <param name="shelf">Where journals are kept.</param>
/// <param name="computer">This computer's name.</param>
/// <param name="time">Names the journals.</param>
public sealed class TuningRunner(ISettingStore store, IJournalShelf shelf, string computer, TimeProvider time)
{
    /// <summary>Makes the changes of a plan, all or none.</summary>
    /// <exception cref="IOException">The journal could not be written; nothing was changed.</exception>
    public async Task<TuningOutcome> ApplyAsync(TuningPlan plan, CancellationToken cancellationToken)
    {
        var id = $"{time.GetUtcNow():yyyyMMdd'T'HHmmssfff'Z'}-{plan.Profile.Id}";
        var journal = new TuningJournal(id, plan.Profile.Id, computer,
            [.. plan.Steps.Select(step => new JournalStep(step.Target.ToString(), PriorValue.Of(step.Now), step.Value, StepState.Planned))]);
        shelf.Save(journal);
        for (var i = 0; i < plan.Steps.Count; i++)
        {
            shelf.Save(journal = journal.With(i, StepState.Writing));
            if (await TryAsync(plan.Steps[i], cancellationToken).ConfigureAwait(false) is { } problem)
                return await UndoAsync(journal, step => plan.Steps[step].Target, force: true, [problem]).ConfigureAwait(false);
            shelf.Save(journal = journal.With(i, plan.Steps[i].Target.Setting.Place is UnreadPlace ? StepState.Unverified : StepState.Verified));
        }
        return new TuningOutcome(journal, []);
    }

    /// <summary>Sets back what a journal has changed, the last change first. What somebody else has changed since is left, unless forced.</summary>
    /// <param name="journal">The journal.</param>
    /// <param name="host">This computer's adapters.</param>
    /// <param name="force">Whether values that are no longer what was written are overwritten too.</param>
    public async Task<TuningOutcome> RollBackAsync(TuningJournal journal, HostFacts host, bool force)
    {
        if (journal.Computer != computer) return new TuningOutcome(journal, [$"{journal.Id} is of the computer {journal.Computer}, and this is {computer}."]);
        return await UndoAsync(journal, i => Find(journal.Steps[i].Target, host), force, []).ConfigureAwait(false);
    }

    private async Task<string?> TryAsync(PlannedStep step, CancellationToken cancellationToken)
    {
        try
        {
            await store.WriteAsync(step.Target, step.Value, cancellationToken).ConfigureAwait(false);
            if (step.Target.Setting.Place is UnreadPlace) return null;
            var now = await store.ReadBackAsync(step.Target, cancellationToken).ConfigureAwait(false);
            return now is KnownReading known && known.Text == step.Value ? null : $"{step.Target}: {step.Value} was written and {now} was read back: not verified.";
        }
        catch (SettingWriteException e)
        {
            return e.Message;
        }
        catch (OperationCanceledException)
        {
            return $"{step.Target}: stopped.";
        }
    }

    // Nothing stops the way back: half a profile is worse than none.
    private async Task<TuningOutcome> UndoAsync(TuningJournal journal, Func<int, SettingTarget?> find, bool force, List<string> problems)
    {
        for (var i = journal.Steps.Count - 1; i >= 0; i--)
        {
            var step = journal.Steps[i];
            if (step.State is StepState.Planned or StepState.Restored) continue;
            var problem = find(i) is { } target ? await RestoreAsync(target, step, force).ConfigureAwait(false) : $"{step.Target} is not there any more.";
            if (problem is not null) problems.Add(problem);
            shelf.Save(journal = journal.With(i, problem is null ? StepState.Restored : StepState.NotRestored));
        }
        return new TuningOutcome(journal, problems);
    }

    private async Task<string?> RestoreAsync(SettingTarget target, JournalStep step, bool force)
    {
        try
        {
            var isRead = target.Setting.Place is not UnreadPlace;
            var now = await store.ReadAsync(target, CancellationToken.None).ConfigureAwait(false);
            if (isRead && step.Before.IsIn(now)) return null;
            if (isRead && !force && !(now is KnownReading known && known.Text == step.After))
                return $"{target} is {now} now, not {step.After}: somebody has changed it since. Use --force to set it back to {step.Before} all the same.";
            await store.WriteAsync(target, step.Before.Value, CancellationToken.None).ConfigureAwait(false);
            now = await store.ReadBackAsync(target, CancellationToken.None).ConfigureAwait(false);
            return !isRead || step.Before.IsIn(now) ? null : $"{target} was to be set back to {step.Before}, and {now} was read back. Set it by hand.";
        }
        catch (SettingWriteException e)
        {
            return e.Message;
        }
    }

    private static SettingTarget? Find(string name, HostFacts host) =>
        SettingCatalogue.Find(name.Split('@')[0]) is { } setting ? SettingTarget.Of(setting, host).FirstOrDefault(target => target.ToString() == name) : null;
}
