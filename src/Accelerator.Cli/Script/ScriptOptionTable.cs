using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>
/// The options of ftp.exe, which are case-sensitive, and those that ftpx adds. They are parsed here, because no standard parser supports
/// them.
/// </summary>
internal static class ScriptOptionTable
{
    private const string ExitZero = "--exit-zero";

    public static IReadOnlyList<ScriptOptionRow> All { get; } =
    [
        new("-v", "Hide the server's replies; refusals are still shown", (o, _) => o with { IsVerbose = false }),
        new("-d", "Show the commands sent, with secrets masked", (o, _) => o with { Debug = true }),
        new("-i", "mget: do not ask before each file", (o, _) => o with { AsksBeforeFiles = false }),
        new("-n", "Do not ask for a login: the script has user NAME PASSWORD", (o, _) => o with { LogsIn = false }),
        new("-g", "Take * and ? in names literally", (o, _) => o with { Globs = false }),
        new("-s:file", "Run the lines of this file (UTF-8), then exit", (o, value) => o with { File = value }),
        new("-a", "Ignored: data uses the control connection's address", (o, _) => o with { Ignored = [.. o.Ignored, "-a"] }),
        new("-A", "Log in as anonymous", (o, _) => o with { IsAnonymous = true }),
        new("-x:size", "Ignored: the system's send buffer is faster than a fixed one",
            (o, value) => o with { Ignored = [.. o.Ignored, "-x:" + value] }),
        new("-r:size", "Ignored: a fixed receive buffer would disable window tuning",
            (o, value) => o with { Ignored = [.. o.Ignored, "-r:" + value] }),
        new("-b:count", "Ignored: ftpx chooses its buffers", (o, value) => o with { Ignored = [.. o.Ignored, "-b:" + value] }),
        new("-w:size", "Ignored: ftpx chooses its buffers", (o, value) => o with { Ignored = [.. o.Ignored, "-w:" + value] }),
        new("-?", "Show this help", (o, _) => o with { ShowsUsage = true }),
        new("--active", "Active data connections, as in ftp.exe; default: passive", (o, _) => o with { Active = true }),
        new("--allow-changes", "Let put, delete, rename, mkdir and so on change the server", (o, _) => o with { AllowChanges = true }),
        new(ExitZero, "Always exit with 0, as ftp.exe does", (o, _) => o),
    ];

    /// <summary>Parses the arguments.</summary>
    /// <param name="words">The arguments after <c>ftpx ftp</c>.</param>
    /// <param name="variable">Reads an environment variable.</param>
    /// <exception cref="UsageException">An argument is not an option.</exception>
    public static ScriptOptions Read(IReadOnlyList<string> words, Func<string, string?> variable)
    {
        var options = new ScriptOptions { AllowChanges = variable("FTPX_ALLOW_CHANGES") == "1" };
        for (var i = 0; i < words.Count; i++)
        {
            var word = words[i];
            if (word is "--help" or "-h") options = options with { ShowsUsage = true };
            else if (word.Length > 1 && word[0] is '-' or '/' && Find(word) is { } row)
                options = row.Apply(options, row.TakesValue ? word[row.Start.Length..] : "");
            else if (ReadLetters(word, options) is { } read) options = read;
            else if (word.StartsWith('-'))
                throw new UsageException(ProblemOf(word, words.ElementAtOrDefault(i + 1)));
            else if (options.Host is null) options = options with { Host = word };
            else if (options.Port is null) options = options with { Port = word };
            else throw new UsageException($"{SafeText.Escape(word)} is one word too many: ftp takes one host. Try: ftpx ftp -?");
        }
        return options;
    }

    /// <summary>Returns whether the exit code is always 0, also if the arguments are invalid.</summary>
    /// <inheritdoc cref="Read"/>
    public static bool EndsWithZero(IReadOnlyList<string> words, Func<string, string?> variable) =>
        words.Contains(ExitZero) || variable("FTPX_EXIT_ZERO") == "1";

    /// <summary>Writes the output of <c>-?</c>.</summary>
    public static void Write(TextWriter output)
    {
        output.WriteLine("Run scripts for Windows' ftp.exe, or an interactive prompt");
        output.WriteLine();
        output.WriteLine("Usage: ftpx ftp [OPTIONS] [HOST [PORT]]");
        output.WriteLine();
        output.WriteLine("Examples:");
        output.WriteLine("  ftpx ftp -s:fetch.txt ftp.example.org  run a script");
        output.WriteLine("  ftpx ftp -A ftp.example.org            a prompt, logged in as anonymous");
        output.WriteLine();
        output.WriteLine("Options:");
        foreach (var row in All) output.WriteLine($"  {row.Usage,-15}  {row.Text}");
        output.WriteLine();
        output.WriteLine("A copy or link of ftpx named ftp takes the same arguments. At the prompt, help");
        output.WriteLine("lists the verbs. docs/ftp-exe.md: all differences from ftp.exe.");
        output.WriteLine("Exit codes: ftpx help exit-codes");
    }

    // ftp.exe accepts a slash for a dash; on Linux a slash begins a path.
    private static ScriptOptionRow? Find(string word)
    {
        var written = '-' + word[1..];
        return word[0] == '/' && !OperatingSystem.IsWindows()
            ? null : All.FirstOrDefault(
                row => row.TakesValue ? written.StartsWith(row.Start, StringComparison.Ordinal) && written.Length > row.Start.Length
                    : written == row.Usage);
    }

    // -in is -i and -n, as in BSD's ftp, from which ftp.exe comes; public scripts for Windows have -in, -ni, -niv and -inv.
    private static ScriptOptions? ReadLetters(string word, ScriptOptions options)
    {
        for (var i = 1; i < word.Length; i++)
        {
            if (Find($"{word[0]}{word[i]}") is not { } row) return null;
            options = row.Apply(options, "");
        }
        return word.Length > 2 ? options : null;
    }

    private static string ProblemOf(string word, string? next)
    {
        if (All.FirstOrDefault(known => known.TakesValue && word.TrimEnd(':') == known.Start[..^1]) is not { } row)
            return $"{SafeText.Escape(word)} is not an option of ftp. Try: ftpx ftp -?";
        var value = next is { Length: > 0 } && next[0] != '-' && !next.Any(char.IsWhiteSpace)
            ? SafeText.Escape(next) : row.Usage[row.Start.Length..].ToUpperInvariant();
        return $"{row.Start[..^1]} needs a value, without a space before it: write {row.Start}{value}.";
    }
}

/// <summary>One option of ftp.exe, or one that ftpx adds.</summary>
/// <param name="Usage">The syntax: <c>-s:file</c>.</param>
/// <param name="Text">The description.</param>
/// <param name="Apply">Stores the option in the parsed arguments; the value is empty if it has none.</param>
internal sealed record ScriptOptionRow(string Usage, string Text, Func<ScriptOptions, string, ScriptOptions> Apply)
{
    /// <summary>The text before the value, or the complete option.</summary>
    public string Start => TakesValue ? Usage[..(Usage.IndexOf(':') + 1)] : Usage;

    public bool TakesValue => Usage.Contains(':');
}
