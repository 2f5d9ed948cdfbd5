using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Service;
using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Ledger;
using Spectre.Console;

namespace Accelerator.Cli.Job;

/// <summary>Runs <c>ftpx job</c>.</summary>
internal sealed class JobCommandRunner(ProcessEnvironment environment, ServiceHost host)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid.</exception>
    public async Task<int> RunAsync(JobOptions options)
    {
        if (options.Verb == JobVerb.Init) return await new JobInitRunner(environment).RunAsync(options).ConfigureAwait(false);
        if (options.Verb == JobVerb.Validate) return await new JobFileCheck(environment, host).RunAsync(options).ConfigureAwait(false);
        var data = host.DataOf(options.Data, environment);
        try
        {
            var client = host.Client(data, environment.Time);
            return options.Verb switch
            {
                JobVerb.List => await ListAsync(new JobRecords(client, data, environment.Time), options).ConfigureAwait(false),
                JobVerb.Run => await PollAsync(client, options).ConfigureAwait(false),
                JobVerb.Pause => await PauseAsync(client, options).ConfigureAwait(false),
                JobVerb.Resume => await ResumeAsync(client, options).ConfigureAwait(false),
                JobVerb.History when options.Failures =>
                    await FailuresAsync(new JobRecords(client, data, environment.Time), options).ConfigureAwait(false),
                JobVerb.History => await HistoryAsync(new JobRecords(client, data, environment.Time), options).ConfigureAwait(false),
                JobVerb.Gaps => await new ProductCommands(environment, client).GapsAsync(options).ConfigureAwait(false),
                JobVerb.Outage => await new ProductCommands(environment, client).OutageAsync(options).ConfigureAwait(false),
                JobVerb.Skip => await SkipAsync(client, options).ConfigureAwait(false),
                _ => await RetryAsync(client, options).ConfigureAwait(false),
            };
        }
        catch (ControlException e)
        {
            return ServiceErrorText.Notify(environment, e, host, options.Data);
        }
    }

    private async Task<int> ListAsync(JobRecords records, JobOptions options)
    {
        var jobs = await records.ListAsync().ConfigureAwait(false);
        var data = Data(options);
        Show(options, jobs, JobJson.Status, (all, terminal) => JobTables.Standing(all, environment.Time.GetUtcNow(), terminal),
            "There are no jobs.");
        foreach (var job in options.Json ? [] : jobs.Where(job => job.PausedSince is not null))
            Print(JobTables.Paused(job));
        foreach (var job in options.Json ? [] : jobs.Where(job => job.Sentence is not null))
            Print($"{job.Name}: {data.In(job.Sentence!)}");
        Say(records, options);
        return ExitCodes.Ok;
    }

    // A terminal would break the sentence inside words.
    private void Print(string sentence)
    {
        var width = environment.OpenOutTerminal()?.Profile.Width;
        foreach (var line in WordWrap.OfMessage(SafeText.Escape(sentence), width)) environment.Out.WriteLine(line);
    }

    private async Task<int> HistoryAsync(JobRecords records, JobOptions options)
    {
        var now = environment.Time.GetUtcNow();
        var query = new DeliveryQuery(options.Job, options.Before, options.Limit) { Name = options.Name, Since = options.Since?.At(now),
            Until = options.Until?.At(now) };
        Show(options, await records.HistoryAsync(query).ConfigureAwait(false), JobJson.Delivery, JobTables.History,
            query with { Job = null, Most = 1 } == new DeliveryQuery(null, null, 1) ? "Nothing has been delivered yet."
                : "No delivered file matches.");
        Say(records, options);
        return ExitCodes.Ok;
    }

    private async Task<int> FailuresAsync(JobRecords records, JobOptions options)
    {
        var data = Data(options);
        Show(options, await records.QuarantinedAsync(options.Job, options.Limit).ConfigureAwait(false), JobJson.Quarantined,
            (all, _) => JobTables.Quarantined([.. all.Select(file => file with { Error = data.In(file.Error) })]),
            "No file failed, is quarantined or is lost.");
        Say(records, options);
        return ExitCodes.Ok;
    }

    private async Task<int> PollAsync(ControlClient client, JobOptions options)
    {
        var answer = await ServiceAnswer.AskAsync(
            client, "job.run", ("job", options.Job), ("dry", options.IsDry ? "true" : "false")).ConfigureAwait(false);
        var data = Data(options);
        var (folders, files, more) = (answer.Of("folder", ControlJson.Default.PolledFolder),
            answer.Of("file", ControlJson.Default.HeldFile), answer.Of("more", ControlJson.Default.Int64).Sum());
        Show(options, folders, folder => JobJson.Folder(options.Job!, folder), static (all, _) => JobTables.Polled(all),
            "The job has no folder to poll.");
        if (options.Json)
        {
            foreach (var file in files) environment.Out.WriteLine(JobJson.File(options.Job!, file));
            if (more > 0) environment.Out.WriteLine(JobJson.More(options.Job!, more));
        }
        else
        {
            foreach (var folder in folders.Where(folder => folder.Note is not null))
                environment.Out.WriteLine(SafeText.Escape(data.In($"{folder.Folder}: {folder.Note}")));
            if (options.IsDry) ShowHeld(files, more);
        }
        environment.Messages.Notes(answer.Of("note", ControlJson.Default.String).Select(data.In));
        var problems = folders.Where(folder => folder.Problem is not null)
            .Select(folder => data.In($"{folder.Folder}: {folder.Problem}")).ToList();
        environment.Messages.Errors(problems);
        return problems.Count == 0 ? ExitCodes.Ok : ExitCodes.Service;
    }

    private void ShowHeld(IReadOnlyList<HeldFile> files, long more)
    {
        environment.Out.WriteLine();
        if (files.Count > 0) JobTables.Held(files).Show(environment.OpenOutTerminal(), environment.Out);
        if (more > 0) environment.Out.WriteLine($"and {Format.Number(more)} more.");
        environment.Out.WriteLine(files.Count > 0
            ? "This was a dry run: nothing was written." : "No file is waiting to be delivered. This was a dry run: nothing was written.");
    }

    private async Task<int> PauseAsync(ControlClient client, JobOptions options)
    {
        await ServiceAnswer.AskAsync(client, "job.pause", ("job", options.Job), ("reason", options.Reason)).ConfigureAwait(false);
        environment.Out.WriteLine(
            SafeText.Escape($"{options.Job} is paused, and stays paused when the service restarts. Files in progress are completed. "
                + Data(options).In($"To continue, run: ftpx job resume {options.Job}")));
        return ExitCodes.Ok;
    }

    private async Task<int> ResumeAsync(ControlClient client, JobOptions options)
    {
        var answer = await ServiceAnswer.AskAsync(client, "job.resume", ("job", options.Job)).ConfigureAwait(false);
        environment.Out.WriteLine(
            SafeText.Escape(answer.Of("was_paused", ControlJson.Default.Boolean) is [true]
                ? $"{options.Job} is resumed." : $"{options.Job} was not paused."));
        return ExitCodes.Ok;
    }

    private async Task<int> RetryAsync(ControlClient client, JobOptions options)
    {
        var answer = await ServiceAnswer.AskAsync(client, "job.retry", ("job", options.Job), ("name", options.File),
            ("effects", options.Effects ? "true" : null)).ConfigureAwait(false);
        var queued = answer.Of("queued", ControlJson.Default.Int64).Sum();
        if (options.Effects)
        {
            environment.Out.WriteLine(
                SafeText.Escape(queued == 0
                    ? $"{options.Job} has no failed commands or manifest lines."
                    : $"{(queued == 1 ? "1 command or manifest line" : $"{Format.Number(queued)} commands or manifest lines")} of "
                        + $"{options.Job} {(queued == 1 ? "is" : "are")} queued again."));
            return ExitCodes.Ok;
        }
        environment.Out.WriteLine(
            SafeText.Escape(queued == 0 ? $"{options.Job} has no failed or quarantined files."
                : $"{Format.Count(queued, "file")} of {options.Job} {(queued == 1 ? "is" : "are")} queued again, with all attempts."));
        return ExitCodes.Ok;
    }

    private async Task<int> SkipAsync(ControlClient client, JobOptions options)
    {
        var answer = await ServiceAnswer.AskAsync(
            client, "job.skip", ("job", options.Job), ("name", options.File), ("reason", options.Reason)).ConfigureAwait(false);
        var skipped = answer.Of("skipped", ControlJson.Default.Int64).Sum();
        var files = $"{Format.Count(skipped, "file")} of {options.Job} {(skipped == 1 ? "is" : "are")} skipped";
        environment.Out.WriteLine(SafeText.Escape($"{files}. "
            + "A skipped file is delivered only after it changes on the server. To deliver it anyway, run: "
            + Data(options).In($"ftpx job retry {options.Job} ") + Word(options.File!)));
        return ExitCodes.Ok;
    }

    private void Say(JobRecords records, JobOptions options)
    {
        foreach (var warning in records.Warnings) environment.Messages.Warn(Data(options).In(warning));
        environment.Messages.Notes(records.Notes.Select(Data(options).In));
    }

    private DataOption Data(JobOptions options) => DataOption.Of(options.Data, host, environment);

    private string Word(string typed) => CommandText.Quote(typed, environment.IsWindows);

    private void Show<T>(JobOptions options, IReadOnlyList<T> all, Func<T, string> line,
        Func<IReadOnlyList<T>, IAnsiConsole?, TextTable> table, string none)
    {
        if (options.Json)
        {
            foreach (var one in all) environment.Out.WriteLine(line(one));
            return;
        }
        if (all.Count == 0) environment.Out.WriteLine(none);
        else
        {
            var terminal = environment.OpenOutTerminal();
            table(all, terminal).Show(terminal, environment.Out);
        }
    }
}
