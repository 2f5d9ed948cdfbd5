using System.CommandLine;
using System.CommandLine.Help;
using Accelerator.Base;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Windows;

namespace Accelerator.Service.Hosting;

/// <summary>The command line of <c>ftpxd</c>.</summary>
internal static class DaemonCommand
{
    /// <summary>The data folder. The help, docs/service-reference.md and the man page list all options.</summary>
    public static Option<string?> Data { get; } = new("--data")
    {
        HelpName = "DIR",
        Description = "Data folder: job file, credentials, logs [default: %ProgramData%\\Accelerator; "
            + "on Linux $STATE_DIRECTORY, /var/lib/accelerator or ~/.local/state/accelerator]",
    };

    /// <summary>The job file.</summary>
    public static Option<string?> Jobs { get; } =
        new("--jobs") { HelpName = "FILE", Description = "Job file [default: jobs.json in the data folder]" };

    /// <summary>The node's name.</summary>
    public static Option<string?> Node { get; } = new("--node")
    {
        HelpName = "NAME", Description = "Name of this node among those that share a ledger [default: the computer's name]",
    };

    /// <summary>The page's address.</summary>
    public static Option<string?> Dashboard { get; } = new("--dashboard")
    {
        HelpName = "ADDRESS",
        Description = "Address of the status page, such as 127.0.0.1:8322; its own port for each node on a computer "
            + "[default: dashboard.address of the job file]",
    };

    /// <summary>Whether to run at a console.</summary>
    public static Option<bool> AtConsole { get; } =
        new("--console") { Description = "Run at this console and print the log; Ctrl-C stops" };

    // The help fits a terminal of 80 columns, also in a pipe.
    private const int HelpColumns = 79;
    private const int LongestNode = 64;

    /// <summary>Runs the service to its end, and returns the exit code.</summary>
    /// <param name="words">The command line.</param>
    /// <param name="error">Receives the one sentence of a failure.</param>
    public static int Run(string[] words, TextWriter error)
    {
        var root = Create();
        var exit = ServiceExits.Ok.Value;
        root.SetAction(parsed => exit = Run(parsed, error));
        var result = root.Parse(words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        var valued = root.Options.Where(option => option.Arity.MinimumNumberOfValues > 0).Select(option => option.Name).ToHashSet();
        var problem = OptionValues.Problem(words, valued) ?? (result.Errors is [var first, ..] ? first.Message : null);
        if (problem is not null)
        {
            error.WriteLine($"ftpxd: {SafeText.Escape(problem)}");
            error.WriteLine("Try: ftpxd --help");
            return ServiceExits.Usage.Value;
        }
        result.Invoke(new InvocationConfiguration { ProcessTerminationTimeout = null, EnableDefaultExceptionHandler = false });
        return exit;
    }

    /// <summary>Creates the command with its options; the caller sets the action.</summary>
    internal static RootCommand Create()
    {
        var root = new RootCommand("Download files on a schedule, as the job file says. ftpx service installs and controls ftpxd.")
        {
            Data, Jobs, Node, Dashboard, AtConsole,
        };
        if (root.Options.OfType<HelpOption>().Single().Action is HelpAction help) help.MaxWidth = HelpColumns;
        return root;
    }

    /// <summary>Returns the options as typed, with defaults for the others.</summary>
    /// <exception cref="ServiceFailure">No data folder can be determined, or the node's name is invalid.</exception>
    internal static DaemonOptions Options(
        string? data, string? jobs, bool isConsole, Func<string, string?> variable, string? node = null, string? dashboard = null)
    {
        if (node is { Length: 0 or > LongestNode }
            || node?.Any(letter => !char.IsAsciiLetterOrDigit(letter) && letter is not ('-' or '_' or '.')) == true)
            throw new ServiceFailure(ServiceExits.Usage, $"--node takes a name of letters, digits, -, _ and ., {LongestNode} at most.");
        string? problem = null;
        var page = dashboard is null ? null : DashboardDefinition.AddressOf(dashboard, out problem);
        if (problem is not null) throw new ServiceFailure(ServiceExits.Usage, $"--dashboard: {problem}");
        var folder = data is { Length: > 0 } ? Path.GetFullPath(data) : DataFolder.Usual(variable, Environment.IsPrivilegedProcess);
        if (folder is null)
            throw new ServiceFailure(
                ServiceExits.Usage,
                "The data folder is unknown: HOME, XDG_STATE_HOME and STATE_DIRECTORY are not set. "
                    + "Give a folder with --data.");
        var jobFile = jobs is { Length: > 0 } ? Path.GetFullPath(jobs) : Path.Combine(folder, "jobs.json");
        return new DaemonOptions(folder, jobFile, isConsole) { Node = node ?? Environment.MachineName, Dashboard = page };
    }

    private static int Run(ParseResult parsed, TextWriter error)
    {
        try
        {
            var options = Options(parsed.GetValue(Data), parsed.GetValue(Jobs), parsed.GetValue(AtConsole),
                Environment.GetEnvironmentVariable, parsed.GetValue(Node), parsed.GetValue(Dashboard));
            var run = new ServiceRun(options, TimeProvider.System, error);
            if (OperatingSystem.IsWindows() && !options.IsConsole
                && ServiceDispatcher.TryRun(ServiceNames.Service, run.RunAsync, out var code))
                return code;
            return run.RunAsync(null).GetAwaiter().GetResult();
        }
        catch (ServiceFailure e)
        {
            error.WriteLine($"ftpxd: {SafeText.Escape(e.Message)}");
            return e.Exit.Value;
        }
    }
}
