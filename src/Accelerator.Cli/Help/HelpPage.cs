using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Terminal;

namespace Accelerator.Cli.Help;

/// <summary>The help of the program and of each command, as lines of at most 80 columns.</summary>
internal static class HelpPage
{
    /// <summary>The commands that the overview lists; the list of commands has all of them.</summary>
    private static readonly string[] UsedFirst = ["get", "mirror", "ls", "probe", "job", "doctor"];

    /// <summary>Returns the help of a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="isComplete">Whether options for special cases are listed too; of the program, all commands.</param>
    public static IEnumerable<string> Lines(Command command, bool isComplete) =>
        command is not RootCommand ? OfCommand(command, isComplete) : isComplete ? Commands(command) : Overview(command);

    /// <summary>Returns the list of all commands.</summary>
    public static IEnumerable<string> Commands(Command root) =>
    [
        "Commands:",
        .. Table(root.Subcommands.Select(command => (command.Name, command.Description!))),
        "",
        "Help for a command: ftpx help COMMAND",
    ];

    /// <summary>Returns how a command is written: <c>ftpx get [URL ...]</c>.</summary>
    public static string UsageOf(Command command) => string.Join(' ', [PathOf(command), .. command.Arguments.Select(UsageOf),
        // ftpx ftp parses its arguments itself.
        .. command.Subcommands.Count > 0 ? ["COMMAND ..."] : command.Action is null ? ["..."] : Array.Empty<string>()]);

    /// <summary>Returns the options that a command accepts, in groups.</summary>
    public static IEnumerable<IGrouping<OptionGroup, OptionRow>> GroupsOf(Command command) =>
        (VerbOf(command)?.Rows ?? []).Where(row => command.Options.Contains(row.Option)).GroupBy(row => row.Group);

    private static IEnumerable<string> Overview(Command root) =>
    [
        root.Description!,
        "",
        "Usage: ftpx COMMAND ...",
        "",
        "Commands used first:",
        .. Table(UsedFirst.Select(name => root.Subcommands.Single(command => command.Name == name))
            .Select(command => (command.Name, command.Description!))),
        "",
        "Examples:",
        "  ftpx get ftp://host/pub/big.bin",
        "  ftpx get -o data/ \"ftp://host/pub/*.nc\"",
        "  ftpx mirror ftp://host/pub/passes archive",
        "",
        "More:",
        .. Table(
        [
            ("ftpx help commands", "All commands"),
            ("ftpx help get", "Help for a command, also as ftpx get --help"),
            ("ftpx help get all", "The same with every option"),
            ("ftpx help exit-codes", "Exit codes"),
            ("ftpx help environment", "Environment variables"),
        ]),
    ];

    private static IEnumerable<string> OfCommand(Command command, bool isComplete)
    {
        var path = PathOf(command);
        var groups = GroupsOf(command).ToList();
        var rows = groups.Where(group => isComplete || !group.Key.IsAdvanced).ToList();
        var width = rows.SelectMany(group => group).Select(row => row.Usage.Length).DefaultIfEmpty().Max();
        var examples = (VerbOf(command)?.Examples ?? []).Where(one => $"{one.Line} ".StartsWith($"{path} ", StringComparison.Ordinal));
        var hidden = groups.Except(rows).Sum(group => group.Count());
        return
        [
            command.Description!,
            "",
            $"Usage: {UsageOf(command)}{(groups.Count > 0 ? " [OPTIONS]" : "")}",
            .. Arguments(command),
            .. Section("Commands:", Table(command.Subcommands.Select(one => (one.Name, one.Description!)))),
            .. Section("Examples:", Table(examples.Select(example => (example.Line, example.Text)))),
            .. rows.SelectMany(group => Section($"{group.Key.Title}:", Table(group.Select(row => (row.Usage, TextOf(row))), width))),
            "",
            hidden > 0 ? $"{hidden} more options: {path} --help all. Exit codes: ftpx help exit-codes" : "Exit codes: ftpx help exit-codes",
        ];
    }

    // The lines of a description after the first one list the values of the argument.
    private static IEnumerable<string> Arguments(Command command)
    {
        var width = command.Arguments.Select(argument => argument.Name.Length).DefaultIfEmpty().Max();
        foreach (var argument in command.Arguments)
        {
            var lines = argument.Description!.Split('\n');
            foreach (var line in WordWrap.Lines($"  {argument.Name.PadRight(width)}  ", lines[0])) yield return line;
            foreach (var line in lines[1..]) yield return "    " + line;
        }
    }

    private static IEnumerable<string> Section(string title, IEnumerable<string> lines)
    {
        var isFirst = true;
        foreach (var line in lines)
        {
            if (isFirst)
            {
                yield return "";
                yield return title;
            }
            isFirst = false;
            yield return line;
        }
    }

    private static IEnumerable<string> Table(IEnumerable<(string Name, string Text)> rows, int width = 0)
    {
        var all = rows.ToList();
        width = Math.Max(width, all.Select(row => row.Name.Length).DefaultIfEmpty().Max());
        return all.SelectMany(row => WordWrap.Lines($"  {row.Name.PadRight(width)}  ", row.Text));
    }

    private static string TextOf(OptionRow row) => row.Default is "off" or "none" ? row.Text : $"{row.Text} [default: {row.Default}]";

    private static string UsageOf(Argument argument) =>
        (argument.Arity.MinimumNumberOfValues, argument.Arity.MaximumNumberOfValues) switch
        {
            (0, 1) => $"[{argument.Name}]",
            (0, _) => $"[{argument.Name} ...]",
            (_, 1) => argument.Name,
            _ => $"{argument.Name} ...",
        };

    private static VerbCommand? VerbOf(Command command) => command as VerbCommand ?? command.Parents.OfType<VerbCommand>().FirstOrDefault();

    private static string PathOf(Command command) =>
        command.Parents.OfType<VerbCommand>().FirstOrDefault() is { } verb ? $"ftpx {verb.Name} {command.Name}" : $"ftpx {command.Name}";
}
