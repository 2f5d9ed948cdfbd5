using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Help;

/// <summary>The <c>ftpx help</c> command: shows the help of a command, or a topic.</summary>
internal sealed class HelpCommand : Command
{
    private static readonly string[] Topics = ["commands", "exit-codes", "environment"];

    public HelpCommand() : base("help", "Show help for a command or a topic")
    {
        var topic = new Argument<string[]>("TOPIC")
        {
            Arity = ArgumentArity.ZeroOrMore,
            Description = $"A command (with \"{HelpSwitch.All}\", every option), or {string.Join(", ", Topics)}",
        };
        topic.CompletionSources.Add(context =>
            context.ParseResult.RootCommandResult.Command.Subcommands.Select(command => command.Name).Concat(Topics)
                .Select(word => new System.CommandLine.Completions.CompletionItem(word)));
        Add(topic);
        SetAction(parsed =>
        {
            Write(parsed.RootCommandResult.Command, parsed.GetValue(topic) ?? [], parsed.InvocationConfiguration.Output);
            return ExitCodes.Ok;
        });
    }

    private static void Write(Command root, string[] words, TextWriter output)
    {
        switch (words)
        {
            case [("commands" or "environment") and var topic, var more, ..]:
                throw TooMany(more, [topic]);
            case ["commands"]:
                Write(HelpPage.Commands(root), output);
                break;
            case ["exit-codes"]:
                ExitCodes.Write(output);
                break;
            case ["environment"]:
                EnvironmentVariables.Write(output);
                break;
            default:
                var isComplete = words is [.., HelpSwitch.All];
                Write(HelpPage.Lines(Find(root, isComplete ? words[..^1] : words), isComplete), output);
                break;
        }
    }

    private static void Write(IEnumerable<string> lines, TextWriter output)
    {
        foreach (var line in lines) output.WriteLine(line);
    }

    private static Command Find(Command root, string[] words)
    {
        var command = root;
        for (var i = 0; i < words.Length; i++)
        {
            if (command.Subcommands.FirstOrDefault(one => one.Name == words[i]) is { } next) command = next;
            else if (words[i] == HelpSwitch.All && i + 1 < words.Length) throw TooMany(words[i + 1], words[..(i + 1)]);
            else if (command.Subcommands.Count == 0) throw TooMany(words[i], words[..i]);
            else
                throw new UsageException(
                    $"\"{SafeText.Escape(words[i])}\" is neither a command nor a help topic. Try: ftpx help commands");
        }
        return command;
    }

    private static UsageException TooMany(string word, string[] before) =>
        new($"\"{SafeText.Escape(word)}\" is one word too many. Run: ftpx help {string.Join(' ', before)}");
}
