using System.CommandLine;
using System.CommandLine.Parsing;
using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Options;

/// <summary>One option of a command, as shown in the help, in completion and in docs/commands.md.</summary>
/// <param name="Option">The option.</param>
/// <param name="Default">The value if the option is omitted.</param>
/// <param name="Text">One phrase, short enough for a line of the help where possible.</param>
/// <param name="Words">The values that can be listed.</param>
/// <param name="Group">The heading of the help that lists the option.</param>
internal sealed record OptionRow(Option Option, string Default, string Text, IReadOnlyList<string> Words, OptionGroup Group)
{
    /// <summary>The name, the short name and the value as written in the help: <c>-o, --output PATH</c>.</summary>
    public string Usage => string.Join(", ", Option.Aliases.Append(Option.Name)) + (Option.HelpName is { } value ? " " + value : "");
}

/// <summary>A heading of the help.</summary>
/// <param name="Title">The heading.</param>
/// <param name="IsAdvanced">Whether only the complete help lists the options below it.</param>
internal sealed record OptionGroup(string Title, bool IsAdvanced);

/// <summary>A command line that the help shows.</summary>
/// <param name="Line">The command line.</param>
/// <param name="Text">What it does.</param>
internal sealed record CommandExample(string Line, string Text);

/// <summary>A command of ftpx with its options. Help, completion, docs/commands.md and the man page are generated from them.</summary>
internal abstract class VerbCommand(string name, string text) : Command(name, text)
{
    private readonly List<CommandExample> _examples = [];

    /// <summary>All options, in the order of the help; with subcommands, the options of all of them.</summary>
    public abstract IReadOnlyList<OptionRow> Rows { get; }

    /// <summary>Examples of the command and of its subcommands.</summary>
    public IReadOnlyList<CommandExample> Examples => _examples;

    /// <summary>Adds an example.</summary>
    protected void Example(string line, string text) => _examples.Add(new CommandExample(line, text));
}

/// <summary>
/// A command that parses its arguments into a record. Each option and argument is declared once, with the member that it sets; omitted
/// options keep the default of the record.
/// </summary>
/// <typeparam name="T">The record.</typeparam>
/// <param name="name">The command's name.</param>
/// <param name="text">One phrase for the help.</param>
/// <param name="run">Receives the parsed record and returns the exit code.</param>
internal abstract class VerbCommand<T>(string name, string text, Func<T, Task<int>> run) : VerbCommand(name, text) where T : class
{
    /// <summary>The text of <c>--json</c>.</summary>
    protected const string JsonText = "Print one JSON object per line";

    /// <summary>The text of <c>--password-stdin</c>.</summary>
    protected const string PasswordStdinText = "Read the password from the first line of stdin";

    private readonly List<OptionRow> _rows = [];
    private readonly List<Symbol> _declared = [];
    private readonly List<Func<ParseResult, T, T>> _bindings = [];
    private OptionGroup _group = new("Options", false);

    /// <inheritdoc/>
    public override IReadOnlyList<OptionRow> Rows => _rows;

    /// <summary>Starts a group: the options that are declared from here on belong to it.</summary>
    protected void Group(string title, bool isAdvanced = false) => _group = new OptionGroup(title, isAdvanced);

    /// <summary>Declares a flag.</summary>
    protected Option Flag(string name, string text, Func<T, bool, T> set, string? alias = null)
    {
        var option = new Option<bool>(name, AliasesOf(alias));
        _bindings.Add((parsed, options) =>
            parsed.GetResult(option) is { Implicit: false } ? set(options, parsed.GetValue(option)) : options);
        return Declare(option, "off", text, []);
    }

    /// <summary>Declares an option with a value that is taken literally.</summary>
    protected Option Word(
        string name, string value, string @default, string text, Func<T, string, T> set, string? alias = null, string[]? words = null) =>
        Value(name, value, @default, text, static word => word, set, alias, words);

    /// <summary>
    /// Declares an option whose value is parsed by a method that throws <see cref="UsageException"/> for an invalid value.
    /// </summary>
    /// <param name="name">The option's name.</param>
    /// <param name="value">The name of the value in the help.</param>
    /// <param name="default">The value if the option is omitted.</param>
    /// <param name="text">One phrase.</param>
    /// <param name="read">Parses the value.</param>
    /// <param name="set">Stores the value in the record.</param>
    /// <param name="alias">A short name.</param>
    /// <param name="words">The values that a shell may offer; null for those in <paramref name="value"/> (<c>auto|on|off</c>).</param>
    protected Option Value<TValue>(
        string name, string value, string @default, string text,
        Func<string, TValue> read, Func<T, TValue, T> set, string? alias = null, string[]? words = null) =>
        Bind(name, value, @default, text, ArgumentArity.ExactlyOne, typed => read(typed[0].Value), set, alias, words);

    /// <summary>Declares an option that may be repeated, each value parsed by <paramref name="read"/>.</summary>
    protected Option Values<TValue>(
        string name, string value, string @default, string text, Func<string, TValue> read, Func<T, IReadOnlyList<TValue>, T> set) =>
        Bind<IReadOnlyList<TValue>>(
            name, value, @default, text, ArgumentArity.OneOrMore, typed => [.. typed.Select(token => read(token.Value))], set, null, null);

    /// <summary>Declares an argument.</summary>
    /// <param name="name">The name in the help.</param>
    /// <param name="text">One sentence.</param>
    /// <param name="set">Stores the value in the record.</param>
    /// <param name="isOptional">Whether it may be omitted.</param>
    /// <param name="words">The values that a shell may offer; null for none that are declared.</param>
    protected Argument Argument(string name, string text, Func<T, string, T> set, bool isOptional = false, string[]? words = null)
    {
        var argument = new Argument<string>(name) { Arity = isOptional ? ArgumentArity.ZeroOrOne : ArgumentArity.ExactlyOne,
            Description = text };
        if (words is not null) argument.CompletionSources.Add(words);
        return Declare(argument, (options, words) => set(options, words[0]));
    }

    /// <summary>Declares an argument that takes several values.</summary>
    protected Argument RepeatedArgument(string name, string text, ArgumentArity arity, Func<T, IReadOnlyList<string>, T> set) =>
        Declare(new Argument<string[]>(name) { Arity = arity, Description = text }, set);

    /// <summary>Adds everything declared to the command.</summary>
    /// <param name="start">The record before any option is parsed.</param>
    protected void Takes(T start) => Take(this, start, _declared);

    /// <summary>Adds a subcommand.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="text">One phrase for the help.</param>
    /// <param name="start">The record before any option is parsed.</param>
    /// <param name="taken">The declared options and arguments that the subcommand accepts.</param>
    protected void Subcommand(string name, string text, T start, params Symbol[] taken)
    {
        var command = new Command(name, text);
        Take(command, start, taken);
        Add(command);
    }

    /// <summary>Parses the command line.</summary>
    protected virtual T Read(ParseResult parsed, T start) => _bindings.Aggregate(start, (options, binding) => binding(parsed, options));

    /// <summary>Rejects options that contradict each other.</summary>
    /// <exception cref="UsageException">Two options contradict each other.</exception>
    protected virtual void Check(T options)
    {
    }

    private void Take(Command command, T start, IReadOnlyList<Symbol> taken)
    {
        foreach (var argument in taken.OfType<Argument>()) command.Add(argument);
        foreach (var option in taken.OfType<Option>()) command.Add(option);
        command.SetAction((parsed, _) =>
        {
            var options = Read(parsed, start);
            Check(options);
            return run(options);
        });
    }

    // Stores the update to the record instead of the value, because the parser cannot hold a typed null.
    private Option Bind<TValue>(
        string name, string value, string @default, string text, ArgumentArity arity,
        Func<IReadOnlyList<Token>, TValue> read, Func<T, TValue, T> set, string? alias, string[]? words)
    {
        words ??= [.. value.Contains('|') ? value.Split('|').Where(word => word.All(char.IsAsciiLetterLower)) : []];
        var option = new Option<Func<T, T>>(name, AliasesOf(alias)) { HelpName = value, Arity = arity, CustomParser = Parse };
        _bindings.Add((parsed, options) => parsed.GetValue(option)?.Invoke(options) ?? options);
        return Declare(option, @default, text, words);

        Func<T, T>? Parse(ArgumentResult result)
        {
            try
            {
                var typed = read(result.Tokens);
                return options => set(options, typed);
            }
            catch (UsageException e)
            {
                var meant = Typos.Nearest(result.Tokens[0].Value, words);
                result.AddError($"{name}: {e.Message}{(meant is null ? "" : $" Did you mean \"{meant}\"?")}");
                return null;
            }
        }
    }

    private Argument Declare(Argument argument, Func<T, IReadOnlyList<string>, T> set)
    {
        _bindings.Add((parsed, options) =>
            parsed.GetResult(argument)?.Tokens is { Count: > 0 } typed ? set(options, [.. typed.Select(token => token.Value)]) : options);
        _declared.Add(argument);
        return argument;
    }

    private Option Declare(Option option, string @default, string text, string[] words)
    {
        option.Description = text;
        // The default completions are true and false, which are never typed.
        option.CompletionSources.Clear();
        if (words.Length > 0) option.CompletionSources.Add(words);
        _rows.Add(new OptionRow(option, @default, text, words, _group));
        _declared.Add(option);
        return option;
    }

    private static string[] AliasesOf(string? alias) => alias is null ? [] : [alias];
}
