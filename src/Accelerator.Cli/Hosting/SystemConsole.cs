using System.Runtime.InteropServices;
using System.Text;
using Accelerator.Cli.Terminal;
using Spectre.Console;

namespace Accelerator.Cli.Hosting;

/// <summary>The real process. Apart from Program.cs, this is the only place that uses <see cref="Console"/>.</summary>
internal static class SystemConsole
{
    private static readonly string[] LocaleVariables = ["LC_ALL", "LC_CTYPE", "LANG"];

    // No byte order mark: a console would draw it.
    private static readonly UnicodeEncoding Utf16 = new(bigEndian: false, byteOrderMark: false);

    /// <summary>Reports that the working folder was removed after a shell entered it; a relative name has no meaning then.</summary>
    /// <returns>True if there is no working folder.</returns>
    public static bool HasNoFolder()
    {
        try
        {
            _ = Environment.CurrentDirectory;
            return false;
        }
        catch (IOException)
        {
            Console.Error.WriteLine(
                "ftpx: error: The working folder does not exist any more. Change to another folder and run the command again.");
            return true;
        }
    }

    /// <summary>The environment of this process. Opens nothing that a short command does not need.</summary>
    public static ProcessEnvironment Open()
    {
        var (hasIn, hasOut, hasError) = (StandardDescriptors.IsInherited(0), StandardDescriptors.IsInherited(1),
            StandardDescriptors.IsInherited(2));
        if (OperatingSystem.IsLinux()) StandardDescriptors.OccupyFree();
        // Redirected output is not forced to UTF-8: PowerShell decodes it with the console's code page, and cmd displays it that way.
        var redirected = EscapeFallback.In(Console.OutputEncoding);
        // A console accepts UTF-16 whatever its code page is, so every name can be shown. This changes nothing outside the process: .NET
        // then calls WriteConsoleW and sets no code page.
        if (OperatingSystem.IsWindows()) Console.OutputEncoding = Utf16;
        return Around(
            Writer(new OutputStream(hasOut ? Console.OpenStandardOutput() : null), Console.IsOutputRedirected, redirected),
            Writer(new ErrorStream(hasError ? Console.OpenStandardError() : Stream.Null), Console.IsErrorRedirected, redirected),
            HasBlocks(redirected)) with
        {
            OutBytes = new OutputStream(
                !hasOut ? null : OperatingSystem.IsLinux() ? new PosixOutput() : Console.OpenStandardOutput()),
            OutIsTerminal = hasOut && !Console.IsOutputRedirected,
            OpenIn = () => hasIn ? new StreamReader(Console.OpenStandardInput(), Encoding.UTF8) : StreamReader.Null,
            InIsTerminal = hasIn && !Console.IsInputRedirected,
        };
    }

    private static ProcessEnvironment Around(TextWriter output, TextWriter error, bool hasBlocks) => new()
    {
        Out = output,
        IsOutClosed = OutputPipe.IsClosed,
        Err = error,
        OpenIn = () => new StreamReader(Console.OpenStandardInput(), Encoding.UTF8),
        InIsTerminal = !Console.IsInputRedirected,
        ErrIsTerminal = !Console.IsErrorRedirected,
        ErrHasColor = HasColor,
        ErrWidth = ErrWidth,
        OpenTerminal = () => Console.IsErrorRedirected ? null : OpenTerminal(error, isError: true, hasBlocks),
        OpenOutTerminal = () => Console.IsOutputRedirected ? null : OpenTerminal(output, isError: false, hasBlocks),
        ReadPassword = prompt => ReadPassword(prompt, error, static () => Console.ReadKey(intercept: true)),
        Variable = Environment.GetEnvironmentVariable,
        CalledAs = CalledAs(),
        Folder = Environment.CurrentDirectory,
        ListenForStop = ListenForStop,
        ExitNow = Environment.Exit,
        IsWindows = OperatingSystem.IsWindows(),
        Time = TimeProvider.System,
        FileLimit = FileLimit.Now(),
    };

    // The runtime names the target of a link; the typed name is the first argument of the process. Windows has no such argument, and no
    // links that a user would type.
    private static string CalledAs()
    {
        if (!OperatingSystem.IsLinux()) return Environment.ProcessPath ?? "ftpx";
        try
        {
            return File.ReadAllText("/proc/self/cmdline").Split('\0')[0];
        }
        catch (IOException)
        {
            return "ftpx";
        }
    }

    // One frame of the progress view is one write.
    private static TextWriter Writer(Stream stream, bool isRedirected, Encoding redirected) => TextWriter.Synchronized(
        new StreamWriter(stream, OperatingSystem.IsWindows() && !isRedirected ? Utf16 : redirected,
            bufferSize: 1 << 14) { AutoFlush = true });

    private static bool HasBlocks(Encoding encoding) =>
        OperatingSystem.IsWindows() ? Glyphs.Unicode.AreNarrowIn(encoding) : Glyphs.Unicode.CanBeWrittenIn(encoding) && !LocaleIsPlain();

    // On Windows the console must accept control sequences first; Spectre is not loaded for one line.
    private static bool HasColor() =>
        MessageWriter.WantsColor(!Console.IsErrorRedirected, Environment.GetEnvironmentVariable)
        && (!OperatingSystem.IsWindows() || WindowsConsole.TryTakeSequences(ofError: true));

    // Null for a terminal that does not know its size: it reports 0 columns.
    private static int? ErrWidth() => !Console.IsErrorRedirected && Console.WindowWidth is > 0 and var columns ? columns : null;

    private static IAnsiConsole? OpenTerminal(TextWriter writer, bool isError, bool hasBlocks)
    {
        // Spectre would query the console behind standard output, and would not restore the mode that it switches on.
        if (OperatingSystem.IsWindows() && !WindowsConsole.TryTakeSequences(isError)) return null;
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new TerminalOutput(writer, static () => Console.WindowWidth, static () => Console.WindowHeight),
            Ansi = OperatingSystem.IsWindows() ? AnsiSupport.Yes : AnsiSupport.Detect,
            Interactive = InteractionSupport.No,
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        });
        console.Profile.Capabilities.Unicode = hasBlocks;
        return console.Profile.Capabilities.Ansi ? console : null;
    }

    // .NET writes UTF-8 if the locale is C or unset; the terminal of such a session usually cannot display it.
    private static bool LocaleIsPlain()
    {
        var locale = LocaleVariables.Select(Environment.GetEnvironmentVariable).FirstOrDefault(v => !string.IsNullOrEmpty(v));
        return locale is null or "C" or "POSIX";
    }

    /// <summary>Writes a prompt and reads a line without echo; null for Ctrl-D at its start.</summary>
    /// <param name="prompt">The prompt.</param>
    /// <param name="error">Standard error.</param>
    /// <param name="readKey">Waits for a key.</param>
    internal static string? ReadPassword(string prompt, TextWriter error, Func<ConsoleKeyInfo> readKey)
    {
        error.Write(prompt);
        var text = new StringBuilder();
        while (true)
        {
            var key = readKey();
            if (key.Key == ConsoleKey.Enter) break;
            if (key is { Key: ConsoleKey.D, Modifiers: ConsoleModifiers.Control } && text.Length == 0)
            {
                // The message that follows has a line of its own.
                error.WriteLine();
                return null;
            }
            if (key.Key == ConsoleKey.Backspace) text.Length = Math.Max(0, text.Length - 1);
            else if (!char.IsControl(key.KeyChar)) text.Append(key.KeyChar);
        }
        error.WriteLine();
        return text.ToString();
    }

    // SIGHUP is a closed console window on Windows and a lost terminal on Linux.
    private static Registrations ListenForStop(StopSwitch stop) =>
        new([.. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(
            signal => PosixSignalRegistration.Create(signal, context =>
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
