using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Running;

/// <summary>
/// Applies a plan: journals before it writes, reads every value back, and undoes all changes at the first that is not as expected.
/// </summary>
/// <param name="store">The settings.</param>
/// <param name="computer">This computer's name.</param>
/// <param name="time">The clock, which gives the journals their names.</param>
public sealed class TuningRunner(ISettingStore store, IJournalStore journals, string computer, TimeProvider time)
{
    /// <summary>Makes the changes of a plan, all or none.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="isOnTrial">
    /// Whether <see cref="FinishAsync"/> follows once the changes are confirmed. What the system reads only when it starts is written then,
    /// so that a restart in the meantime undoes everything.
    /// </param>
    /// <param name="cancellationToken">A token to cancel the operation; the changes made until then are undone.</param>
    /// <exception cref="IOException">The journal could not be written; nothing was changed.</exception>
    public async Task<TuningOutcome> ApplyAsync(TuningPlan plan, bool isOnTrial, CancellationToken cancellationToken)
    {
        var id = $"{time.GetUtcNow():yyyyMMdd'T'HHmmssfff'Z'}-{plan.Profile.Id}";
        var journal = new TuningJournal(id, plan.Profile.Id, computer,
            [.. plan.Steps.Select(step =>
                new JournalStep(step.Target.ToString(), PriorValue.Of(step.Now), step.Value, StepState.Planned))]);
        journals.Save(journal);
        for (var i = 0; i < plan.Steps.Count; i++)
        {
            var step = plan.Steps[i];
            if (isOnTrial && step.Target.Setting.Place is SettingPlace.BootFile) continue;
            journal = journal.With(i, StepState.Writing);
            var problem = TrySave(journal) ?? await TryAsync(step.Target, step.Value, cancellationToken).ConfigureAwait(false);
            if (problem is null)
                problem = TrySave(
                    journal = journal.With(
                        i, step.Target.Setting.Place is SettingPlace.Unread ? StepState.Unverified : StepState.Verified));
            if (problem is not null)
                return await UndoAsync(journal, step => plan.Steps[step].Target, force: true, [problem]).ConfigureAwait(false);
        }
        return new TuningOutcome(journal, []);
    }

    /// <summary>
    /// Rolls back the changes of a journal, the last change first. A value changed by others since then is left, unless forced.
    /// </summary>
    /// <param name="host">This computer's adapters.</param>
    /// <param name="force">Whether to overwrite values that are no longer the ones written.</param>
    public async Task<TuningOutcome> RollBackAsync(TuningJournal journal, HostFacts host, bool force)
    {
        if (journal.Computer != computer)
            return new TuningOutcome(
                journal, [$"{journal.Id} was made on the computer {journal.Computer}, and this is {computer}. Roll it back there."]);
        return await UndoAsync(journal, i => journal.Steps[i].Find(host), force, []).ConfigureAwait(false);
    }

    /// <summary>Writes what was left for the confirmation of a trial. If that fails, only this is undone.</summary>
    public async Task<TuningOutcome> FinishAsync(TuningJournal journal, HostFacts host)
    {
        for (var i = 0; i < journal.Steps.Count; i++)
        {
            if (journal.Steps[i] is not { State: StepState.Planned } step
                || step.Find(host) is not { Setting.Place: SettingPlace.BootFile } target)
                continue;
            journal = journal.With(i, StepState.Writing);
            var problem = TrySave(journal) ?? await TryAsync(target, step.After, CancellationToken.None).ConfigureAwait(false);
            problem ??= TrySave(journal = journal.With(i, StepState.Verified));
            if (problem is null) continue;
            var restored = await RestoreAsync(target, step, force: true).ConfigureAwait(false);
            TrySave(journal = journal.With(i, restored is null ? StepState.Restored : StepState.NotRestored));
            return new TuningOutcome(journal, restored is null ? [problem] : [problem, restored]);
        }
        return new TuningOutcome(journal, []);
    }

    /// <summary>Reads the verified values of a tuning again, for example after its adapters were restarted.</summary>
    /// <returns>One sentence for each value that differs from the one written.</returns>
    public async Task<IReadOnlyList<string>> CheckAsync(TuningJournal journal, HostFacts host, CancellationToken cancellationToken)
    {
        var problems = new List<string>();
        foreach (var step in journal.Steps.Where(step => step.State == StepState.Verified))
        {
            var now = step.Find(host) is { } target
                ? await store.ReadBackAsync(target, cancellationToken).ConfigureAwait(false) : new SettingReading.Unsupported();
            if (now.Value != step.After) problems.Add($"{step.Target} is {now} after the restart, not {step.After}.");
        }
        return problems;
    }

    private async Task<string?> TryAsync(SettingTarget target, string value, CancellationToken cancellationToken)
    {
        try
        {
            await store.WriteAsync(target, value, cancellationToken).ConfigureAwait(false);
            if (target.Setting.Place is SettingPlace.Unread) return null;
            var now = await store.ReadBackAsync(target, cancellationToken).ConfigureAwait(false);
            return now is SettingReading.Known known && known.Text == value
                ? null : $"{target}: {value} was written and {now} was read back: not verified.";
        }
        catch (SettingWriteException e)
        {
            return e.Message;
        }
        catch (OperationCanceledException)
        {
            return $"{target}: stopped.";
        }
        // Whatever the exception is, the values written before must not stay behind.
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return $"{target}: {e.Message}";
        }
    }

    // Continues after every failure and cannot be cancelled: half a profile is worse than none.
    private async Task<TuningOutcome> UndoAsync(TuningJournal journal, Func<int, SettingTarget?> find, bool force, List<string> problems)
    {
        string? unsaved = null;
        for (var i = journal.Steps.Count - 1; i >= 0; i--)
        {
            var step = journal.Steps[i];
            if (step.State is StepState.Planned or StepState.Restored) continue;
            var problem = find(i) is { } target
                ? await RestoreAsync(target, step, force).ConfigureAwait(false) : $"{step.Target} is not there any more.";
            if (problem is not null) problems.Add(problem);
            unsaved = TrySave(journal = journal.With(i, problem is null ? StepState.Restored : StepState.NotRestored));
        }
        if (unsaved is not null) problems.Add(unsaved);
        return new TuningOutcome(journal, problems);
    }

    private string? TrySave(TuningJournal journal)
    {
        try
        {
            journals.Save(journal);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"The journal could not be written: {e.Message}";
        }
    }

    private async Task<string?> RestoreAsync(SettingTarget target, JournalStep step, bool force)
    {
        // A journal is a file that may have been tampered with: write only values that are valid for the setting.
        if (step.Before.Value is { } before && !CodedText.CanBeSetBack(target.Setting.Values, before))
            return $"{target}: the journal says that it was \"{before}\", which is not possible. Set it by hand.";
        try
        {
            var isRead = target.Setting.Place is not SettingPlace.Unread;
            var now = await store.ReadAsync(target, CancellationToken.None).ConfigureAwait(false);
            if (isRead && step.Before.IsIn(now)) return null;
            if (isRead && !force && !(now is SettingReading.Known known && known.Text == step.After))
                return $"{target} is {now} now, not {step.After}: it was changed since. "
                    + $"To restore {step.Before} anyway, add --force.";
            await store.WriteAsync(target, step.Before.Value, CancellationToken.None).ConfigureAwait(false);
            now = await store.ReadBackAsync(target, CancellationToken.None).ConfigureAwait(false);
            return !isRead || step.Before.IsIn(now)
                ? null : $"{target} should have been restored to {step.Before}, but is {now}. Set it by hand.";
        }
        catch (SettingWriteException e)
        {
            return e.Message;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return $"{target}: {e.Message}";
        }
    }
}
