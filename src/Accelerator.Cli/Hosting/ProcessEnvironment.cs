using Accelerator.Cli.Terminal;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Spectre.Console;

namespace Accelerator.Cli.Hosting;

/// <summary>Everything that a command takes from its process, so that tests can substitute it.</summary>
internal sealed record ProcessEnvironment
{
    /// <summary>Standard output: results and JSON.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Standard output, for bytes of files; it throws as <see cref="Out"/> does. Default: discards them.</summary>
    public Stream OutBytes { get; init; } = Stream.Null;

    /// <summary>Whether standard output is a terminal. Default: false.</summary>
    public bool OutIsTerminal { get; init; }

    /// <summary>
    /// Returns whether the reader of standard output is gone, so that further output has no effect. Default: unknown, returns false.
    /// </summary>
    public Func<bool> IsOutClosed { get; init; } = static () => false;

    /// <summary>Standard error: progress, warnings, errors.</summary>
    public required TextWriter Err { get; init; }

    /// <summary>Returns whether messages on standard error are colored. Default: false.</summary>
    public Func<bool> ErrHasColor { get; init; } = static () => false;

    /// <summary>Returns the columns of the terminal behind standard error; null if there is none. Default: null.</summary>
    public Func<int?> ErrWidth { get; init; } = static () => null;

    /// <summary>Writes the errors, warnings and notes of a command to standard error.</summary>
    public MessageWriter Messages => new(Err, ErrHasColor, ErrWidth);

    /// <summary>Opens standard input; called at most once.</summary>
    public required Func<TextReader> OpenIn { get; init; }

    /// <summary>Whether the user can be prompted for a password.</summary>
    public required bool InIsTerminal { get; init; }

    /// <summary>Whether a user sees standard error while the command runs.</summary>
    public required bool ErrIsTerminal { get; init; }

    /// <summary>The terminal behind standard error, or null if there is none that supports cursor movements.</summary>
    public required Func<IAnsiConsole?> OpenTerminal { get; init; }

    /// <summary>The terminal behind standard output, or null; for tables.</summary>
    public required Func<IAnsiConsole?> OpenOutTerminal { get; init; }

    /// <summary>Writes a prompt and reads a line without echo; null when input ended.</summary>
    public required Func<string, string?> ReadPassword { get; init; }

    /// <summary>An environment variable, or null.</summary>
    public required Func<string, string?> Variable { get; init; }

    /// <summary>The name of the program's own file: a copy named ftp behaves as another program. Default: ftpx.</summary>
    public string CalledAs { get; init; } = "ftpx";

    /// <summary>The folder that relative paths start from.</summary>
    public required string Folder { get; init; }

    /// <summary>
    /// Creates a private folder in the folder for temporary files (mode 0700 on Linux), and returns its path. Default: the real one.
    /// </summary>
    public Func<string> CreateTemporaryFolder { get; init; } = static () => Directory.CreateTempSubdirectory("ftpx-").FullName;

    /// <summary>Connects a switch to Ctrl-C and SIGTERM until disposed.</summary>
    public required Func<StopSwitch, IDisposable> ListenForStop { get; init; }

    /// <summary>Ends the process at once with an exit code.</summary>
    public required Action<int> ExitNow { get; init; }

    /// <summary>Whether local names follow the Windows rules.</summary>
    public required bool IsWindows { get; init; }

    /// <summary>The number of files and sockets that the process may have open at once; null for no limit.</summary>
    public long? FileLimit { get; init; }

    /// <summary>The current interfaces of this computer. Default: the real ones.</summary>
    public Func<IReadOnlyList<LocalInterface>> Interfaces { get; init; } = LocalInterface.All;

    /// <summary>The rules that local names follow.</summary>
    public NameRules NameRules => IsWindows ? NameRules.Windows : NameRules.Linux;

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Opens the site memory of this user; null if the environment names no folder for it.</summary>
    public SiteMemory? OpenSiteMemory() => SiteMemory.FindFolder(Variable, IsWindows) is { } folder ? new SiteMemory(folder, Time) : null;

    /// <summary>
    /// Rejects a quotation mark in a path. Windows reads the end of <c>"D:\my data\"</c> as a quotation mark in the name, followed by the
    /// rest of the line.
    /// </summary>
    /// <param name="what">The option or argument, for the message.</param>
    /// <param name="path">The path as typed.</param>
    /// <exception cref="UsageException">The path contains a quotation mark, which Windows does not allow.</exception>
    public void RefuseQuotationMark(string what, string path)
    {
        if (IsWindows && path.Contains('"'))
            throw new UsageException($"{what} contains a quotation mark: a quoted folder must not end with a backslash.");
    }
}
