using System.Text;

namespace Accelerator.Cli.Script;

/// <summary>One line of a script, read as ftp.exe reads it. Pure.</summary>
/// <param name="Verb">The verb; null for an empty line and for one that is none.</param>
/// <param name="Arguments">The words behind it; quotation marks hold a word with blanks together.</param>
/// <param name="Rest">All that stands behind the verb, as it was written.</param>
/// <param name="Complaint">What ftp.exe says of a line that is no command; null for one that is, and for an empty one.</param>
internal sealed record ScriptLine(ScriptVerb? Verb, IReadOnlyList<string> Arguments, string Rest, string? Complaint)
{
    /// <summary>Reads a line.</summary>
    public static ScriptLine Read(string text)
    {
        // A byte order mark stands before the first line of what Windows' Notepad saves.
        var line = text.Trim('\uFEFF', ' ', '\t', '\r', '\n', '\0');
        if (line.Length == 0) return new ScriptLine(null, [], "", null);
        var (word, rest) = Split(line);
        if (ScriptVerbTable.Find(word, out var isAmbiguous) is { } verb) return new ScriptLine(verb, Words(rest), rest, null);
        return new ScriptLine(null, [], rest, isAmbiguous ? "Ambiguous command." : "Invalid command.");
    }

    /// <summary>A line of a script as it is shown: without what may be a password.</summary>
    public static string Masked(string text)
    {
        var line = Read(text);
        return line switch
        {
            { Verb.Act: ScriptAct.User, Arguments: [var name, _, ..] } => $"{line.Verb.Name} {name} ****",
            { Verb.Act: ScriptAct.Quote } when QuotesSecret(line.Rest) => $"{line.Verb.Name} {line.Arguments[0]} ****",
            // A line that is no command may be a password that came too late, after a login that was refused for example.
            { Verb: null, Complaint: not null } => "****",
            _ => text.Trim('\uFEFF', '\r', '\n'),
        };
    }

    private static bool QuotesSecret(string rest) =>
        Words(rest) is [var first, _, ..] && first.ToUpperInvariant() is "PASS" or "ACCT" or "SITE";

    // "!dir" is "! dir".
    private static (string Word, string Behind) Split(string line)
    {
        if (line[0] == '!') return ("!", line[1..].TrimStart());
        var end = line.AsSpan().IndexOfAny(' ', '\t');
        return end < 0 ? (line, "") : (line[..end], line[end..].TrimStart());
    }

    private static List<string> Words(string text)
    {
        var words = new List<string>();
        var word = new StringBuilder();
        var (isInside, isWord) = (false, false);
        foreach (var c in text)
        {
            if (c == '"')
            {
                isInside = !isInside;
                isWord = true;
            }
            else if (c is ' ' or '\t' && !isInside)
            {
                if (isWord) words.Add(word.ToString());
                word.Clear();
                isWord = false;
            }
            else
            {
                word.Append(c);
                isWord = true;
            }
        }
        if (isWord) words.Add(word.ToString());
        return words;
    }
}
