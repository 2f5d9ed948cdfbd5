using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;
using Spectre.Console;

namespace Accelerator.Cli.Doctor;

/// <summary>Runs <c>ftpx doctor</c>: examine, judge, print. It changes nothing.</summary>
/// <param name="environment">The process environment.</param>
/// <param name="open">Opens the computer; null on systems other than Windows and Linux.</param>
/// <param name="bundleAsync">Writes the bundle of an exam; returns the exit code.</param>
internal sealed class DoctorRunner(ProcessEnvironment environment, Func<DoctorHost?> open,
    Func<Exam, IReadOnlyList<Advice>, DoctorHost, DoctorOptions, CancellationToken, Task<int>> bundleAsync)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid; nothing was measured.</exception>
    public async Task<int> RunAsync(DoctorOptions options)
    {
        var server = options.Address is { } address ? await ReadAsync(address, options).ConfigureAwait(false) : null;
        var folder = Path.GetFullPath(options.Folder is { Length: > 0 } named ? named : ".", environment.Folder);
        if (!Directory.Exists(folder))
            throw new UsageException(
                $"The folder {SafeText.Escape(folder)} does not exist: create it first, or choose another with --folder.");
        if (server is null && options.Bind.Count > 0)
            throw new UsageException(
                "--bind needs a server, for example: ftpx doctor ftp://host/ --bind eth1");
        if (server is null && options.Proxy is not null)
            throw new UsageException("--proxy needs a server, for example: ftpx doctor ftp://host/ --proxy socks5://gate:1080");
        var paths = BindOption.Find(options.Bind, environment).OfType<LocalPath>().ToList();
        if (options is { Bundle: null, Logs.Count: > 0 })
            throw new UsageException("--log adds a log to a support bundle: add --bundle FILE.");
        if (options is { Bundle: not null, Json: true }) throw new UsageException("--bundle and --json cannot be combined; the bundle "
            + "contains the JSON.");
        if (options.Bundle is { } bundle && File.Exists(Path.GetFullPath(bundle, environment.Folder)))
            throw new UsageException($"{SafeText.Escape(bundle)} exists already. Choose another name for the bundle.");
        var host = open() ?? throw new UsageException("ftpx doctor supports Windows and Linux only.");

        using var stop = new StopSwitch(() => Write(messages => messages.Note(StopSwitch.Notice)), environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        try
        {
            foreach (var line in DoctorText.Plan(server, folder, paths.Count)) Write(messages => messages.Note(line));
            var exam = await new Examination(host, environment.Time)
                .RunAsync(server, paths, options, folder, stop.Token).ConfigureAwait(false);
            var advice = AdvicePolicy.Judge(exam);
            var code = options.Bundle is not null
                ? await bundleAsync(exam, advice, host, options, stop.Token).ConfigureAwait(false) : Print(exam, advice, options.Json);
            return code == ExitCodes.Ok && HasFailed(exam) ? ExitCodes.Network : code;
        }
        catch (OperationCanceledException) when (stop.Pressed)
        {
            Write(messages => messages.Note("stopped."));
            return ExitCodes.Cancelled;
        }
    }

    private static bool HasFailed(Exam exam) =>
        exam.LocalPaths.Count > 0 ? exam.LocalPaths.All(path => path.Failure is not null) : exam.Path?.Failure is not null;

    private async Task<ExaminedServer> ReadAsync(string typed, DoctorOptions options)
    {
        var address = new ListedAddress(typed, null, "");
        var resolver = new AddressResolver(options, environment, sentence => Write(messages => messages.Warn(sentence)));
        await resolver.ReadSettingsAsync([address], onlyStoredProxy: true).ConfigureAwait(false);
        var url = resolver.Read(address);
        return new ExaminedServer(url.Endpoint, resolver.ProxyOf(url));
    }

    private int Print(Exam exam, IReadOnlyList<Advice> advice, bool json)
    {
        try
        {
            if (json)
            {
                foreach (var line in DoctorJson.Lines(exam, advice)) environment.Out.WriteLine(line);
                return ExitCodes.Ok;
            }
            var terminal = environment.OpenOutTerminal();
            var isFirst = true;
            foreach (var section in DoctorText.Page(exam, advice))
            {
                if (!isFirst) environment.Out.WriteLine();
                isFirst = false;
                environment.Out.WriteLine(section.Title);
                foreach (var line in section.Lines) environment.Out.WriteLine(line);
                if (section.Table is { } table) Show(table, terminal);
                foreach (var line in section.After) environment.Out.WriteLine(line);
            }
            return ExitCodes.Ok;
        }
        catch (IOException e)
        {
            Write(messages => messages.OutputFailed(e));
            return ExitCodes.Disk;
        }
    }

    // Plain columns have the same indentation as the lines of the page.
    private void Show(TextTable table, IAnsiConsole? terminal)
    {
        if (terminal is not null)
        {
            table.Show(terminal, environment.Out);
            return;
        }
        using var plain = new StringWriter();
        table.Show(null, plain);
        foreach (var line in plain.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries))
            environment.Out.WriteLine($"  {line.TrimEnd()}");
    }

    private void Write(Action<MessageWriter> write)
    {
        try
        {
            write(environment.Messages);
        }
        catch (IOException)
        {
            // The terminal is gone; the measurements are still wanted on standard output.
        }
    }
}
