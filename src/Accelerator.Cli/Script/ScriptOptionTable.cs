using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>
/// The options of ftp.exe, which are case-sensitive, and those that ftpx adds. They are parsed here, because no standard parser supports
/// them.
/// </summary>
internal static class ScriptOptionTable
{
    public static IReadOnlyList<ScriptOptionRow> All { get; } =
    [
        new("-v", "Do not show what the server says; refusals are shown all the same.", (o, _) => o with { IsVerbose = false }),
        new("-d", "Show the commands that are sent, secrets masked.", (o, _) => o with { Debug = true }),
        new("-i", "Do not ask before each file of mget.", (o, _) => o with { AsksBeforeFiles = false }),
        new("-n", "Do not ask for user and password after connecting: the script says user NAME PASSWORD.",
            (o, _) => o with { LogsIn = false }),
        new("-g", "Take * and ? in names for what they are.", (o, _) => o with { Globs = false }),
        new("-s:file", "Carry out the lines of this file (UTF-8), then end.", (o, value) => o with { File = value }),
        new("-a", "Taken, and ignored: data connections leave from the control connection's address.",
            (o, _) => o with { Ignored = [.. o.Ignored, "-a"] }),
        new("-A", "Log in as anonymous.", (o, _) => o with { IsAnonymous = true }),
        new("-x:size", "Taken, and ignored: a fixed send buffer is slower than the system's own.",
            (o, value) => o with { Ignored = [.. o.Ignored, "-x:" + value] }),
        new("-r:size", "Taken, and ignored: a fixed receive buffer would switch off the system's tuning of windows.",
            (o, value) => o with { Ignored = [.. o.Ignored, "-r:" + value] }),
        new("-b:count", "Taken, and ignored: the engine chooses its buffers.",
            (o, value) => o with { Ignored = [.. o.Ignored, "-b:" + value] }),
        new("-w:size", "Taken, and ignored: the engine chooses its buffers.",
            (o, value) => o with { Ignored = [.. o.Ignored, "-w:" + value] }),
        new("-?", "Show the options.", (o, _) => o with { ShowsUsage = true }),
        new("--active", "Active data connections, as ftp.exe has them; passive without it.", (o, _) => o with { Active = true }),
        new("--allow-changes", "Let put, mput, append, delete, mdelete, rename, mkdir, rmdir and such lines of quote change the server; "
            + "FTPX_ALLOW_CHANGES=1 does too.", (o, _) => o with { AllowChanges = true }),
        new("--exit-zero", "End with exit code 0 whatever happens, as ftp.exe does; FTPX_EXIT_ZERO=1 does too.",
            (o, _) => o with { ExitZero = true }),
    ];

    /// <summary>Parses the arguments.</summary>
    /// <param name="words">The arguments after <c>ftpx ftp</c>.</param>
    /// <param name="variable">Reads an environment variable.</param>
    /// <exception cref="UsageException">An argument is not an option.</exception>
    public static ScriptOptions Read(IReadOnlyList<string> words, Func<string, string?> variable)
    {
        var options = new ScriptOptions { AllowChanges = variable("FTPX_ALLOW_CHANGES") == "1",
            ExitZero = variable("FTPX_EXIT_ZERO") == "1" };
        foreach (var word in words)
        {
            if (word is "--help" or "-h") options = options with { ShowsUsage = true };
            else if (word.Length > 1 && word[0] is '-' or '/' && Find(word) is { } row)
                options = row.Apply(options, row.TakesValue ? word[row.Start.Length..] : "");
            else if (word.StartsWith('-'))
                throw new UsageException($"{SafeText.Escape(word)} is not an option of ftp, or has no value. Try: ftpx ftp -?");
            else if (options.Host is null) options = options with { Host = word };
            else if (options.Port is null) options = options with { Port = word };
            else throw new UsageException($"{SafeText.Escape(word)} is one word too many: ftp takes one host. Try: ftpx ftp -?");
        }
        return options;
    }

    /// <summary>Writes the output of <c>-?</c>.</summary>
    public static void Write(TextWriter output)
    {
        output.WriteLine("Fetches files as Windows' ftp.exe does, by the same scripts, in many streams.");
        output.WriteLine();
        output.WriteLine("ftpx ftp [options] [host [port]]");
        output.WriteLine();
        foreach (var row in All) output.WriteLine($"  {row.Usage,-16} {row.Text}");
        output.WriteLine();
        output.WriteLine("A copy or a link of ftpx that is called ftp takes the same words. At the prompt help shows the verbs. "
            + "docs/ftp-exe.md says what differs from ftp.exe.");
        output.WriteLine();
        ExitCodes.Write(output);
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
