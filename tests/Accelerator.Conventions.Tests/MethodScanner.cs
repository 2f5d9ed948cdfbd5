namespace Accelerator.Conventions.Tests;

/// <summary>
/// Finds the bodies of methods, constructors and local functions by counting brackets. The code must have been stripped by
/// <see cref="CodeText"/>.
/// </summary>
internal static partial class MethodScanner
{
    /// <summary>Returns the name and number of lines of each body: between its braces, or from its arrow to its semicolon.</summary>
    public static IEnumerable<(string Name, int Lines)> Bodies(string code)
    {
        foreach (Match match in Head().Matches(code))
        {
            if (TypeWord().IsMatch(match.Groups["modifiers"].Value)) continue;
            var body = code[(match.Index + match.Length - 1)..End(code, match.Index + match.Length - 1)];
            yield return (match.Groups["name"].Value, body.Count(c => c == '\n') + (body[0] == '{' ? -1 : 1));
        }
    }

    /// <summary>Returns the end of the block or expression at <paramref name="start"/>.</summary>
    private static int End(string code, int start)
    {
        var depth = 0;
        for (var i = start; i < code.Length; i++)
        {
            if (code[i] is '{' or '(' or '[') depth++;
            else if (code[i] is '}' or ')' or ']') depth--;
            if (depth == 0 && code[i] == (code[start] == '{' ? '}' : ';')) return i;
        }
        return code.Length;
    }

    // At least a type or a modifier, a name, parameters with brackets at most two deep, optional constraints or base(...), a brace or
    // an arrow.
    [GeneratedRegex("""
        ^[ ]+(?<modifiers>(?:[\w<>\[\],.?()]+[ ]+)+)(?<name>\w+)(?:<[^<>()]*>)?
        \((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)
        (?:\s*(?:where[^{};]*|:\s*(?:base|this)\s*\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\)))?
        \s*(?:\{|=>)
        """, RegexOptions.Multiline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Head();

    // Types with a primary constructor look like methods, and so do these statements.
    [GeneratedRegex(@"\b(?:class|record|struct|interface|new|return|await|else|case|when|in|is|and|or|not|if|while|for|foreach|switch|lock|using|catch|fixed|throw)\b")]
    private static partial Regex TypeWord();
}
