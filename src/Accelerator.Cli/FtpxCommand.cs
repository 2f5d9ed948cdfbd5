using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Cat;
using Accelerator.Cli.Completion;
using Accelerator.Cli.Diff;
using Accelerator.Cli.Doctor;
using Accelerator.Cli.Du;
using Accelerator.Cli.Find;
using Accelerator.Cli.Fxp;
using Accelerator.Cli.Gateway;
using Accelerator.Cli.Get;
using Accelerator.Cli.Help;
using Accelerator.Cli.History;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Job;
using Accelerator.Cli.Ls;
using Accelerator.Cli.Mirror;
using Accelerator.Cli.Probe;
using Accelerator.Cli.Running;
using Accelerator.Cli.Script;
using Accelerator.Cli.Selftest;
using Accelerator.Cli.Serve;
using Accelerator.Cli.Service;
using Accelerator.Cli.Site;
using Accelerator.Cli.Stat;
using Accelerator.Cli.Terminal;
using Accelerator.Cli.Tune;
using Accelerator.Engine.Probing;
using Accelerator.Ftp;

namespace Accelerator.Cli;

/// <summary>The complete command line: the table of commands, and the handling of invalid arguments.</summary>
internal static class FtpxCommand
{
    /// <summary>The option of every command that means the same as the variable NO_COLOR. Program.cs acts on it.</summary>
    public const string NoColor = "--no-color";

    /// <summary>Runs one command line and returns the exit code.</summary>
    /// <param name="words">The arguments as typed.</param>
    /// <param name="environment">The process environment.</param>
    /// <param name="commands">The commands; null for the program's own.</param>
    /// <param name="script">The runner of <c>ftpx ftp</c>, which parses its arguments itself; null for the program's own.</param>
    public static async Task<int> RunAsync(
        IReadOnlyList<string> words, ProcessEnvironment environment, IReadOnlyList<Command>? commands = null,
        Func<IReadOnlyList<string>, Task<int>>? script = null)
    {
        if (ScriptRunner.WordsFor(words, environment.CalledAs) is { } typed)
        {
            script ??= new ScriptRunner(environment, TransferCalls.Real(environment.Time)).RunAsync;
            return await GuardAsync(() => script(typed), words, environment).ConfigureAwait(false);
        }
        // No @file expansion: every argument is taken as typed. No signal handling in the parser: the run handles Ctrl-C itself.
        var root = Create(commands ?? CommandsFor(words, environment));
        if (CompletionCandidates.AreAskedFor(words))
            CompletionCandidates.Attach(root, await KnownServers.ReadAsync(environment).ConfigureAwait(false), environment.Interfaces());
        var parsed = root.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (CommandLineProblem.Find(parsed, words, environment) is { } problem)
        {
            environment.Messages.Error(problem);
            environment.Messages.Line($"Try: ftpx {CommandLineProblem.NameOf(parsed)}--help");
            return ExitCodes.Usage;
        }

        var invocation = new InvocationConfiguration
        {
            Output = environment.Out,
            Error = environment.Err,
            ProcessTerminationTimeout = null,
            EnableDefaultExceptionHandler = false,
        };
        return await GuardAsync(() => parsed.InvokeAsync(invocation, CancellationToken.None), words, environment).ConfigureAwait(false);
    }

    /// <summary>Returns the program's commands with the real engine, in the order of the help.</summary>
    public static IReadOnlyList<Command> Commands(ProcessEnvironment environment) => [.. Table(environment).Select(row => row.Create())];

    /// <summary>Returns each command's name, and what creates it with all its options.</summary>
    internal static IReadOnlyList<(string Name, Func<Command> Create)> Table(ProcessEnvironment environment) =>
    [
        ("get", () => new GetCommand(options => new GetRunner(environment, TransferCalls.Real(environment.Time)).RunAsync(options))),
        ("mirror", () => new MirrorCommand(options =>
            new MirrorCommandRunner(environment, MirrorCalls.Real(environment.Time)).RunAsync(options))),
        ("fxp", () => new FxpCommand(options => new FxpCommandRunner(environment, FxpCalls.Real(environment.Time)).RunAsync(options))),
        ("cat", () => new CatCommand(options => new CatRunner(environment, TransferCalls.Real(environment.Time)).RunAsync(options))),
        ("gateway", () => new GatewayCommand(options => new GatewayRunner(environment).RunAsync(options))),
        ("ls", () => new LsCommand(options => new LsRunner(environment).RunAsync(options))),
        ("stat", () => new StatCommand(options => new StatRunner(environment).RunAsync(options))),
        ("du", () => new DuCommand(options => new DuRunner(environment).RunAsync(options))),
        ("find", () => new FindCommand(options => new FindRunner(environment).RunAsync(options))),
        ("diff", () => new DiffCommand(options => new DiffRunner(environment, MirrorCalls.Real(environment.Time)).RunAsync(options))),
        // Listed for the help and for completion only: its arguments are never parsed here.
        ("ftp", () => new ScriptCommand()),
        ("probe", () => new ProbeCommand(options => options.History
            ? new MeasurementRunner(environment, ServiceHost.OfThisComputer(environment))
                .RunAsync(options.Data, options.Address, options.Since, options.Json)
            : new ProbeCommandRunner(environment, new ProbeRunner(environment.Time).RunAsync).RunAsync(options))),
        ("selftest", () => new SelftestCommand(options =>
            new SelftestRunner(environment, TransferCalls.Real(environment.Time), SelftestSizes.Default).RunAsync(options))),
        ("serve", () => new ServeCommand(options => new ServeRunner(environment).RunAsync(options))),
        ("site", () => new SiteCommand(options => new SiteRunner(environment).RunAsync(options))),
        ("history", () => new HistoryCommand(options => new HistoryRunner(environment).RunAsync(options))),
        ("tune", () => new TuneCommand(options => new TuneRunner(environment, TuneHost.OfThisComputer).RunAsync(options))),
        ("job", () => new JobCommand(options =>
            new JobCommandRunner(environment, ServiceHost.OfThisComputer(environment)).RunAsync(options))),
        ("service", () => new ServiceCommand(options =>
            new ServiceRunner(environment, ServiceHost.OfThisComputer(environment)).RunAsync(options))),
        ("credential", () => new CredentialCommand(options =>
            new CredentialRunner(environment, ServiceHost.OfThisComputer(environment)).RunAsync(options))),
        ("doctor", () => new DoctorCommand(options =>
            new DoctorRunner(environment, () => DoctorHost.OfThisComputer(environment, environment.Time),
                new SupportBundle(environment).WriteAsync).RunAsync(options))),
        ("completion", () => CompletionCommand.Create(environment.Out)),
        ("help", () => new HelpCommand()),
        ("version", () => Printing("version", "Print the version", output => output.WriteLine(VersionText.Line))),
        ("exit-codes", () => Printing("exit-codes", "Print the exit codes", ExitCodes.Write)),
    ];

    // A command line that begins with the name of a command needs no other, except where the help lists them. To create the options of all
    // commands took 30 of the 360 ms of a short get (docs/decisions/0019-ready-to-run.md).
    private static IReadOnlyList<Command> CommandsFor(IReadOnlyList<string> words, ProcessEnvironment environment) =>
        words is [not "help", ..] && Table(environment).FirstOrDefault(row => row.Name == words[0]) is { Create: { } create }
            ? [create()]
            : Commands(environment);

    private static RootCommand Create(IReadOnlyList<Command> commands)
    {
        var root = new RootCommand("Download files from FTP servers over parallel connections");
        foreach (var command in commands) root.Add(command);
        root.Options.Remove(root.Options.OfType<HelpOption>().Single());
        root.Options.OfType<VersionOption>().Single().Action = new PrintAction(output => output.WriteLine(VersionText.Line));
        root.Add(new Option<bool>(NoColor) { Description = "No colours, as with NO_COLOR", Recursive = true });
        var help = new HelpSwitch();
        root.Add(help);
        root.Action = help.WithoutArguments();
        return root;
    }

    private static async Task<int> GuardAsync(Func<Task<int>> workAsync, IReadOnlyList<string> words, ProcessEnvironment environment)
    {
        try
        {
            return await workAsync().ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            environment.Messages.Error(e.Message + Corrected(e, words, environment.IsWindows));
            return e.Code;
        }
        catch (OutputFailedException e)
        {
            environment.Messages.OutputFailed(e);
            return ExitCodes.Disk;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            environment.Messages.Error("This is a defect in ftpx. Please report it with these lines:");
            foreach (var line in e.ToString().Split('\n')) environment.Messages.Line("  " + SafeText.Escape(line.TrimEnd()));
            return ExitCodes.Internal;
        }
    }

    private static string Corrected(UsageException e, IReadOnlyList<string> words, bool windows)
    {
        if (e.Correction is not { } correction || !words.Contains(correction.Typed)) return "";
        // A host alone is no file.
        if (words[0] is "get" or "cat" && correction.Meant is [var address]
            && FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out _) && url.Path.Name.Length == 0)
            return $" For a file, add its path: {AddressMask.Hide(address).TrimEnd('/')}/dir/file.bin. To see the files, run: "
                + CommandText.Of(["ls", .. correction.Meant], windows);
        return $" Run: {CommandText.Of(words.SelectMany(word => word == correction.Typed ? correction.Meant : [word]), windows)}";
    }

    private static Command Printing(string name, string text, Action<TextWriter> print) =>
        new(name, text) { Action = new PrintAction(print) };

    private sealed class PrintAction(Action<TextWriter> print) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            print(parseResult.InvocationConfiguration.Output);
            return ExitCodes.Ok;
        }
    }
}
