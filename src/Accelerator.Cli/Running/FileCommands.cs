using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Threading.Channels;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs.Delivering;

namespace Accelerator.Cli.Running;

/// <summary>
/// Runs the commands of <c>--on-complete</c> and <c>--on-error</c>, one after another in the order in which the files end, beside the
/// downloads. A command that fails changes no file.
/// </summary>
internal sealed class FileCommands : IProgress<TransferEvent>, IAsyncDisposable
{
    private const int MostFailures = 10;
    private const int MostOutput = 2000;

    private readonly Channel<FileResult> _files = Channel.CreateUnbounded<FileResult>();
    private readonly HashSet<string> _unusable = [];
    private readonly FileCommandOptions _options;
    private readonly ProcessEnvironment _environment;
    private readonly ITransferView _view;
    private readonly LogFile? _log;
    private readonly CancellationToken _stop;
    private readonly Task _running;
    private int _failed;
    private int _skipped;

    /// <summary>Starts to wait for files.</summary>
    /// <param name="options">The commands.</param>
    /// <param name="environment">The process environment.</param>
    /// <param name="view">Receives the output of the commands, and what fails.</param>
    /// <param name="log">Receives what fails; null for none.</param>
    /// <param name="stop">Ends the running command; no further one is started.</param>
    public FileCommands(
        FileCommandOptions options, ProcessEnvironment environment, ITransferView view, LogFile? log, CancellationToken stop)
    {
        (_options, _environment, _view, _log, _stop) = (options, environment, view, log, stop);
        foreach (var doubt in options.Doubts()) _view.Report(new TransferEvent.Notice(NoticeKind.Other, doubt));
        _running = Task.Run(RunAllAsync, CancellationToken.None);
    }

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        if (value is TransferEvent.Finished(var file) && CommandOf(file).Command is not null) _files.Writer.TryWrite(file);
    }

    /// <summary>Waits for the commands of all files that have ended.</summary>
    /// <returns>Whether each of them ended with exit code 0.</returns>
    public async Task<bool> CompleteAsync()
    {
        if (_files.Writer.TryComplete())
        {
            await _running.ConfigureAwait(false);
            if (_failed > MostFailures)
                _view.Fail($"{Format.Count(_failed - MostFailures, "more command")} failed; --log-file has all of them.");
            if (_skipped > 0)
                _view.Fail($"The command was not run for {Format.Count(_skipped, "file")}"
                    + $"{(_stop.IsCancellationRequested ? ", because ftpx was stopped" : "")}. "
                    + "The same ftpx command does not run it for files that are in place.");
        }
        await _running.ConfigureAwait(false);
        return _failed + _skipped == 0;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await CompleteAsync().ConfigureAwait(false);

    private (string Option, string? Command) CommandOf(FileResult file) => file switch
    {
        { Failure: null, WasThere: false } => ("--on-complete", _options.OnComplete),
        // A file that the user stopped has not failed.
        { Failure: not (null or FailureKind.Cancelled) } => ("--on-error", _options.OnError),
        _ => ("", null),
    };

    private async Task RunAllAsync()
    {
        await foreach (var file in _files.Reader.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            var (option, command) = CommandOf(file);
            if (_stop.IsCancellationRequested || _unusable.Contains(option)) _skipped++;
            else if (await TryAsync(option, command!, file).ConfigureAwait(false) is { } problem) Fail($"{option}: {problem}");
        }
    }

    private void Fail(string sentence)
    {
        _log?.Note(sentence);
        if (++_failed <= MostFailures) _view.Fail(sentence);
    }

    private async Task<string?> TryAsync(string option, string command, FileResult file)
    {
        var start = Start(command, file);
        var name = file.TargetPath.Length > 0 ? file.TargetPath : file.Source;
        var run = new ProgramRun(start, _options.Timeout)
        {
            Output = new CappedText(MostOutput),
            LimitName = "the limit of --command-timeout",
        };
        foreach (var (variable, value) in Variables(file)) run.Variables[variable] = value;
        try
        {
            var problem = await run.RunAsync(SafeText.Escape(name), "ftpx was stopped", _stop).ConfigureAwait(false);
            foreach (var line in run.Output.Lines()) _view.Say($"{SafeText.Escape(Path.GetFileName(name))}: {line}");
            return problem;
        }
        catch (Exception e) when (e is Win32Exception or IOException or UnauthorizedAccessException or ArgumentException
            or InvalidOperationException)
        {
            // It would fail for each of a thousand files.
            _unusable.Add(option);
            // The message of .NET repeats the program and the folder before the system's reason.
            var reason = e is Win32Exception { NativeErrorCode: var code } ? new Win32Exception(code).Message : e.Message;
            return $"{SafeText.Escape(start.FileName)} cannot be started: {reason.TrimEnd('.')}. "
                + $"It is not tried again in this run. {SafeText.Escape(name)} stays as it is.";
        }
    }

    private ProcessStartInfo Start(string command, FileResult file)
    {
        ProcessStartInfo start;
        if (_options.Shell)
        {
            // cmd takes the text after /c literally; with /s it removes the outer quotation marks and no others.
            start = _environment.IsWindows
                ? new ProcessStartInfo(_environment.Variable("ComSpec") ?? "cmd.exe") { Arguments = $"/d /s /c \"{command}\"" }
                : new ProcessStartInfo("/bin/sh", ["-c", command]);
        }
        else
        {
            var words = FileCommandOptions.Split(command);
            start = new ProcessStartInfo(words[0], words.Skip(1).Select(word => Fill(word, file)));
        }
        start.WorkingDirectory = _environment.Folder;
        return start;
    }

    // After the command was split: each word is one argument, whatever the file's name contains.
    // All marks at once: a file may be named "{url}".
    private static string Fill(string word, FileResult file) => FileCommandOptions.Mark().Replace(word, mark => mark.Value switch
    {
        FileCommandOptions.PathMark => file.TargetPath,
        FileCommandOptions.NameMark => Path.GetFileName(file.TargetPath),
        FileCommandOptions.UrlMark => file.Source,
        var other => other,
    });

    private static Dictionary<string, string?> Variables(FileResult file) => new()
    {
        [FileVariables.File] = file.TargetPath,
        [FileVariables.Bytes] = file.Size.ToString(CultureInfo.InvariantCulture),
        [FileVariables.Sha256] = file.Sha256,
        [FileVariables.Url] = file.Source,
        [FileVariables.Seconds] = file.Elapsed.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture),
        [FileVariables.Error] = file.Failure is null ? null : file.Message,
        [FileVariables.ExitCode] = ExitCodes.For(file).Value.ToString(CultureInfo.InvariantCulture),
    };
}
