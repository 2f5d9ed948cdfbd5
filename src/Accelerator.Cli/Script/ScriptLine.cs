using System.Text;
using Accelerator.Cli.Addresses;

namespace Accelerator.Cli.Script;

/// <summary>One line of a script, parsed as ftp.exe does. Pure.</summary>
/// <param name="Verb">The verb; null for an empty line and for an unknown verb.</param>
/// <param name="Arguments">The words after the verb; quotation marks group words with blanks.</param>
/// <param name="Rest">The text after the verb, as written.</param>
/// <param name="Complaint">The message of ftp.exe for an invalid line; null for a command, and for an empty line.</param>
internal sealed record ScriptLine(ScriptVerb? Verb, IReadOnlyList<string> Arguments, string Rest, string? Complaint)
{
    /// <summary>Parses a line.</summary>
    public static ScriptLine Read(string text)
    {
        // Windows' Notepad writes a byte order mark before the first line.
        var line = text.Trim('\uFEFF', ' ', '\t', '\r', '\n', '\0');
        if (line.Length == 0) return new ScriptLine(null, [], "", null);
        var (word, rest) = Split(line);
        if (ScriptVerbTable.Find(word, out var isAmbiguous) is { } verb) return new ScriptLine(verb, Words(rest), rest, null);
        return new ScriptLine(null, [], rest, isAmbiguous ? "Ambiguous command." : "Invalid command.");
    }

    /// <summary>Returns a line of a script for display, with possible passwords masked.</summary>
    public static string Masked(string text)
    {
        var line = Read(text);
        return line switch
        {
            { Verb.Act: ScriptAct.User, Arguments: [var name, _, ..] } => $"{line.Verb.Name} {name} ****",
            { Verb.Act: ScriptAct.Quote } when QuotesSecret(line.Rest) => $"{line.Verb.Name} {line.Arguments[0]} ****",
            // open refuses a URL, which may contain a password.
            { Verb.Act: ScriptAct.Open } => AddressMask.HideBare(text.Trim('\uFEFF', '\r', '\n')),
            // An unknown command may be a password that came too late, for example after a refused login.
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
