using System.Globalization;
using System.Threading.Channels;
using Accelerator.Base.Running;
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
    private readonly IReadOnlyList<FileCommand> _commands;
    private readonly ProcessEnvironment _environment;
    private readonly ITransferView _view;
    private readonly LogFile? _log;
    private readonly CancellationToken _stop;
    private readonly Task _running;
    private int _failed;
    private int _skipped;

    /// <summary>Starts to wait for files.</summary>
    /// <param name="options">The commands, as typed.</param>
    /// <param name="commands">The commands, with their programs.</param>
    /// <param name="environment">The process environment.</param>
    /// <param name="view">Receives the output of the commands, and what fails.</param>
    /// <param name="log">Receives what fails; null for none.</param>
    /// <param name="stop">Ends the running command; no further one is started.</param>
    public FileCommands(
        FileCommandOptions options, IReadOnlyList<FileCommand> commands, ProcessEnvironment environment, ITransferView view,
        LogFile? log, CancellationToken stop)
    {
        (_options, _commands, _environment, _view, _log, _stop) = (options, commands, environment, view, log, stop);
        foreach (var doubt in options.Doubts()) _view.Report(new TransferEvent.Notice(NoticeKind.Other, doubt));
        _running = Task.Run(RunAllAsync, CancellationToken.None);
    }

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        if (value is TransferEvent.Finished(var file) && CommandOf(file) is not null) _files.Writer.TryWrite(file);
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

    private FileCommand? CommandOf(FileResult file) => file switch
    {
        { Failure: null, WasThere: false } => _commands.FirstOrDefault(one => one.Option == FileCommandOptions.OfComplete),
        // A file that the user stopped has not failed.
        { Failure: not (null or FailureKind.Cancelled) } => _commands.FirstOrDefault(one => one.Option == FileCommandOptions.OfError),
        _ => null,
    };

    private async Task RunAllAsync()
    {
        await foreach (var file in _files.Reader.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            var command = CommandOf(file)!;
            if (_stop.IsCancellationRequested || _unusable.Contains(command.Option)) _skipped++;
            else if (await TryAsync(command, file).ConfigureAwait(false) is { } problem) Fail($"{command.Option}: {problem}");
        }
    }

    private void Fail(string sentence)
    {
        _log?.Note(sentence);
        if (++_failed <= MostFailures) _view.Fail(sentence);
    }

    private async Task<string?> TryAsync(FileCommand command, FileResult file)
    {
        var path = file.TargetPath.Length > 0 ? file.TargetPath : file.Source;
        var name = SafeText.Escape(path);
        var run = new ProgramRun(
            command.Program, command.Line is { } line ? ["-c", line] : command.Arguments.Select(argument => Fill(argument, file)))
        {
            // cmd takes the text after /c literally; with /s it removes the outer quotation marks and no others.
            Literal = command.Line is not null && _environment.IsWindows ? $"/d /s /c \"{command.Line}\"" : null,
            Folder = _environment.Folder,
            Limit = _options.Timeout,
            MostOutput = MostOutput,
        };
        foreach (var (variable, value) in Variables(file)) run.Variables[variable] = value;
        try
        {
            var end = await run.RunAsync(_stop).ConfigureAwait(false);
            foreach (var said in CommandReport.Lines(end.Output)) _view.Say($"{SafeText.Escape(Path.GetFileName(path))}: {said}");
            return CommandReport.Problem(command.Program, end, name, _stop.IsCancellationRequested ? "because ftpx was stopped" : null,
                $"it ran for {_options.Timeout.TotalSeconds:0.#} s, the limit of --command-timeout");
        }
        catch (ProgramException e)
        {
            // It would fail for each of a thousand files.
            _unusable.Add(command.Option);
            return $"{SafeText.Escape(e.Message)} It is not tried again in this run. {name} stays as it is.";
        }
    }

    // After the command was split: each word is one argument, whatever the file's name contains.
    private static string Fill(string argument, FileResult file) => FileCommandOptions.Marks.Fill(argument, mark => mark switch
    {
        "path" => file.TargetPath,
        "name" => Path.GetFileName(file.TargetPath),
        _ => file.Source,
    });

    // cmd replaces "%FTPX_URL%" before it looks for commands: a quotation mark of the server would end the quotation. A path of Windows
    // has none.
    private Dictionary<string, string?> Variables(FileResult file) => new()
    {
        [FileVariables.File] = file.TargetPath,
        [FileVariables.Bytes] = file.Size.ToString(CultureInfo.InvariantCulture),
        [FileVariables.Sha256] = file.Sha256,
        [FileVariables.Url] = _environment.IsWindows ? file.Source.Replace("\"", "%22", StringComparison.Ordinal) : file.Source,
        [FileVariables.Seconds] = file.Elapsed.TotalSeconds.ToString("0.000", CultureInfo.InvariantCulture),
        [FileVariables.Error] = file.Failure is null ? null : _environment.IsWindows ? file.Message.Replace('"', '\'') : file.Message,
        [FileVariables.ExitCode] = ExitCodes.For(file).Value.ToString(CultureInfo.InvariantCulture),
    };
}
