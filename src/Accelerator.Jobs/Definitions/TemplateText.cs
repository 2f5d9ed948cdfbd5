using System.Text;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// Splits a text with tokens in braces, as in <c>/archive/{yyyy}</c>. <c>{{</c> and <c>}}</c> are braces.
/// </summary>
internal static class TemplateText
{
    /// <summary>Returns the parts of a text: plain text and tokens without their braces, in turn, the first and the last plain.</summary>
    /// <param name="text">The text as written.</param>
    /// <param name="tokens">The known tokens.</param>
    /// <param name="problem">What is wrong, as a sentence; null if the text is valid.</param>
    public static IReadOnlyList<(bool IsToken, string Text)>? Split(string text, IReadOnlyList<string> tokens, out string? problem)
    {
        var parts = new List<(bool, string)>();
        var plain = new StringBuilder();
        for (var i = 0; i < text.Length; i++)
        {
            var isDoubled = i + 1 < text.Length && text[i + 1] == text[i];
            if (text[i] is not ('{' or '}')) plain.Append(text[i]);
            else if (isDoubled) plain.Append(text[i++]);
            else if (text[i] == '}' || text.IndexOf('}', i) is not (> 0 and var end))
            {
                problem = $"the braces of \"{text}\" do not match; write {{{{ and }}}} for braces in a name.";
                return null;
            }
            else if (!tokens.Contains(text[(i + 1)..end]))
            {
                problem = $"there is no token {{{text[(i + 1)..end]}}}; {Hint(text[(i + 1)..end], tokens)}";
                return null;
            }
            else
            {
                parts.Add((false, plain.ToString()));
                parts.Add((true, text[(i + 1)..end]));
                plain.Clear();
                i = end;
            }
        }
        parts.Add((false, plain.ToString()));
        problem = null;
        return parts;
    }

    // A token that differs only in the case of its letters is the most frequent mistake: YYYY, DD, hh.
    private static string Hint(string typed, IReadOnlyList<string> tokens) =>
        Typos.Nearest(typed, tokens) is { } nearest ? $"did you mean {{{nearest}}}?"
            : $"the tokens are {string.Join(", ", tokens.Select(token => $"{{{token}}}"))}.";
}
