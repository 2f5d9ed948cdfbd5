using System.Text;
using System.Text.Unicode;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Running;
using Accelerator.Cli.Terminal;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>Runs <c>ftpx ftp</c>: arguments, script or prompt, exit code.</summary>
internal sealed class ScriptRunner(ProcessEnvironment environment, TransferCalls calls)
{
    /// <summary>Returns the arguments of a command line that selects this mode.</summary>
    /// <param name="words">The command line.</param>
    /// <param name="calledAs">The name of the program's own file.</param>
    /// <returns>Null if the command line selects another mode.</returns>
    public static IReadOnlyList<string>? WordsFor(IReadOnlyList<string> words, string calledAs)
    {
        if (Path.GetFileNameWithoutExtension(calledAs).Equals("ftp", StringComparison.OrdinalIgnoreCase)) return words;
        return words switch
        {
            ["ftp", ..] => [.. words.Skip(1)],
            ["help", "ftp", ..] => ["-?"],
            _ => null,
        };
    }

    /// <summary>Runs the command and returns the exit code.</summary>
    public async Task<int> RunAsync(IReadOnlyList<string> words)
    {
        var code = await RunReportedAsync(words).ConfigureAwait(false);
        return ScriptOptionTable.EndsWithZero(words, environment.Variable) ? ExitCodes.Ok : code;
    }

    private async Task<int> RunReportedAsync(IReadOnlyList<string> words)
    {
        try
        {
            return await RunScriptAsync(words).ConfigureAwait(false);
        }
        catch (UsageException e)
        {
            // The arguments are invalid, or the script cannot be read. Without a severity, in the form of the other messages of this mode.
            await environment.Err.WriteLineAsync($"ftpx: {SafeText.Escape(e.Message)}").ConfigureAwait(false);
            return ExitCodes.Usage;
        }
    }

    private async Task<int> RunScriptAsync(IReadOnlyList<string> words)
    {
        var options = ScriptOptionTable.Read(words, environment.Variable);
        if (options.ShowsUsage)
        {
            ScriptOptionTable.Write(environment.Out);
            return ExitCodes.Ok;
        }
        var defaults = UserConfiguration.Read(environment).Defaults;
        using var reader = options.File is { } file ? OpenScript(file) : environment.OpenIn();
        using var stop = new StopSwitch(static () => { }, environment.ExitNow, environment.Time);
        using var signals = environment.ListenForStop(stop);
        var modes = new ScriptModes(options, environment.Folder);
        var screen = new ScriptScreen(environment, modes);
        var memory = environment.OpenSiteMemory();
        var proxies = new ScriptProxy(environment, memory, defaults, screen.Notice);
        var link = new ScriptLink(environment, screen, modes, options.Active, proxies);
        await using var open = link.ConfigureAwait(false);
        var input = new ScriptInput(reader, options.File is not null, environment, screen, stop.Token);
        var context = new ScriptContext(
            environment, options, modes, screen, input, link, new ScriptTally(), stop.Token)
        {
            Memory = memory,
            Defaults = defaults,
        };
        try
        {
            await new ScriptShell(context, calls).RunAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (stop.Pressed && e is OperationCanceledException or FtpException)
        {
            screen.Say("");
            screen.Notice("stopped; the same get continues a binary file of 16 MiB or more that was in progress.");
            return ExitCodes.Cancelled;
        }
        catch (OutputClosedException)
        {
            // The reader of the log is gone.
            return ExitCodes.Disk;
        }
        return context.Tally.Code;
    }

    private StreamReader OpenScript(string file)
    {
        try
        {
            var script = File.ReadAllBytes(Path.GetFullPath(file, environment.Folder));
            if (FindLineNotUtf8(script) is { } number)
                throw new UsageException($"{SafeText.Escape(file)}: line {number} is not UTF-8: save the script as UTF-8.");
            // UTF-8, as ftp.exe expects since Windows 8, with or without a byte order mark; UTF-16 with one.
            return new StreamReader(new MemoryStream(script, writable: false), Encoding.UTF8, detectEncodingFromByteOrderMarks: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // The wording of ftp.exe, and the message of the system.
            throw new UsageException($"Error opening script file {SafeText.Escape(file)}. {SafeText.Escape(e.Message)}");
        }
    }

    // A name in another code page must not be sent with replacement characters; remarks are not sent. UTF-16 and UTF-32 begin with a byte
    // order mark.
    private static int? FindLineNotUtf8(ReadOnlySpan<byte> script)
    {
        if (script is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] or [0, 0, 0xFE, 0xFF, ..] || Utf8.IsValid(script)) return null;
        for (var number = 1; script.Length > 0; number++)
        {
            var end = script.IndexOf((byte)'\n');
            var line = end < 0 ? script : script[..end];
            if (!Utf8.IsValid(line) && !IsRemark(line.Trim(" \t"u8))) return number;
            script = end < 0 ? [] : script[(end + 1)..];
        }
        return null;
    }

    // ftp.exe has no remarks: these lines are unknown commands, and scripts have them.
    private static bool IsRemark(ReadOnlySpan<byte> line) =>
        line is [(byte)'#' or (byte)';', ..] || (line.Length > 4 && Ascii.EqualsIgnoreCase(line[..4], "rem "u8));
}
