using System.CommandLine.Parsing;
using Accelerator.Base.Running;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Options;

/// <summary>The options that run a command after each file.</summary>
internal sealed record FileCommandOptions
{
    /// <summary>The words in a command that stand for the file.</summary>
    public static readonly CommandMarks Marks = new("path", "name", "url");

    /// <summary>The options with a command.</summary>
    public const string OfComplete = "--on-complete", OfError = "--on-error";

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
    public string? Any => OnComplete is not null ? OfComplete : OnError is not null ? OfError : null;

    /// <summary>The commands that were given, each with its option.</summary>
    public IEnumerable<(string Option, string Command)> Typed =>
        from one in new[] { (Option: OfComplete, Command: OnComplete), (Option: OfError, Command: OnError) }
        where one.Command is not null
        select (one.Option, one.Command!);

    /// <summary>Splits a command into the program and its arguments. Blanks separate them, except between quotation marks.</summary>
    public static IReadOnlyList<string> Split(string command) => [.. CommandLineParser.SplitCommandLine(command)];

    /// <summary>Returns a sentence for each mark that is not replaced, but is probably meant to be.</summary>
    public IEnumerable<string> Doubts() =>
        from one in Typed
        from mark in CommandMarks.Possible(one.Command).Distinct(StringComparer.Ordinal)
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
            if (!Shell && Marks.Problem(words[0], [.. words.Skip(1)]) is { } problem) throw new UsageException($"{option}: {problem}");
        }
    }

    private string? Doubt(string mark, string command)
    {
        var isMark = Marks.Occur(mark);
        // "${name}" is a variable of the shell.
        if (Shell)
            return isMark && !command.Contains('$' + mark, StringComparison.Ordinal)
                ? $"--shell does not replace {mark}; the file is in the variable FTPX_FILE, its URL in FTPX_URL." : null;
        var meant = mark.Equals("{file}", StringComparison.OrdinalIgnoreCase)
            ? "path" : Typos.Nearest(mark[1..^1], Marks.Names);
        return isMark || meant is null ? null : $"{mark} is not replaced; did you mean {{{meant}}}?";
    }
}
