using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;

namespace Accelerator.Cli.Tune;

/// <summary>Runs the commands of <c>ftpx tune</c> that change settings: apply, confirm, rollback.</summary>
internal sealed class TuneChanger(ProcessEnvironment environment, TuneHost host, TuneControl control)
{
    // Long enough to log in again from a remote place, short enough for a user who waits on the other side.
    private static readonly TimeSpan UsualTrial = TimeSpan.FromMinutes(5);

    private const string NotAllRestored = "Some settings could not be restored. To list them, run: ftpx tune history";

    private readonly TuningRunner _runner = new(host.Store, host.Journals, host.Name, environment.Time);
    private readonly PathCheck _check = new(control.EchoAsync, control.Links, environment.Time);
    private readonly TuningTrial _trial = new(host.Journals, control.Timer, control.Restarter, control.Links, environment.Time);

    /// <summary>Applies a plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="peer">The far end of the path to check; null for none.</param>
    /// <param name="options">The parsed options.</param>
    public async Task<int> ApplyAsync(TuningPlan plan, TunePeer? peer, TuneOptions options)
    {
        if (!host.IsElevated) return Refuse();
        if (!plan.Steps.Any(step => step.Wanted.OnPathOnly)) peer = null;
        if (peer is not null
            && await _check.BeforeAsync(peer.Address, peer.Link, CancellationToken.None).ConfigureAwait(false) is { } problem)
        {
            environment.Messages.Error($"{problem} Nothing was changed.");
            return ExitCodes.Network;
        }
        var restarts = options.RestartAdapters ? plan.Restarts : [];
        if (!MayGoOn(options, restarts.Count > 0 ? $"Apply these changes and restart {Names(restarts)}?"
            : plan.Interruptions.Count > 0 ? $"Apply these changes? The links of {Names(plan.Interruptions)} may be down for some seconds."
            : "Apply these changes?"))
            return ExitCodes.Usage;
        restarts = [.. restarts, .. plan.Interruptions];
        var isOnTrial = restarts.Count > 0 || options.ConfirmWithin is not null;
        var outcome = await _runner.ApplyAsync(plan, isOnTrial, CancellationToken.None).ConfigureAwait(false);
        if (!outcome.IsDone) return NotifyFailure(outcome, options, "Nothing was changed: the settings already written were restored.");
        if (!isOnTrial)
            return NotifySuccess(outcome, options,
                $"{TuneText.Done(outcome.Journal)} To undo it, run: ftpx tune rollback {outcome.Journal.Id}");
        return await TryOutAsync(outcome.Journal, restarts, peer, options).ConfigureAwait(false);
    }

    /// <summary>Keeps the settings that are on trial.</summary>
    public async Task<int> ConfirmAsync(TuneOptions options)
    {
        var journal = Find(options, journal => journal is { ConfirmBy: not null, IsInForce: true }, "No tuning is waiting for "
            + "confirmation.");
        if (journal.ConfirmBy is null) throw new UsageException($"{journal.Id} is not waiting for confirmation.");
        if (!host.IsElevated) return Refuse();
        if (!await _trial.ConfirmAsync(journal, CancellationToken.None).ConfigureAwait(false))
            environment.Messages.Warn(
                $"The scheduled task \"Accelerator {journal.Id}\" could not be removed. "
                    + "It will do nothing, because the tuning is confirmed.");
        var outcome = await _runner.FinishAsync(journal with { ConfirmBy = null }, host.Facts).ConfigureAwait(false);
        return outcome.IsDone ? NotifySuccess(outcome, options, $"{journal.Id} is kept. To undo it, run: ftpx tune rollback {journal.Id}")
            : NotifyFailure(outcome, options, $"{journal.Id} is kept until the computer restarts.");
    }

    /// <summary>Rolls back a tuning.</summary>
    public async Task<int> RollBackAsync(TuneOptions options)
    {
        var journal = Find(options, journal => journal.IsInForce, "There is no tuning to roll back.");
        if (options.UnlessConfirmed && journal.ConfirmBy is null)
            return NotifySuccess(new TuningOutcome(journal, []), options, $"{journal.Id} was confirmed and is kept.");
        if (!host.IsElevated) return Refuse();
        if (!MayGoOn(options, $"Roll back {Format.Count(journal.Steps.Count, "change")} of {journal.Id}?")) return ExitCodes.Usage;
        return await SetBackAsync(
            journal, options.RestartAdapters ? journal.AdaptersOf(host.Facts) : [], options, []).ConfigureAwait(false);
    }

    private async Task<int> TryOutAsync(
        TuningJournal journal, IReadOnlyList<AdapterFacts> restarts, TunePeer? peer, TuneOptions options)
    {
        try
        {
            journal = await _trial.BeginAsync(journal, options.ConfirmWithin ?? UsualTrial, CancellationToken.None).ConfigureAwait(false);
        }
        catch (SettingWriteException e)
        {
            return await SetBackAsync(journal, [], options, [e.Message]).ConfigureAwait(false);
        }
        var due = $"{journal.ConfirmBy:HH:mm:ss} UTC";
        environment.Messages.Note($"To keep the changes, run \"ftpx tune confirm\" before {due}. Otherwise they are rolled back then.");
        var problems = await _trial.RestartAsync(restarts, CancellationToken.None).ConfigureAwait(false);
        if (problems.Count == 0) problems = await _runner.CheckAsync(journal, host.Facts, CancellationToken.None).ConfigureAwait(false);
        if (problems.Count == 0 && peer is not null
            && await _check.AfterAsync(peer.Address, peer.Link, CancellationToken.None).ConfigureAwait(false) is { } problem)
            problems = [problem];
        if (problems.Count > 0) return await SetBackAsync(journal, restarts, options, problems).ConfigureAwait(false);
        var reached = peer is null ? "" : $" Packets of {_check.MtuOf(peer.Link)} bytes reach {peer.Name}.";
        return NotifySuccess(new TuningOutcome(journal, []), options,
            $"{TuneText.Done(journal)}{reached} It is rolled back at {due} unless it is confirmed.");
    }

    private async Task<int> SetBackAsync(
        TuningJournal journal, IReadOnlyList<AdapterFacts> restarts, TuneOptions options, IReadOnlyList<string> problems)
    {
        var outcome = await _runner.RollBackAsync(journal, host.Facts, options.Force || problems.Count > 0).ConfigureAwait(false);
        if (journal.ConfirmBy is not null && outcome.IsDone)
            await _trial.ConfirmAsync(outcome.Journal, CancellationToken.None).ConfigureAwait(false);
        var all = new TuningOutcome(outcome.Journal,
            [.. problems, .. outcome.Problems, .. await _trial.RestartAsync(restarts, CancellationToken.None).ConfigureAwait(false)]);
        return all.IsDone ? NotifySuccess(all, options, $"{journal.Id} is rolled back.")
            : NotifyFailure(all, options, outcome.IsDone ? "The changes were rolled back." : NotAllRestored);
    }

    private TuningJournal Find(TuneOptions options, Func<TuningJournal, bool> isMeant, string none)
    {
        var journals = host.Journals.Load();
        return options.Id is { } id
            ? journals.FirstOrDefault(journal => journal.Id == id)
                ?? throw new UsageException($"There is no tuning \"{SafeText.Escape(id)}\". To list them, run: ftpx tune history")
            : journals.LastOrDefault(isMeant) ?? throw new UsageException(none);
    }

    private int NotifySuccess(TuningOutcome outcome, TuneOptions options, string sentence)
    {
        environment.Out.WriteLine(options.Json ? TuneJson.Outcome(outcome) : sentence);
        return ExitCodes.Ok;
    }

    private int NotifyFailure(TuningOutcome outcome, TuneOptions options, string sentence)
    {
        if (options.Json) environment.Out.WriteLine(TuneJson.Outcome(outcome));
        environment.Messages.Errors(outcome.Problems);
        environment.Messages.Error(outcome.Journal.Steps.Any(step => step.State == StepState.NotRestored) ? NotAllRestored : sentence);
        return ExitCodes.Failed;
    }

    private int Refuse()
    {
        environment.Messages.Error("This command changes settings of the whole computer, which needs an administrator's rights: "
            + "nothing was changed. "
            + (host.Facts.Platform == HostPlatform.Linux ? "Run the command again with sudo."
                : "Open a terminal with \"Run as administrator\" and run the command again."));
        return ExitCodes.Elevation;
    }

    private bool MayGoOn(TuneOptions options, string question)
    {
        if (options.Yes) return true;
        if (!environment.InIsTerminal) throw new UsageException("This command asks before it changes anything, but standard input is "
            + "not a terminal. Add --yes.");
        environment.Messages.Prompt($"{question} [y/N] ");
        return environment.OpenIn().ReadLine() is "y" or "Y" or "yes";
    }

    private static string Names(IReadOnlyList<AdapterFacts> adapters) =>
        SafeText.Escape(string.Join(", ", adapters.Select(adapter => adapter.Name)));
}
