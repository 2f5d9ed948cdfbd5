using System.Text;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Credentials;

/// <summary>The words of a netrc file in sequence, with their lines for messages.</summary>
internal sealed class NetrcTokens(string text, string name)
{
    // Servers cut or refuse longer arguments; the bound keeps an unclosed quote from swallowing the file.
    private const int LongestWord = 4096;

    private int _position;
    private int _line = 1;

    /// <summary>Returns the next keyword, or null at the end. A word that starts with <c>#</c> begins a comment.</summary>
    public string? Next()
    {
        while (SkipBlanks())
        {
            if (text[_position] != '#') return Word();
            while (_position < text.Length && text[_position] != '\n') _position++;
        }
        return null;
    }

    /// <summary>Returns the value after a keyword. It may start with <c>#</c>.</summary>
    public string Value()
    {
        var line = _line;
        if (!SkipBlanks()) throw new UsageException($"{name}, line {line}: the last word has no value after it.");
        return Word();
    }

    /// <summary>Skips a macro: its name and all lines up to an empty one.</summary>
    public void SkipMacro()
    {
        _ = Value();
        var end = Math.Min(NextBlankLine("\n\n"), NextBlankLine("\n\r\n"));
        _line += text.AsSpan(_position, end - _position).Count('\n');
        _position = end;
    }

    /// <summary>Returns the error for a misplaced word.</summary>
    public UsageException Misplaced() =>
        new($"{name}, line {_line}: expected machine, default, login, password, account or macdef here; quote values that hold blanks.");

    private int NextBlankLine(string mark)
    {
        var at = text.IndexOf(mark, _position, StringComparison.Ordinal);
        return at < 0 ? text.Length : at + mark.Length;
    }

    private bool SkipBlanks()
    {
        for (; _position < text.Length && IsBlank(text[_position]); _position++)
        {
            if (text[_position] == '\n') _line++;
        }
        return _position < text.Length;
    }

    private string Word()
    {
        var word = new StringBuilder();
        var quoted = text[_position] == '"';
        if (quoted) _position++;
        while (_position < text.Length && (quoted ? text[_position] != '"' : !IsBlank(text[_position])))
        {
            // A backslash is special only inside quotes: old files contain passwords with an unescaped backslash.
            if (quoted && text[_position] == '\\' && _position + 1 < text.Length) _position++;
            word.Append(text[_position++]);
            if (word.Length > LongestWord)
                throw new UsageException($"{name}, line {_line}: a word is longer than {LongestWord} characters.");
        }

        if (quoted && _position++ >= text.Length) throw new UsageException($"{name}, line {_line}: a quotation mark is not closed.");
        var value = word.ToString();
        if (value.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0)
            throw new UsageException($"{name}, line {_line}: a value contains a line end or NUL, which FTP cannot transmit.");
        return value;
    }

    private static bool IsBlank(char c) => c is ' ' or '\t' or '\r' or '\n';
}
