using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Spectre.Console;

namespace Accelerator.Cli.Output;

/// <summary>
/// A table: drawn on a terminal, in plain columns elsewhere. Where it would have to break words, each row is a list of its values, as psql
/// does with <c>\x auto</c>. Every cell is made safe to print.
/// </summary>
/// <param name="Title">A line above the table, or null.</param>
/// <param name="Columns">The column headings.</param>
/// <param name="Rows">The rows, with one cell per column.</param>
internal sealed record TextTable(string? Title, IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    private const string Gap = "  ";

    /// <summary>Writes the table.</summary>
    /// <param name="terminal">The terminal behind <paramref name="output"/>, or null.</param>
    /// <param name="output">The writer for plain lines, which a terminal breaks only where its own line ends.</param>
    public void Show(IAnsiConsole? terminal, TextWriter output)
    {
        var lines = Lines();
        if (terminal is not null && Widths(lines, RoomIn(terminal)) is { } widths)
        {
            Draw(terminal, lines, widths);
            return;
        }
        if (Title is not null) output.WriteLine(SafeText.Escape(Title));
        // With two columns the first has the names of the values.
        if (terminal is null || Columns.Count <= 2) WriteAligned(output, lines, "");
        else WriteRows(output, lines);
        // Tables with a title follow one another.
        if (Title is not null) output.WriteLine();
    }

    /// <summary>Returns whether the table can be drawn on a terminal without breaking a word.</summary>
    public bool Fits(IAnsiConsole terminal) => Widths(Lines(), RoomIn(terminal)) is not null;

    /// <summary>Returns whether the table can be drawn on a terminal with one line for each row.</summary>
    public bool FitsUnbroken(IAnsiConsole terminal) => Natural(Lines()).Sum() <= RoomIn(terminal);

    // The heading and the rows.
    private IReadOnlyList<IReadOnlyList<string>> Lines() =>
        [.. Rows.Prepend(Columns).Select(row => row.Select(SafeText.Escape).ToList())];

    // Each column has a line and two blanks, and the last a line behind it. Nothing is drawn in the last column of the terminal.
    private int RoomIn(IAnsiConsole terminal) => terminal.Profile.Width - (3 * Columns.Count) - 2;

    private void Draw(IAnsiConsole terminal, IReadOnlyList<IReadOnlyList<string>> lines, int[] widths)
    {
        var table = new Table { Border = TableBorder.Rounded };
        if (Title is not null) table.Title = new TableTitle(Markup.Escape(SafeText.Escape(Title)));
        foreach (var (column, width) in lines[0].Zip(widths)) table.AddColumn(new TableColumn(new Text(column)) { Width = width });
        foreach (var line in lines.Skip(1)) table.AddRow(line.Select(cell => new Text(cell)));
        terminal.Write(table);
    }

    // The widest columns are narrowed, down to their longest words. The first contains text that is copied into the next command, and keeps
    // its width. Null if there is too little room for the words.
    private static int[]? Widths(IReadOnlyList<IReadOnlyList<string>> lines, int room)
    {
        var widths = Natural(lines);
        var least = widths.Select((width, i) => i == 0 ? width : lines.Max(line => line[i].Split(' ').Max(CellWidth.Of))).ToArray();
        if (least.Sum() > room) return null;
        while (widths.Sum() > room)
        {
            var widest = Enumerable.Range(0, widths.Length).Where(i => widths[i] > least[i]).MaxBy(i => widths[i]);
            widths[widest]--;
        }
        return widths;
    }

    private static void WriteRows(TextWriter output, IReadOnlyList<IReadOnlyList<string>> lines)
    {
        foreach (var line in lines.Skip(1))
        {
            output.WriteLine($"{lines[0][0]} {line[0]}".TrimStart());
            WriteAligned(output, [.. lines[0].Zip(line, static IReadOnlyList<string> (name, cell) => [name, cell]).Skip(1)], Gap);
        }
    }

    private static void WriteAligned(TextWriter output, IReadOnlyList<IReadOnlyList<string>> lines, string indent)
    {
        var widths = Natural(lines);
        foreach (var line in lines)
            output.WriteLine(
                indent + string.Join(Gap, line.Select((cell, i) => cell + new string(' ', widths[i] - CellWidth.Of(cell)))).TrimEnd());
    }

    private static int[] Natural(IReadOnlyList<IReadOnlyList<string>> lines) =>
        [.. Enumerable.Range(0, lines[0].Count).Select(i => lines.Max(line => CellWidth.Of(line[i])))];
}
