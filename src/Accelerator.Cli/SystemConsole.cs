using System.Runtime.InteropServices;
using System.Text;
using Accelerator.Cli.Output;
using Spectre.Console;

namespace Accelerator.Cli;

/// <summary>The real process. Beside Program.cs the only place that touches <see cref="Console"/>.</summary>
internal static class SystemConsole
{
    private static readonly string[] LocaleVariables = ["LC_ALL", "LC_CTYPE", "LANG"];

    /// <summary>The surroundings of this process. Opens nothing that a short command does not need.</summary>
    public static Surroundings Open()
    {
        // Not UTF-8 by force: PowerShell and cmd decode what a program writes with the console's code page.
        var output = TextWriter.Synchronized(new StreamWriter(Console.OpenStandardOutput(), Console.OutputEncoding) { AutoFlush = true });
        return Around(output);
    }

    private static Surroundings Around(TextWriter output) => new()
    {
        Out = output,
        Err = Console.Error,
        OpenIn = () => new StreamReader(Console.OpenStandardInput(), Encoding.UTF8),
        InIsTerminal = !Console.IsInputRedirected,
        OpenTerminal = () => Console.IsErrorRedirected ? null : OpenTerminal(Console.Error),
        OpenOutTerminal = () => Console.IsOutputRedirected ? null : OpenTerminal(output),
        ReadPassword = ReadPassword,
        Variable = Environment.GetEnvironmentVariable,
        Folder = Environment.CurrentDirectory,
        ListenForStop = ListenForStop,
        ExitNow = Environment.Exit,
        IsWindows = OperatingSystem.IsWindows(),
        Time = TimeProvider.System,
    };

    private static IAnsiConsole? OpenTerminal(TextWriter writer)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new TerminalOutput(writer, static () => Console.BufferWidth, static () => Console.WindowHeight),
            Interactive = InteractionSupport.No,
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        });
        console.Profile.Capabilities.Unicode = Glyphs.Unicode.CanBeWrittenIn(Console.OutputEncoding) && !LocaleIsPlain();
        return console.Profile.Capabilities.Ansi ? console : null;
    }

    // .NET writes UTF-8 when the locale is C or unset; the terminal of such a session mostly cannot show it.
    private static bool LocaleIsPlain()
    {
        if (OperatingSystem.IsWindows()) return false;
        var locale = LocaleVariables.Select(Environment.GetEnvironmentVariable).FirstOrDefault(v => !string.IsNullOrEmpty(v));
        return locale is null or "C" or "POSIX";
    }

    private static string? ReadPassword(string prompt)
    {
        Console.Error.Write(prompt);
        var text = new StringBuilder();
        while (true)
        {
            var key = Console.ReadKey(intercept: true);
            if (key.Key == ConsoleKey.Enter) break;
            if (key is { Key: ConsoleKey.D, Modifiers: ConsoleModifiers.Control } && text.Length == 0) return null;
            if (key.Key == ConsoleKey.Backspace) text.Length = Math.Max(0, text.Length - 1);
            else if (!char.IsControl(key.KeyChar)) text.Append(key.KeyChar);
        }
        Console.Error.WriteLine();
        return text.ToString();
    }

    // SIGHUP is the closed console window on Windows and the lost terminal on Linux.
    private static Registrations ListenForStop(StopSwitch stop) =>
        new([.. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(signal => PosixSignalRegistration.Create(signal, context =>
        {
            context.Cancel = true;
            stop.Press();
        }))]);

    private sealed class Registrations(IReadOnlyList<PosixSignalRegistration> all) : IDisposable
    {
        public void Dispose()
        {
            foreach (var one in all) one.Dispose();
        }
    }
}
