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
        if (terminal is null) Write(output);
        else Draw(terminal, output);
    }

    private void Draw(IAnsiConsole terminal, TextWriter output)
    {
        // Each column has a line and two blanks, and the last a line behind it. Nothing is drawn in the last column of the terminal.
        if (Widths(terminal.Profile.Width - (3 * Columns.Count) - 2) is not { } widths)
        {
            // With two columns the first has the names of the values.
            if (Columns.Count <= 2) Write(output);
            else WriteRows(output);
            return;
        }
        var table = new Table { Border = TableBorder.Rounded };
        if (Title is not null) table.Title = new TableTitle(Markup.Escape(SafeText.Escape(Title)));
        foreach (var (column, width) in Columns.Zip(widths))
            table.AddColumn(new TableColumn(new Text(SafeText.Escape(column))) { Width = width });
        foreach (var row in Rows) table.AddRow(row.Select(cell => new Text(SafeText.Escape(cell))));
        terminal.Write(table);
    }

    // The widest columns are narrowed, down to their longest words. The first contains text that is copied into the next command, and keeps
    // its width. Null if there is too little room for the words.
    private int[]? Widths(int room)
    {
        var cells = Columns.Select((column, i) => Rows.Select(row => SafeText.Escape(row[i])).Prepend(SafeText.Escape(column)).ToList());
        var (widths, least) = (new int[Columns.Count], new int[Columns.Count]);
        foreach (var (column, i) in cells.Select((column, i) => (column, i)))
        {
            widths[i] = column.Max(CellWidth.Of);
            least[i] = i == 0 ? widths[i] : column.Max(cell => cell.Split(' ').Max(CellWidth.Of));
        }
        if (least.Sum() > room) return null;
        while (widths.Sum() > room)
        {
            var widest = Enumerable.Range(0, widths.Length).Where(i => widths[i] > least[i]).MaxBy(i => widths[i]);
            widths[widest]--;
        }
        return widths;
    }

    private void WriteRows(TextWriter output)
    {
        if (Title is not null) output.WriteLine(SafeText.Escape(Title));
        var names = Columns.Skip(1).Select(SafeText.Escape).ToList();
        var width = names.Max(CellWidth.Of);
        foreach (var row in Rows)
        {
            output.WriteLine(SafeText.Escape($"{Columns[0]} {row[0]}".TrimStart()));
            foreach (var (name, cell) in names.Zip(row.Skip(1)))
                output.WriteLine($"{Gap}{name}{new string(' ', width - CellWidth.Of(name))}{Gap}{SafeText.Escape(cell)}".TrimEnd());
        }
        if (Title is not null) output.WriteLine();
    }

    private void Write(TextWriter output)
    {
        var lines = Rows.Prepend(Columns).Select(row => row.Select(SafeText.Escape).ToList()).ToList();
        var widths = Columns.Select((_, i) => lines.Max(line => CellWidth.Of(line[i]))).ToList();
        if (Title is not null) output.WriteLine(SafeText.Escape(Title));
        foreach (var line in lines)
            output.WriteLine(string.Join(Gap, line.Select((cell, i) => cell + new string(' ', widths[i] - CellWidth.Of(cell)))).TrimEnd());
        // Tables with a title follow one another.
        if (Title is not null) output.WriteLine();
    }
}
