using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Completion;
using Accelerator.Cli.Doctor;
using Accelerator.Cli.Fxp;
using Accelerator.Cli.Get;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Job;
using Accelerator.Cli.Ls;
using Accelerator.Cli.Mirror;
using Accelerator.Cli.Options;
using Accelerator.Cli.Probe;
using Accelerator.Cli.Running;
using Accelerator.Cli.Script;
using Accelerator.Cli.Selftest;
using Accelerator.Cli.Serve;
using Accelerator.Cli.Service;
using Accelerator.Cli.Site;
using Accelerator.Cli.Terminal;
using Accelerator.Cli.Tune;
using Accelerator.Engine.Probing;
using Accelerator.Ftp;

namespace Accelerator.Cli;

/// <summary>The whole command line: which verbs there are, and what happens to words that make no sense.</summary>
internal static class FtpxCommand
{
    /// <summary>Carries out one command line with the real engine.</summary>
    public static Task<int> RunAsync(IReadOnlyList<string> words, ProcessEnvironment environment) =>
        RunAsync(words, environment, new Verbs(
            options => new GetRunner(environment, TransferCalls.Real(environment.Time)).RunAsync(options),
            options => new SelftestRunner(environment, TransferCalls.Real(environment.Time), SelftestSizes.Default).RunAsync(options),
            options => new SiteRunner(environment).RunAsync(options))
        {
            Mirror = options => new MirrorCommandRunner(environment, MirrorCalls.Real(environment.Time)).RunAsync(options),
            Fxp = options => new FxpCommandRunner(environment, FxpCalls.Real(environment.Time)).RunAsync(options),
            Ftp = typed => new ScriptRunner(environment, TransferCalls.Real(environment.Time)).RunAsync(typed),
            Ls = options => new LsRunner(environment).RunAsync(options),
            Tune = options => new TuneRunner(environment, TuneHost.OfThisComputer).RunAsync(options),
            Doctor = options => new DoctorRunner(environment, () => DoctorHost.OfThisComputer(environment.Time), new SupportBundle(environment).WriteAsync).RunAsync(options),
            Serve = options => new ServeRunner(environment).RunAsync(options),
            Job = options => new JobCommandRunner(environment, ServiceHost.OfThisComputer(environment)).RunAsync(options),
            Service = options => new ServiceRunner(environment, ServiceHost.OfThisComputer(environment)).RunAsync(options),
            Credential = options => new CredentialRunner(environment, ServiceHost.OfThisComputer(environment)).RunAsync(options),
            Probe = options => new ProbeCommandRunner(environment, new ProbeRunner(environment.Time).RunAsync).RunAsync(options),
        });

    /// <summary>Carries out one command line; <paramref name="verbs"/> do the work.</summary>
    public static async Task<int> RunAsync(IReadOnlyList<string> words, ProcessEnvironment environment, Verbs verbs)
    {
        if (ScriptRunner.WordsFor(words, environment.CalledAs) is { } typed) return await GuardAsync(() => verbs.Ftp(typed), environment).ConfigureAwait(false);
        // No @file expansion: a word is what the user typed. No signal handling there: Ctrl-C is the run's own business.
        var root = Create(verbs, environment.Out);
        if (CompletionCandidates.AreAskedFor(words)) CompletionCandidates.Attach(root, await KnownServers.ReadAsync(environment).ConfigureAwait(false), environment.Interfaces());
        var parsed = root.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        if (parsed.Errors.Count > 0) return await RefuseAsync(parsed, environment.Err).ConfigureAwait(false);

        var invocation = new InvocationConfiguration
        {
            Output = environment.Out,
            Error = environment.Err,
            ProcessTerminationTimeout = null,
            EnableDefaultExceptionHandler = false,
        };
        return await GuardAsync(() => parsed.InvokeAsync(invocation, CancellationToken.None), environment).ConfigureAwait(false);
    }

    /// <summary>The verbs with their words and what the help says of each.</summary>
    public static RootCommand Create(Verbs verbs, TextWriter output)
    {
        var root = new RootCommand(
            "Fetches files from FTP servers over many connections at once. Nothing gets its final name before it is proven whole.");
        root.Add(new GetCommand(verbs.Get));
        root.Add(new MirrorCommand(verbs.Mirror));
        root.Add(new FxpCommand(verbs.Fxp));
        root.Add(new LsCommand(verbs.Ls));
        // Named for the help only: its words never come here.
        root.Add(new Command("ftp", "Carry out scripts for Windows' ftp.exe, or be its prompt."));
        root.Add(new ProbeCommand(verbs.Probe));
        root.Add(new SelftestCommand(verbs.Selftest));
        root.Add(new ServeCommand(verbs.Serve));
        root.Add(new SiteCommand(verbs.Site));
        root.Add(new TuneCommand(verbs.Tune));
        root.Add(new JobCommand(verbs.Job));
        root.Add(new ServiceCommand(verbs.Service));
        root.Add(new CredentialCommand(verbs.Credential));
        root.Add(new DoctorCommand(verbs.Doctor));
        root.Add(CompletionCommand.Create(output));
        root.Add(Printing("version", "Print the version.", output => output.WriteLine(VersionText.Line)));
        root.Add(Printing("exit-codes", "Print the exit codes.", ExitCodes.Write));
        foreach (var option in root.Options)
        {
            if (option is HelpOption { Action: HelpAction help })
            {
                option.Action = new HelpWithExitCodes(help, ExitCodes.Ok);
                root.Action = new HelpWithExitCodes(help, ExitCodes.Usage);
            }
            if (option is VersionOption) option.Action = new PrintAction(output => output.WriteLine(VersionText.Line));
        }
        return root;
    }

    private static async Task<int> GuardAsync(Func<Task<int>> workAsync, ProcessEnvironment environment)
    {
        try
        {
            return await workAsync().ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            await environment.Err.WriteLineAsync($"ftpx: {SafeText.Escape(e.Message)}").ConfigureAwait(false);
            return ExitCodes.Usage;
        }
        catch (OutputFailedException e)
        {
            await environment.Err.WriteLineAsync($"ftpx: The output cannot be written: {SafeText.Escape(e.Message)}").ConfigureAwait(false);
            return ExitCodes.Disk;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            await environment.Err.WriteLineAsync("ftpx: this is a defect in ftpx itself; please report it with these lines:").ConfigureAwait(false);
            foreach (var line in e.ToString().Split('\n'))
                await environment.Err.WriteLineAsync("  " + SafeText.Escape(line.TrimEnd())).ConfigureAwait(false);
            return ExitCodes.Internal;
        }
    }

    private static async Task<int> RefuseAsync(ParseResult parsed, TextWriter error)
    {
        // The verb with what it belongs to: "site set".
        var verb = "";
        for (var part = parsed.CommandResult; part is { Command: not RootCommand }; part = part.Parent as CommandResult) verb = $"{part.Command.Name} {verb}";
        await error.WriteLineAsync($"ftpx: {SafeText.Escape(AddressMask.Hide(parsed.Errors[0].Message))}").ConfigureAwait(false);
        await error.WriteLineAsync($"Try: ftpx {verb}--help").ConfigureAwait(false);
        return ExitCodes.Usage;
    }

    private static Command Printing(string name, string text, Action<TextWriter> print) => new(name, text) { Action = new PrintAction(print) };

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
