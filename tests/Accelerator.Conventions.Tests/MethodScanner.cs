using System.Text.RegularExpressions;

namespace Accelerator.Conventions.Tests;

/// <summary>Finds the bodies of methods, constructors and local functions by counting braces. Needs code that <see cref="CodeText"/> has stripped.</summary>
internal static partial class MethodScanner
{
    /// <summary>Name and number of lines between the braces, for each body.</summary>
    public static IEnumerable<(string Name, int Lines)> Bodies(string code)
    {
        foreach (Match match in Head().Matches(code))
        {
            if (!TypeWord().IsMatch(match.Groups["modifiers"].Value)) yield return (match.Groups["name"].Value, LinesBetween(code, match.Index + match.Length - 1));
        }
    }

    private static int LinesBetween(string code, int open)
    {
        var depth = 0;
        for (var i = open; i < code.Length; i++)
        {
            if (code[i] == '{') depth++;
            else if (code[i] == '}' && --depth == 0) return Math.Max(0, code.AsSpan(open, i - open).Count('\n') - 1);
        }
        return code.AsSpan(open).Count('\n');
    }

    // At least a type or a modifier, a name, parameters with brackets at most two deep, perhaps constraints or base(...), a brace.
    [GeneratedRegex("""
        ^[ ]+(?<modifiers>(?:[\w<>\[\],.?():]+[ ]+)+)(?<name>\w+)(?:<[^<>()]*>)?
        \((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)
        (?:\s*(?:where[^{};]*|:\s*(?:base|this)\s*\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)))?
        \s*\{
        """, RegexOptions.Multiline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Head();

    // Types with a primary constructor look like methods, and so do these statements.
    [GeneratedRegex(@"\b(?:class|record|struct|interface|new|return|await|else|case|when|in|is|and|or|not|if|while|for|foreach|switch|lock|using|catch|fixed|throw)\b")]
    private static partial Regex TypeWord();
}
