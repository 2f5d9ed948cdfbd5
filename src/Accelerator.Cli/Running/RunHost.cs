using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Output;
using Accelerator.Cli.Report;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>
/// The services that every fetching command has around its run: trace, log and report, the view, Ctrl-C, and the handling of engine
/// exceptions.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="options">The parsed options.</param>
internal sealed class RunHost(ProcessEnvironment environment, TransferOptions options)
{
    private const string LoginAdvice =
        "Check the user name and the password. They are taken from --user and --password-stdin, the URL, FTPX_USER and FTPX_PASSWORD, "
            + "ftpx credential or a netrc file, in this order; without any of these the login is anonymous.";

    private static readonly TimeSpan LongestFarewell = TimeSpan.FromMilliseconds(200);

    /// <summary>Runs the write of a message, where the rows of a view are not in its way. Default: runs it.</summary>
    public Action<Action> WriteAbove { get; init; } = static write => write();

    /// <summary>Writes a warning before a view exists, or while there is none.</summary>
    public void Warn(string sentence) => WriteUnlessQuiet(messages => messages.Warn(sentence));

    /// <summary>Writes lines that are not messages to standard error.</summary>
    public void WriteLines(IEnumerable<string> lines) => WriteUnlessQuiet(messages =>
    {
        foreach (var line in lines) messages.Line(line);
    });

    /// <summary>Writes an error; never suppressed.</summary>
    public void Fail(string sentence) => Write(messages => messages.Error(sentence));

    /// <summary>Reports a failure to write standard output, and returns its exit code.</summary>
    public ExitCode FailOutput(IOException e)
    {
        Write(messages => messages.OutputFailed(e));
        return ExitCodes.Disk;
    }

    /// <summary>Runs a command that prints its own lines, with trace and Ctrl-C, and returns the exit code.</summary>
    /// <param name="workAsync">The run; receives the trace, or null, and a cancellation token.</param>
    /// <param name="onFailure">Called after an engine failure was written to standard error.</param>
    /// <exception cref="UsageException">The trace cannot be written; nothing has been sent over the network.</exception>
    public async Task<int> RunPlainAsync(
        Func<Action<FtpTraceLine>?, CancellationToken, Task<ExitCode>> workAsync, Action<TransferException> onFailure)
    {
        using var trace = options.Trace is { Length: > 0 } file ? TraceFile.Open(Full(file), environment.Time, Fail) : null;
        using var stop = new StopSwitch(() => Note(StopSwitch.Notice), environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        try
        {
            var code = await workAsync(trace is null ? null : trace.Write, stop.Token).ConfigureAwait(false);
            if (code == ExitCodes.Login) AdviseLogin();
            return code;
        }
        catch (TransferException e)
        {
            Fail(e.Message);
            onFailure(e);
            if (e.Kind == FailureKind.Login) AdviseLogin();
            return ExitCodes.For(e.Kind);
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            Note("stopped.");
            return ExitCodes.Cancelled;
        }
    }

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <param name="source">The subject of the report if no file of the run can be named.</param>
    /// <param name="request">The request, for the report; it may have no items yet.</param>
    /// <param name="isShown">Selects the events to show.</param>
    /// <param name="workAsync">The run.</param>
    /// <param name="history">Receives the results, and writes them at the end of the run; null for none.</param>
    /// <param name="target">The folder that receives the files; null for those of the items.</param>
    /// <exception cref="UsageException">
    /// A command has no program, or trace, log or report cannot be written; nothing has been sent over the network.
    /// </exception>
    public async Task<int> RunAsync(
        string source, TransferRequest request, Func<TransferEvent, bool> isShown, Func<RunContext, Task<ExitCode>> workAsync,
        HistoryRecorder? history = null, string? target = null)
    {
        // Every error in the arguments is found before the first packet, and before Ctrl-C is handled here.
        var targets = request.Items.Select(item => Path.GetDirectoryName(item.TargetPath)).OfType<string>()
            .Where(Path.IsPathFullyQualified);
        var found = FileCommand.Find(options.Commands, environment, target is null ? targets : [target]);
        using var trace = options.Trace is { } path ? TraceFile.Open(Full(path), environment.Time, Fail) : null;
        using var log = options.LogFile is { } file ? LogFile.Open(Full(file), environment.Time, Fail) : null;
        var report = options.Report is { } page ? Full(page) : null;
        if (report is not null) ReportFile.Check(report, request.Items.Select(item => item.TargetPath));
        using var rates = options.LimitRate?.File is { } limits ? new RateFile(Full(limits), environment.Time) : null;
        using var deadline = RunDeadline.Of(options, environment.Time);
        var recorder = report is null ? null : new RunRecorder(request, environment.Time.GetLocalNow()) { Source = source };
        try
        {
            using var view = new GuardedView(OpenView());
            using var stop = new StopSwitch(
                () => view.Say(StopSwitch.Notice), code => ExitAtOnce(view, code), environment.Time);
            using var signals = environment.ListenForStop(stop);
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(stop.Token, deadline?.Token ?? CancellationToken.None);
            deadline?.Tell(view.Say, isKept: !options.IsToStandardOutput);
            rates?.Watch(view.Say);
            var commands = new FileCommands(options.Commands, found, environment, view, log, stop.Token);
            await using var last = commands.ConfigureAwait(false);
            var context = new RunContext(
                view, new EventFanOut(view, [log, recorder, history, commands], isShown), log, trace is null ? null : trace.Write,
                ending.Token)
            {
                History = history,
                RateLimitNow = rates is null ? null : rates.Now,
                EndAsync = code => EndAsync(code, stop, deadline, commands),
            };
            ExitCode code;
            string? notReported = null;
            try
            {
                code = await RunAsync(context, workAsync).ConfigureAwait(false);
            }
            finally
            {
                // Also write the report of a failed or stopped run: that is when it is needed most.
                if (recorder is not null)
                    notReported = await ReportFile.WriteAsync(report!, recorder, environment.Time).ConfigureAwait(false);
                if (notReported is not null) view.Fail(notReported);
                // The files are in place: a history that cannot be written changes no exit code.
                if (history?.Write() is { } notWritten) context.Events.Report(new TransferEvent.Notice(NoticeKind.Other, notWritten));
            }

            if (code == ExitCodes.Login && !options.Json) view.Say(LoginAdvice);
            if (view.Failure is OutputFailedException lost) FailOutput(lost);
            // The report or the output on standard output is missing: a script must not take that for a success.
            var isIncomplete = view.Failure is not null || notReported is not null;
            return isIncomplete && code.Value == ExitCodes.Ok.Value ? ExitCodes.Disk : code;
        }
        catch (Exception e) when (log is not null)
        {
            log.Defect(e);
            throw;
        }
    }

    private static async Task<ExitCode> RunAsync(RunContext context, Func<RunContext, Task<ExitCode>> workAsync)
    {
        try
        {
            return await workAsync(context).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            context.View.Fail(e.Message);
            return await context.EndAsync(ExitCodes.For(e.Kind)).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (context.Stop.IsCancellationRequested)
        {
            context.View.Say("stopped.");
            return await context.EndAsync(ExitCodes.Cancelled).ConfigureAwait(false);
        }
    }

    private static async Task<ExitCode> EndAsync(ExitCode code, StopSwitch stop, RunDeadline? deadline, FileCommands commands)
    {
        var isDone = await commands.CompleteAsync().ConfigureAwait(false);
        if (code == ExitCodes.Cancelled && deadline?.IsOver == true && !stop.Pressed) return ExitCodes.TimeLimit;
        return !isDone && code == ExitCodes.Ok ? ExitCodes.Command : code;
    }

    // Restore the screen and taskbar first, unless the terminal is blocked (Ctrl-S, a selection with the mouse): the exit does not wait for
    // that.
    private void ExitAtOnce(GuardedView view, int code)
    {
        Task.Run(view.Dispose).Wait(LongestFarewell);
        environment.ExitNow(code);
    }

    private ITransferView OpenView()
    {
        if (options.Json) return new JsonView(environment.Out, environment.Messages, progress: !options.Quiet, options.Detail);
        if (!options.Quiet && environment.OpenTerminal() is { } terminal)
            return new TerminalView(terminal, environment.Out, environment.Time, options.Detail,
                TaskbarProgress.For(environment.Variable, environment.IsWindows));
        return new PlainView(environment.Out, environment.Messages, environment.Time, options.Quiet, options.Detail);
    }

    private void AdviseLogin() => WriteUnlessQuiet(static messages => messages.Note(LoginAdvice));

    private void Note(string sentence) => Write(messages => messages.Note(sentence));

    private void WriteUnlessQuiet(Action<MessageWriter> write)
    {
        if (!options.Quiet) Write(write);
    }

    private void Write(Action<MessageWriter> write)
    {
        try
        {
            WriteAbove(() => write(environment.Messages));
        }
        catch (IOException)
        {
            // The terminal is gone; the result may still be wanted on standard output.
        }
    }

    private string Full(string path) => Path.GetFullPath(path, environment.Folder);
}
