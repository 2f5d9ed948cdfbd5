using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;

namespace Accelerator.Cli.Tune;

/// <summary><c>ftpx tune</c>'s work.</summary>
/// <param name="surroundings">The process.</param>
/// <param name="open">Opens the computer; null where it does not run Windows.</param>
internal sealed class TuneRunner(Surroundings surroundings, Func<TuneHost?> open)
{
    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no sense here.</exception>
    public async Task<int> RunAsync(TuneOptions options)
    {
        if (options.Verb == TuneVerb.List) return List(options);
        var host = open() ?? throw new UsageException("ftpx tune knows the settings of Windows and Linux, and this is neither. ftpx tune list shows what there is to set, docs/tuning.md explains it.");
        if (host.Facts.Platform == HostPlatform.Linux && options.Verb is TuneVerb.Apply or TuneVerb.Rollback && !options.WhatIf)
            throw new UsageException("ftpx tune changes settings of Windows only; on Linux it reads and advises. ftpx tune diff PROFILE shows what to change, and ftpx tune export PROFILE --format sh prints the commands.");
        try
        {
            return options.Verb switch
            {
                TuneVerb.Show => await ShowAsync(options, host).ConfigureAwait(false),
                TuneVerb.History => History(options, host),
                TuneVerb.Rollback => await RollBackAsync(options, host).ConfigureAwait(false),
                _ => await ApplyAsync(options, host).ConfigureAwait(false),
            };
        }
        catch (FormatException e)
        {
            throw new UsageException(e.Message);
        }
    }

    private int List(TuneOptions options)
    {
        if (!options.Json) Show([TuneText.Catalogue()]);
        else Print(SettingCatalogue.All.Select(TuneJson.Setting));
        return ExitCodes.Ok;
    }

    private async Task<int> ShowAsync(TuneOptions options, TuneHost host)
    {
        var snapshot = await ReadAsync(host).ConfigureAwait(false);
        if (!options.Json) Show([TuneText.State(snapshot)]);
        else Print(SettingCatalogue.All.SelectMany(setting => SettingTarget.Of(setting, host.Facts)).Select(target => TuneJson.State(target, snapshot[target])));
        return ExitCodes.Ok;
    }

    private int History(TuneOptions options, TuneHost host)
    {
        var journals = host.Shelf.Load();
        if (options.Json) Print(journals.Select(TuneJson.Journal));
        else if (journals.Count == 0) surroundings.Out.WriteLine("Nothing was changed by ftpx tune on this computer.");
        else Show([TuneText.History(journals)]);
        return ExitCodes.Ok;
    }

    private async Task<int> ApplyAsync(TuneOptions options, TuneHost host)
    {
        var profile = Read(options.Profile!);
        var plan = TuningPlanner.Make(profile, await ReadAsync(host).ConfigureAwait(false));
        if (options.Json) Print([.. plan.Steps.Select(TuneJson.Step), .. plan.PassedOver.Select(TuneJson.Left), .. plan.Findings.Select(TuneJson.Found)]);
        else
        {
            Show(TuneText.Plan(plan));
            surroundings.Out.WriteLine(TuneText.Sum(plan));
        }
        if (options.Verb == TuneVerb.Diff || options.WhatIf || plan.Steps.Count == 0) return ExitCodes.Ok;
        if (!host.IsElevated) return Refuse();
        if (!MayGoOn(options, "Change this computer so?")) return ExitCodes.Usage;
        return Told(await Runner(host).ApplyAsync(plan, CancellationToken.None).ConfigureAwait(false), options,
            journal => $"Changed and verified. ftpx tune rollback {journal.Id} sets it back.",
            "Nothing is changed: what had been written was set back.");
    }

    private async Task<int> RollBackAsync(TuneOptions options, TuneHost host)
    {
        var journals = host.Shelf.Load();
        var journal = options.Id is { } id
            ? journals.FirstOrDefault(journal => journal.Id == id) ?? throw new UsageException($"There is no tuning \"{SafeText.Escape(id)}\". ftpx tune history lists them.")
            : journals.LastOrDefault(journal => journal.IsInForce) ?? throw new UsageException("Nothing that ftpx tune has changed is in force.");
        if (!host.IsElevated) return Refuse();
        if (!MayGoOn(options, $"Set back {Format.Count(journal.Steps.Count, "change")} of {journal.Id}?")) return ExitCodes.Usage;
        return Told(await Runner(host).RollBackAsync(journal, host.Facts, options.Force).ConfigureAwait(false), options, done => $"{done.Id} is set back.", "Not all of it is set back.");
    }

    private int Told(TuningOutcome outcome, TuneOptions options, Func<TuningJournal, string> done, string undone)
    {
        if (options.Json) Print([TuneJson.Outcome(outcome)]);
        else if (outcome.IsDone) surroundings.Out.WriteLine(done(outcome.Journal));
        foreach (var problem in outcome.Problems) surroundings.Err.WriteLine($"ftpx: {SafeText.Escape(problem)}");
        if (!outcome.IsDone) surroundings.Err.WriteLine(outcome.Journal.Steps.Any(step => step.State == StepState.NotRestored) ? "ftpx: Not all of it is set back; ftpx tune history lists it." : $"ftpx: {undone}");
        return outcome.IsDone ? ExitCodes.Ok : ExitCodes.Failed;
    }

    private int Refuse()
    {
        surroundings.Err.WriteLine("ftpx: this changes settings of the whole computer, and this terminal may not. Open one with \"Run as administrator\" and type the same command; nothing was changed.");
        return ExitCodes.Elevation;
    }

    private bool MayGoOn(TuneOptions options, string question)
    {
        if (options.Yes) return true;
        if (!surroundings.InIsTerminal) throw new UsageException("Nobody can be asked here: add --yes.");
        surroundings.Err.Write($"{question} [y/N] ");
        return surroundings.OpenIn().ReadLine() is "y" or "Y" or "yes";
    }

    private TuningProfile Read(string name)
    {
        if (!name.EndsWith(".json", StringComparison.OrdinalIgnoreCase)) return ProfileShelf.Read(name);
        try
        {
            return ProfileReader.Read(File.ReadAllBytes(Path.Combine(surroundings.Folder, name)), Path.GetFileName(name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The profile {SafeText.Escape(name)} cannot be read: {e.Message}");
        }
    }

    private TuningRunner Runner(TuneHost host) => new(host.Store, host.Shelf, host.Name, surroundings.Time);

    private static Task<HostSnapshot> ReadAsync(TuneHost host) => HostReader.ReadAsync(host.Facts, host.Store, CancellationToken.None);

    private void Show(IEnumerable<TextTable> tables)
    {
        var terminal = surroundings.OpenOutTerminal();
        foreach (var table in tables) table.Show(terminal, surroundings.Out);
    }

    private void Print(IEnumerable<string> lines)
    {
        foreach (var line in lines) surroundings.Out.WriteLine(line);
    }
}
