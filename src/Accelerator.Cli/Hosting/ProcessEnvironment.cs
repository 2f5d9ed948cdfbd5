using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Spectre.Console;

namespace Accelerator.Cli.Hosting;

/// <summary>Everything a command takes from the process it runs in, so that tests can give it another.</summary>
internal sealed record ProcessEnvironment
{
    /// <summary>Standard output: results and JSON.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>
    /// Whether nobody reads standard output any more, so that whatever is still written is for nothing. Default: nobody knows.
    /// </summary>
    public Func<bool> IsOutClosed { get; init; } = static () => false;

    /// <summary>Standard error: progress, warnings, errors.</summary>
    public required TextWriter Err { get; init; }

    /// <summary>Opens standard input; called at most once.</summary>
    public required Func<TextReader> OpenIn { get; init; }

    /// <summary>Whether somebody can be asked for a password.</summary>
    public required bool InIsTerminal { get; init; }

    /// <summary>Whether somebody sees what is written to standard error while the command runs.</summary>
    public required bool ErrIsTerminal { get; init; }

    /// <summary>The terminal behind standard error, or null when there is none that understands cursor movements.</summary>
    public required Func<IAnsiConsole?> OpenTerminal { get; init; }

    /// <summary>The terminal behind standard output, or null; for tables.</summary>
    public required Func<IAnsiConsole?> OpenOutTerminal { get; init; }

    /// <summary>Writes a prompt and reads a line without echo; null when input ended.</summary>
    public required Func<string, string?> ReadPassword { get; init; }

    /// <summary>An environment variable, or null.</summary>
    public required Func<string, string?> Variable { get; init; }

    /// <summary>What the program's own file is called: a copy named ftp is another program. Default: ftpx.</summary>
    public string CalledAs { get; init; } = "ftpx";

    /// <summary>The folder that relative paths start from.</summary>
    public required string Folder { get; init; }

    /// <summary>Connects a switch to Ctrl-C and SIGTERM until disposed.</summary>
    public required Func<StopSwitch, IDisposable> ListenForStop { get; init; }

    /// <summary>Ends the process at once with an exit code.</summary>
    public required Action<int> ExitNow { get; init; }

    /// <summary>Whether local names follow the rules of Windows.</summary>
    public required bool IsWindows { get; init; }

    /// <summary>Files and sockets that the process may have open at once; null where there is no limit.</summary>
    public long? FileLimit { get; init; }

    /// <summary>The interfaces of this computer now. Default: the real ones.</summary>
    public Func<IReadOnlyList<LocalInterface>> Interfaces { get; init; } = LocalInterface.All;

    /// <summary>The rules that local names follow.</summary>
    public NameRules NameRules => IsWindows ? NameRules.Windows : NameRules.Linux;

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Opens the site memory of this user; null where the environment names no folder for it.</summary>
    public SiteMemory? OpenSiteMemory() => SiteMemory.FindFolder(Variable, IsWindows) is { } folder ? new SiteMemory(folder, Time) : null;

    /// <summary>Windows reads the end of <c>"D:\my data\"</c> as a quotation mark in the name, and what follows it too.</summary>
    /// <param name="what">The option or argument, for the message.</param>
    /// <param name="path">What was typed.</param>
    /// <exception cref="UsageException">It holds a quotation mark, which no path of Windows does.</exception>
    public void RefuseQuotationMark(string what, string path)
    {
        if (IsWindows && path.Contains('"'))
            throw new UsageException($"{what} holds a quotation mark: a folder in quotation marks must not end in a backslash.");
    }
}
