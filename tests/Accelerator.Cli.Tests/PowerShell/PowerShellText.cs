namespace Accelerator.Cli.Tests.PowerShell;

/// <summary>
/// A PowerShell file, split as far as a test of its form needs: its code without comments and with empty strings, its comments, its
/// strings. PowerShell is not available in this environment. This class finds unbalanced delimiters, not the errors that a real parser
/// would find.
/// </summary>
internal sealed class PowerShellText
{
    private readonly string _text;
    private readonly StringBuilder _code = new();
    private readonly Stack<(char Open, int Line)> _open = [];
    private int _at;

    public PowerShellText(string text)
    {
        _text = text;
        while (_at < text.Length) Step();
        if (_open.TryPeek(out var left)) throw new FormatException($"line {left.Line}: {left.Open} is not closed");
        Code = _code.ToString();
    }

    /// <summary>The code without comments and with empty strings.</summary>
    public string Code { get; }

    /// <summary>The contents of the quoted strings, in order.</summary>
    public List<string> Strings { get; } = [];

    private int Line => _text.AsSpan(0, Math.Min(_at, _text.Length)).Count('\n') + 1;

    private void Step()
    {
        var letter = _text[_at];
        if (At("<#")) _at = EndOf("#>", "a comment");
        else if (letter == '#') _at = _text.IndexOf('\n', _at) is > 0 and var end ? end : _text.Length;
        else if (At("@'") || At("@\"")) throw new FormatException($"line {Line}: a here-string, which this test does not read");
        else if (letter is '\'' or '"') String(letter);
        else if (letter == '`') throw new FormatException($"line {Line}: a backtick outside of a string, which hides what ends a line");
        else Plain(letter);
    }

    private void Plain(char letter)
    {
        if (letter is '(' or '[' or '{') _open.Push((letter, Line));
        if (letter is ')' or ']' or '}' && (!_open.TryPop(out var opened) || "([{".IndexOf(opened.Open) != ")]}".IndexOf(letter)))
            throw new FormatException($"line {Line}: {letter} closes nothing");
        _code.Append(letter);
        _at++;
    }

    private void String(char quote)
    {
        var (content, line) = (new StringBuilder(), Line);
        for (_at++; ; _at++)
        {
            if (_at >= _text.Length || _text[_at] == '\n') throw new FormatException($"line {line}: a string is not closed");
            if (_text[_at] == quote)
            {
                if (_at + 1 >= _text.Length || _text[_at + 1] != quote) break;
                _at++;
            }
            else if (quote == '"' && At("$("))
            {
                throw new FormatException($"line {line}: an expression inside a string, which this test does not read");
            }
            content.Append(_text[_at]);
        }
        _at++;
        Strings.Add(content.ToString());
        _code.Append("''");
    }

    private bool At(string mark) => string.CompareOrdinal(_text, _at, mark, 0, mark.Length) == 0;

    private int EndOf(string mark, string what) =>
        _text.IndexOf(mark, _at, StringComparison.Ordinal) is >= 0 and var end ? end + mark.Length : throw new FormatException($"line {Line}: {what} is not closed");
}
