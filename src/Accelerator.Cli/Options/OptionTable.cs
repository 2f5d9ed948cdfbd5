using System.CommandLine;
using System.CommandLine.Parsing;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Options;

/// <summary>The options of one command, in one table. Help and docs/cli.md are made from it.</summary>
internal abstract class OptionTable
{
    private readonly List<OptionRow> _rows = [];

    /// <summary>All rows, in the order of the help.</summary>
    public IReadOnlyList<OptionRow> Rows => _rows;

    /// <summary>An option that is there or not.</summary>
    protected Option<bool> Flag(string name, string text) => Flag([name], text);

    /// <summary>The same with a short name.</summary>
    protected Option<bool> Flag(string[] names, string text) => Add(new Option<bool>(names[0], names[1..]), "off", text);

    /// <summary>An option with a word that is taken as it is.</summary>
    protected Option<string?> Word(string[] names, string value, string @default, string text) =>
        Add(new Option<string?>(names[0], names[1..]) { HelpName = value }, @default, text);

    /// <summary>An option whose word is read by <paramref name="parse"/>, which throws <see cref="UsageException"/> when it cannot.</summary>
    protected Option<T?> Value<T>(string name, string value, string @default, string text, Func<string, T?> parse) =>
        Add(new Option<T?>(name) { HelpName = value, CustomParser = result => Parse(result, name, parse) }, @default, text);

    /// <summary>An option that may be given several times, each word read by <paramref name="parse"/>.</summary>
    protected Option<IReadOnlyList<T>?> Values<T>(string name, string value, string @default, string text, Func<string, T> parse) => Add(
        new Option<IReadOnlyList<T>?>(name)
        {
            HelpName = value,
            Arity = ArgumentArity.OneOrMore,
            CustomParser = result => Parse(result, name, _ => result.Tokens.Select(token => parse(token.Value)).ToList()),
        },
        @default,
        text);

    private static T? Parse<T>(ArgumentResult result, string name, Func<string, T?> parse)
    {
        try
        {
            return parse(result.Tokens[0].Value);
        }
        catch (UsageException e)
        {
            result.AddError($"{name}: {e.Message}");
            return default;
        }
    }

    private TOption Add<TOption>(TOption option, string @default, string text) where TOption : Option
    {
        option.Description = $"{text} [default: {@default}]";
        _rows.Add(new OptionRow(option, @default, text));
        return option;
    }
}
