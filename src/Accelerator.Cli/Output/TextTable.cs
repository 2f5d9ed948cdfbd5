using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Spectre.Console;

namespace Accelerator.Cli.Output;

/// <summary>A table: drawn on a terminal, in plain columns elsewhere. Every cell is made safe to print.</summary>
/// <param name="Title">A line above the table, or null.</param>
/// <param name="Columns">The column headings.</param>
/// <param name="Rows">The rows, with one cell per column.</param>
internal sealed record TextTable(string? Title, IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    private const string Gap = "  ";

    /// <summary>Writes the table.</summary>
    /// <param name="terminal">The terminal behind <paramref name="output"/>, or null.</param>
    /// <param name="output">The writer for plain lines.</param>
    public void Show(IAnsiConsole? terminal, TextWriter output)
    {
        if (terminal is null) Write(output);
        else Draw(terminal);
    }

    private void Draw(IAnsiConsole terminal)
    {
        var table = new Table { Border = TableBorder.Rounded };
        if (Title is not null) table.Title = new TableTitle(Markup.Escape(SafeText.Escape(Title)));
        // The first column contains text that is copied into the next command.
        table.AddColumn(new TableColumn(new Text(SafeText.Escape(Columns[0]))).NoWrap());
        foreach (var column in Columns.Skip(1)) table.AddColumn(new TableColumn(new Text(SafeText.Escape(column))));
        foreach (var row in Rows) table.AddRow(row.Select(cell => new Text(SafeText.Escape(cell))));
        terminal.Write(table);
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
