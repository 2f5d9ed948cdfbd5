using Accelerator.Cli.Output;
using Accelerator.Cli.Report;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary><c>ftpx get</c>'s work: request, view, run, exit code.</summary>
internal sealed class GetRunner(Surroundings surroundings, TransferCalls calls)
{
    private static readonly TimeSpan LongestFarewell = TimeSpan.FromMilliseconds(200);

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="UsageException">The words make no request; nothing has touched the network.</exception>
    public async Task<int> RunAsync(GetOptions options)
    {
        // Everything that can be wrong with the words is found before the first packet, and before Ctrl-C is ours.
        var request = await RequestAsync(options).ConfigureAwait(false);
        using var trace = options.Trace is { } path ? TraceFile.Open(Full(path), surroundings.Time) : null;
        using var log = options.LogFile is { } file ? LogFile.Open(Full(file)) : null;
        var report = options.Report is { } page ? Full(page) : null;
        if (report is not null) ReportFile.Check(report, request.Items.Select(item => item.TargetPath));
        if (trace is not null) request = request with { Trace = trace.Write };
        try
        {
            return await RunAsync(options, request, log, report).ConfigureAwait(false);
        }
        catch (Exception e) when (log is not null)
        {
            log.Defect(e);
            throw;
        }
    }

    private async Task<int> RunAsync(GetOptions options, TransferRequest request, LogFile? log, string? report)
    {
        using var view = new GuardedView(OpenView(options));
        using var stop = new StopSwitch(() => view.Say("stopping; what has arrived is kept. Ctrl-C again ends at once."), code => ExitAtOnce(view, code));
        using var signals = surroundings.ListenForStop(stop);
        var recorder = report is null ? null : new RunRecorder(request, surroundings.Time.GetLocalNow());
        var events = new EventFan(view, [log, recorder], options.DryRun);
        ExitCode code;
        try
        {
            code = await RunAsync(options, request, view, events, stop).ConfigureAwait(false);
        }
        finally
        {
            // Of a run that failed or was stopped too: that is when it is wanted most.
            if (recorder is not null && await ReportFile.WriteAsync(report!, recorder, surroundings.Time).ConfigureAwait(false) is { } problem)
                view.Fail(problem);
        }

        // What was asked for on standard output is not there: a script must not take that for a success.
        return view.Failure is not null && code.Value == ExitCodes.Ok.Value ? ExitCodes.Disk : code;
    }

    private async Task<ExitCode> RunAsync(GetOptions options, TransferRequest request, GuardedView view, EventFan events, StopSwitch stop)
    {
        foreach (var sentence in new RenameNotices(request, surroundings.NameRules).Sentences())
            events.Report(new TransferEvent.Notice(NoticeKind.Renamed, sentence));
        try
        {
            if (options.DryRun)
            {
                foreach (var plan in await calls.Plan(request, events, stop.Token).ConfigureAwait(false)) view.ShowPlan(plan);
                return ExitCodes.For(events.Finished);
            }

            using var awake = KeepAwake.For("ftpx is fetching files.");
            var result = await calls.Run(request, events, stop.Token).ConfigureAwait(false);
            if (ResumeHint.For(options, result, surroundings.IsWindows) is { } hint) view.Say(hint);
            return ExitCodes.For(result.Files);
        }
        catch (TransferException e)
        {
            view.Fail(SafeText.Escape(e.Message));
            return ExitCodes.For(e.Kind);
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            view.Say("stopped.");
            return ExitCodes.Cancelled;
        }
    }

    // Screen and taskbar are given back first, except by a terminal that is held (Ctrl-S, a selection with the mouse): nobody waits for that.
    private void ExitAtOnce(GuardedView view, int code)
    {
        Task.Run(view.Dispose).Wait(LongestFarewell);
        surroundings.ExitNow(code);
    }

    private async Task<TransferRequest> RequestAsync(GetOptions options)
    {
        var request = new GetRequest(options, surroundings, Warn(options));
        if (options.NoSiteMemory || SiteRunner.OpenMemory(surroundings) is not { } memory) return request.Build();
        var wishes = await SiteWishes.ReadAsync(memory, options, request.Sites(), Warn(options)).ConfigureAwait(false);
        return request.Build(wishes) with { Sites = memory };
    }

    private ITransferView OpenView(GetOptions options)
    {
        if (options.Json) return new JsonView(surroundings.Out, surroundings.Err, progress: !options.Quiet, options.Detail);
        if (!options.Quiet && surroundings.OpenTerminal() is { } terminal)
            return new TerminalView(terminal, surroundings.Out, surroundings.Time, options.Detail, TaskbarProgress.For(surroundings.Variable, surroundings.IsWindows));
        return new PlainView(surroundings.Out, surroundings.Err, surroundings.Time, options.Quiet, options.Detail);
    }

    private Action<string> Warn(GetOptions options) => sentence =>
    {
        if (!options.Quiet) surroundings.Err.WriteLine($"ftpx: {sentence}");
    };

    private string Full(string path)
    {
        if (path.Length > 0) return Path.GetFullPath(path, surroundings.Folder);
        throw new UsageException("The name of the trace, log or report file is empty.");
    }
}
