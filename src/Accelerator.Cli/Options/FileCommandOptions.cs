using System.CommandLine.Parsing;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Options;

/// <summary>The options that run a command after each file.</summary>
internal sealed record FileCommandOptions
{
    /// <summary>The words in a command that stand for the file.</summary>
    public const string PathMark = "{path}", NameMark = "{name}", UrlMark = "{url}";

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

    /// <summary>Splits a command into the program and its arguments. Blanks separate them, except between quotation marks.</summary>
    public static IReadOnlyList<string> Split(string command) => [.. CommandLineParser.SplitCommandLine(command)];

    /// <summary>Checks the commands.</summary>
    /// <exception cref="UsageException">A command is empty, or an option lacks one.</exception>
    public void RefuseContradictions()
    {
        if (Any is null && Shell) throw new UsageException("--shell needs a command: add --on-complete or --on-error, or omit --shell.");
        foreach (var (option, command) in new[] { ("--on-complete", OnComplete), ("--on-error", OnError) })
        {
            if (command is null) continue;
            var words = Split(command);
            if (words.Count == 0 || words[0].Length == 0)
                throw new UsageException($"{option} is empty; give a program, for example {option} \"/usr/local/bin/index {{path}}\".");
            if (!Shell && IsBatch(words[0]) && words.Any(word => Array.Exists([PathMark, NameMark, UrlMark], word.Contains)))
                throw new UsageException(
                    $"{option}: Windows' shell runs batch files, and it would take a part of a file's name for a command. "
                        + "Omit {path}, {name} and {url}, and read FTPX_FILE in the batch file.");
        }
    }

    private static bool IsBatch(string program) =>
        program.EndsWith(".bat", StringComparison.OrdinalIgnoreCase) || program.EndsWith(".cmd", StringComparison.OrdinalIgnoreCase);
}
