namespace Accelerator.Conventions.Tests;

/// <summary>
/// Removes comments and literals from C#. Supports the literal forms that this code base uses; an interpolated string is removed with its
/// holes.
/// </summary>
internal static partial class CodeText
{
    /// <summary>Removes comments and the content of literals; every line break is kept.</summary>
    public static string Strip(string text) => NoCode().Replace(text, match =>
    {
        var breaks = new string('\n', match.Value.Count(c => c == '\n'));
        return match.Value[0] is '/' ? breaks : $"\"\"{breaks}";
    });

    // The longest forms first: raw strings, verbatim strings, strings, characters; then comments.
    [GeneratedRegex("""
        \$*("{3,})(?:.|\n)*?\1"*
        |(?:\$@|@\$|@)"(?:[^"]|"")*"
        |\$?"(?:\\.|[^"\\\n])*"
        |'(?:\\.[^'\n]*|[^'\\\n])'
        |//[^\n]*
        |/\*(?:.|\n)*?\*/
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex NoCode();
}
