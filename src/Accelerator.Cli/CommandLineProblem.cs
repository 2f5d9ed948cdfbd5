using System.CommandLine;
using System.CommandLine.Parsing;
using Accelerator.Base;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Help;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli;

/// <summary>Finds the first problem of a parsed command line, and what was probably meant.</summary>
internal static class CommandLineProblem
{
    /// <summary>Returns the sentence for the user; null if the command line can be carried out.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="typed">Its words as typed.</param>
    /// <param name="environment">Supplies the named servers, and the quoting rules of a corrected command line.</param>
    public static string? Find(ParseResult parsed, IReadOnlyList<string> typed, ProcessEnvironment environment)
    {
        if (parsed.Action is { ClearsParseErrors: true }) return null;
        var command = parsed.CommandResult.Command;
        if (OptionValues.Problem(typed, Valued(parsed)) is { } lack) return AddressMask.Hide(lack);
        if (command is RootCommand && parsed.UnmatchedTokens is [var unmatched, ..] && MeantFor(unmatched, environment) is { } words)
            return $"\"{AddressMask.HideBare(unmatched)}\" is a URL, not a command. "
                + $"Run: {CommandText.Of([.. words, .. parsed.UnmatchedTokens.Skip(1)], environment.IsWindows)}";
        if (FlagWithValue(parsed, typed) is { } flag) return $"option \"{flag}\" takes no value.";
        if ((UnknownOption(parsed) ?? UnknownCluster(parsed, typed)) is { } option)
        {
            var problem = Unknown("option", option, "", command, command.Options.SelectMany(known => known.Aliases.Prepend(known.Name)));
            return command is RootCommand && problem.EndsWith('.') ? problem + " Write the command first: ftpx get URL." : problem;
        }
        if (parsed.UnmatchedTokens is not [var stray, ..])
        {
            if (parsed.Errors is not [var first, ..]) return null;
            if (MissingValue(parsed) is { } lacking) return $"option \"{lacking}\" needs a value.";
            if (Repeated(parsed) is { } repeated) return $"option \"{repeated}\" is given more than once, but takes one value.";
            if (command is { Action: null, Subcommands.Count: > 0 })
                return $"\"ftpx {NameOf(parsed).TrimEnd()}\" needs a command: "
                    + $"{string.Join(", ", command.Subcommands.Select(one => one.Name))}.";
            return MissingArgument(parsed) is { } argument ? $"missing argument: {argument}.{HelpMeant(parsed)}"
                : AddressMask.Hide(first.Message);
        }
        if (command.Subcommands.Count == 0) return $"unexpected argument \"{AddressMask.HideBare(stray)}\".";
        return Unknown("command", stray, NameOf(parsed), command, command.Subcommands.Select(known => known.Name));
    }

    /// <summary>Returns the command with its subcommand, and a trailing blank: <c>site set </c>; empty for ftpx itself.</summary>
    public static string NameOf(ParseResult parsed)
    {
        var name = "";
        for (var part = parsed.CommandResult; part is { Command: not RootCommand }; part = part.Parent as CommandResult)
            name = $"{part.Command.Name} {name}";
        return name;
    }

    private static string Unknown(string what, string typed, string before, Command command, IEnumerable<string> known)
    {
        if (FamiliarOptions.Find(typed, command) is { } familiar) return $"unknown {what} \"{familiar.Name}\". {familiar.Hint}";
        return $"unknown {what} \"{before}{AddressMask.HideBare(typed)}\""
            + (Typos.Nearest(typed, known) is { } meant ? $"; did you mean \"{before}{meant}\"?" : ".");
    }

    // The parser treats an unknown option as an argument.
    private static string? UnknownOption(ParseResult parsed) =>
        parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash)
            ? null
            : parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens).Select(token => token.Value)
                .Concat(parsed.UnmatchedTokens).FirstOrDefault(word => word.Length > 1 && word[0] == '-');

    // The parser splits a cluster of short options behind the last flag that it knows: -qO- becomes -q and the argument O-.
    private static string? UnknownCluster(ParseResult parsed, IReadOnlyList<string> typed) => typed.TakeWhile(word => word != "--")
        .FirstOrDefault(word => word is ['-', not '-', _, ..] && parsed.Tokens.All(token => token.Value != word)
            && FamiliarOptions.Unknown(word, parsed.CommandResult.Command) is not null);

    private static string? MissingValue(ParseResult parsed) => parsed.CommandResult.Children.OfType<OptionResult>()
        .FirstOrDefault(option => option.Tokens.Count < option.Option.Arity.MinimumNumberOfValues)?.Option.Name;

    private static string? Repeated(ParseResult parsed) => parsed.CommandResult.Children.OfType<OptionResult>()
        .FirstOrDefault(option => option.Tokens.Count > option.Option.Arity.MaximumNumberOfValues)?.Option.Name;

    // The parser takes the "yes" of --quiet=yes for an argument; "true" and "false" are values of a flag.
    private static string? FlagWithValue(ParseResult parsed, IReadOnlyList<string> typed) => typed.TakeWhile(word => word != "--")
        .Where(word => word is ['-', ..]).Select(word => (word, end: word.IndexOfAny(['=', ':'])))
        .Where(entry => entry.end > 0 && !bool.TryParse(entry.word.AsSpan(entry.end + 1), out _)).Select(entry => entry.word[..entry.end])
        .FirstOrDefault(name => Flags(parsed).Any(flag => flag.Name == name || flag.Aliases.Contains(name)));

    private static IEnumerable<Option> Flags(ParseResult parsed) => OptionsOf(parsed).Where(option => option.ValueType == typeof(bool));

    private static HashSet<string> Valued(ParseResult parsed) =>
    [
        .. from option in OptionsOf(parsed)
           where option.Arity.MinimumNumberOfValues > 0
           from name in option.Aliases.Prepend(option.Name)
           select name,
    ];

    private static IEnumerable<Option> OptionsOf(ParseResult parsed) => parsed.CommandResult.Command.Options
        .Concat(parsed.RootCommandResult.Command.Options.Where(option => option.Recursive));

    // ftpx ls -h and nothing else: -h is the help of all other commands.
    private static string HelpMeant(ParseResult parsed) => parsed.CommandResult.Children.OfType<OptionResult>()
        .FirstOrDefault(option => option.IdentifierToken?.Value == "-h") is { Option.Name: var name } ? $" Here, -h is {name}." : "";

    private static string? MissingArgument(ParseResult parsed) => parsed.CommandResult.Command.Arguments
        .FirstOrDefault(argument => (parsed.GetResult(argument)?.Tokens.Count ?? 0) < argument.Arity.MinimumNumberOfValues)?.Name;

    // The command for an address that was typed in place of one.
    private static IEnumerable<string>? MeantFor(string typed, ProcessEnvironment environment)
    {
        if (NamedPath(typed, environment) is { } path) return [path.Length == 0 || path.EndsWith('/') ? "ls" : "get", typed];
        // A host name has a dot, which no command has.
        if (typed.AsSpan().IndexOfAny('/', '.') < 0) return null;
        var address = ListedAddress.Corrected(typed) ?? typed;
        if (!FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out _)) return null;
        return [url.Path.Name.Length == 0 ? "ls" : "get", address];
    }

    // An invalid file is reported by the command that needs it.
    private static string? NamedPath(string typed, ProcessEnvironment environment)
    {
        try
        {
            return UserConfiguration.Read(environment).Find(typed)?.Path;
        }
        catch (UsageException)
        {
            return null;
        }
    }
}
