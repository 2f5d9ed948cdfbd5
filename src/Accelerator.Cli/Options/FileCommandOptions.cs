using System.CommandLine.Parsing;
using System.Text.RegularExpressions;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Options;

/// <summary>The options that run a command after each file.</summary>
internal sealed partial record FileCommandOptions
{
    /// <summary>The words in a command that stand for the file.</summary>
    public const string PathMark = "{path}", NameMark = "{name}", UrlMark = "{url}";

    private static readonly string[] Marks = [PathMark, NameMark, UrlMark];

    /// <summary>No commands.</summary>
    public static FileCommandOptions None { get; } = new();

    /// <summary>The command after a file that was downloaded, as typed; null for none.</summary>
    public string? OnComplete { get; init; }

    /// <summary>The command after a file that failed, as typed; null for none.</summary>
    public string? OnError { get; init; }

    /// <summary>Whether the commands are lines for the shell.</summary>
    public bool Shell { get; init; }

    /// <summary>The time after which a command is ended, as for the commands of jobs.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>The first option with a command; null without one.</summary>
    public string? Any => OnComplete is not null ? "--on-complete" : OnError is not null ? "--on-error" : null;

    private IEnumerable<(string Option, string Command)> Typed =>
        from one in new[] { (Option: "--on-complete", Command: OnComplete), (Option: "--on-error", Command: OnError) }
        where one.Command is not null
        select (one.Option, one.Command!);

    /// <summary>Splits a command into the program and its arguments. Blanks separate them, except between quotation marks.</summary>
    public static IReadOnlyList<string> Split(string command) => [.. CommandLineParser.SplitCommandLine(command)];

    /// <summary>A word between braces, which may be one of the marks.</summary>
    [GeneratedRegex(@"\{[A-Za-z]+\}", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    public static partial Regex Mark();

    /// <summary>Returns a sentence for each mark that is not replaced, but is probably meant to be.</summary>
    public IEnumerable<string> Doubts() =>
        from one in Typed
        from mark in Mark().Matches(one.Command).Select(match => match.Value).Distinct(StringComparer.Ordinal)
        let sentence = Doubt(mark, one.Command)
        where sentence is not null
        select $"{one.Option}: {sentence}";

    /// <summary>Checks the commands.</summary>
    /// <exception cref="UsageException">A command is empty, or an option lacks one.</exception>
    public void RefuseContradictions()
    {
        if (Any is null && Shell) throw new UsageException("--shell needs a command: add --on-complete or --on-error, or omit --shell.");
        foreach (var (option, command) in Typed)
        {
            if (!Shell && command.Count(letter => letter == '"') % 2 != 0)
                throw new UsageException($"{option}: a quotation mark is not closed: {SafeText.Escape(command)}");
            var words = Split(command);
            if (words.Count == 0 || words[0].Length == 0)
                throw new UsageException($"{option} is empty; give a program, for example {option} \"/usr/local/bin/index {{path}}\".");
            if (!Shell && IsBatch(words[0]) && words.Any(word => Array.Exists(Marks, word.Contains)))
                throw new UsageException(
                    $"{option}: Windows' shell runs batch files, and it would take a part of a file's name for a command. "
                        + "Omit {path}, {name} and {url}, and read FTPX_FILE in the batch file.");
        }
    }

    private string? Doubt(string mark, string command)
    {
        var isMark = Marks.Contains(mark);
        // "${name}" is a variable of the shell.
        if (Shell)
            return isMark && !command.Contains('$' + mark, StringComparison.Ordinal)
                ? $"--shell does not replace {mark}; the file is in the variable FTPX_FILE, its URL in FTPX_URL." : null;
        var meant = mark.Equals("{file}", StringComparison.OrdinalIgnoreCase)
            ? "path" : Typos.Nearest(mark[1..^1], Marks.Select(one => one[1..^1]));
        return isMark || meant is null ? null : $"{mark} is not replaced; did you mean {{{meant}}}?";
    }

    private static bool IsBatch(string program) =>
        program.EndsWith(".bat", StringComparison.OrdinalIgnoreCase) || program.EndsWith(".cmd", StringComparison.OrdinalIgnoreCase);
}
