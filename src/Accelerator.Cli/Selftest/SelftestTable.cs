using Spectre.Console;

namespace Accelerator.Cli.Selftest;

/// <summary>Shows the selftest as a table that grows.</summary>
internal static class SelftestTable
{
    /// <summary>Draws the table.</summary>
    /// <returns>Whether all checks passed.</returns>
    public static async Task<bool> ShowAsync(IAsyncEnumerable<SelftestRow> rows, IAnsiConsole terminal)
    {
        var passed = true;
        var table = new Table { Border = TableBorder.Rounded, Caption = new TableTitle("about ten seconds in total") };
        table.AddColumns("Check", "Result", "Found");
        await terminal.Live(table).StartAsync(async live =>
        {
            live.Refresh();
            await foreach (var row in rows.ConfigureAwait(false))
            {
                passed &= row.Passed;
                var verdict = row.Passed ? new Text("ok", new Style(Color.Green)) : new Text("FAILED", new Style(Color.Red));
                table.AddRow(new Text(row.Name), verdict, new Text(row.Finding));
                live.Refresh();
            }
            table.Caption = null;
            live.Refresh();
        }).ConfigureAwait(false);
        terminal.WriteLine(SelftestLines.Verdict(passed));
        return passed;
    }
}
