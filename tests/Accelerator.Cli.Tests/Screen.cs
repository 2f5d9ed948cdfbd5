namespace Accelerator.Cli.Tests;

/// <summary>
/// A terminal that supports the few control sequences of the progress frame. It fails on any other, and on a line that would wrap.
/// </summary>
internal sealed class Screen : TextWriter
{
    private readonly List<StringBuilder> _rows = [new()];
    private readonly int _width;
    private int _row;
    private int _column;

    public Screen(int width, int height = 24, bool unicode = false)
    {
        _width = width;
        Console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
            Out = new TerminalOutput(this, () => width, () => height),
        });
        Console.Profile.Capabilities.Unicode = unicode;
        NewLine = "\n";
    }

    public IAnsiConsole Console { get; }

    /// <summary>The number of separate writes: each may be painted on its own.</summary>
    public int Writes { get; private set; }

    /// <summary>The progress values sent to the taskbar, in order: <c>1;45</c>.</summary>
    public List<string> Taskbar { get; } = [];

    public override Encoding Encoding => Encoding.UTF8;

    /// <summary>The text on the screen, without trailing spaces.</summary>
    public string Text => string.Join('\n', _rows.Select(r => r.ToString().TrimEnd())).TrimEnd();

    public override void Write(char value) => Write(value.ToString());

    public override void Write(string? value)
    {
        Writes++;
        for (var i = 0; value is not null && i < value.Length; i++)
        {
            if (value[i] is '\r' or '\n') _column = 0;
            if (value[i] == '\u001b') i = Control(value, i + 1);
            else if (value[i] is not ('\r' or '\n')) Put(value[i]);
            else if (value[i] == '\n' && ++_row == _rows.Count) _rows.Add(new StringBuilder());
        }
    }

    private void Put(char c)
    {
        Assert.True(_column < _width - 1 || c == ' ', $"column {_column} of {_width} was written: the line would wrap");
        var row = _rows[_row];
        while (row.Length <= _column) row.Append(' ');
        row[_column++] = c;
    }

    private int Control(string text, int at)
    {
        if (text[at] == ']') return Command(text, at);
        Assert.Equal('[', text[at]);
        var end = at + 1;
        while (char.IsAsciiDigit(text[end]) || text[end] == ';') end++;
        var argument = text[(at + 1)..end];
        if (text[end] is 'K' or 'J') CutRow();
        if (text[end] == 'J') _rows.RemoveRange(_row + 1, _rows.Count - _row - 1);
        else if (text[end] == 'A') _row -= int.Parse(argument, System.Globalization.CultureInfo.InvariantCulture);
        else if (text[end] != 'K') Assert.Equal('m', text[end]);
        Assert.True(_row >= 0, "the cursor left the screen");
        return end;
    }

    private int Command(string text, int at)
    {
        const string Head = "]9;4;";
        Assert.Equal(Head, text.Substring(at, Head.Length));
        var end = text.IndexOf('\a', at);
        Taskbar.Add(text[(at + Head.Length)..end]);
        return end;
    }

    private void CutRow() => _rows[_row].Length = Math.Min(_rows[_row].Length, _column);
}
