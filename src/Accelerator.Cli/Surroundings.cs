using Accelerator.Engine.Storage;
using Spectre.Console;

namespace Accelerator.Cli;

/// <summary>Everything a command takes from the process it runs in, so that tests can give it another.</summary>
internal sealed record Surroundings
{
    /// <summary>Standard output: results and JSON.</summary>
    public required TextWriter Out { get; init; }

    /// <summary>Standard error: progress, warnings, errors.</summary>
    public required TextWriter Err { get; init; }

    /// <summary>Opens standard input; called at most once.</summary>
    public required Func<TextReader> OpenIn { get; init; }

    /// <summary>Whether somebody can be asked for a password.</summary>
    public required bool InIsTerminal { get; init; }

    /// <summary>The terminal behind standard error, or null when there is none that understands cursor movements.</summary>
    public required Func<IAnsiConsole?> OpenTerminal { get; init; }

    /// <summary>The terminal behind standard output, or null; for tables.</summary>
    public required Func<IAnsiConsole?> OpenOutTerminal { get; init; }

    /// <summary>Writes a prompt and reads a line without echo; null when input ended.</summary>
    public required Func<string, string?> ReadPassword { get; init; }

    /// <summary>An environment variable, or null.</summary>
    public required Func<string, string?> Variable { get; init; }

    /// <summary>The folder that relative paths start from.</summary>
    public required string Folder { get; init; }

    /// <summary>Connects a switch to Ctrl-C and SIGTERM until disposed.</summary>
    public required Func<StopSwitch, IDisposable> ListenForStop { get; init; }

    /// <summary>Ends the process at once with an exit code.</summary>
    public required Action<int> ExitNow { get; init; }

    /// <summary>Whether local names follow the rules of Windows.</summary>
    public required bool IsWindows { get; init; }

    /// <summary>The rules that local names follow.</summary>
    public NameRules NameRules => IsWindows ? NameRules.Windows : NameRules.Linux;

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }
}
