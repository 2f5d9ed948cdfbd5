namespace Accelerator.Conventions.Tests;

/// <summary>Takes out of C# what is no code. Knows the literals this code base writes; an interpolated string goes with its holes.</summary>
internal static partial class CodeText
{
    /// <summary>Comments and the insides of literals become nothing; every line break stays.</summary>
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
