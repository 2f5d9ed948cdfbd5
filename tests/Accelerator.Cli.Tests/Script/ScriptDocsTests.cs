namespace Accelerator.Cli.Tests.Script;

/// <summary>docs/ftp-exe.md matches the program.</summary>
public sealed class ScriptDocsTests
{
    /// <summary>Options, and verbs with a mark on those that change a server.</summary>
    [Fact]
    public void Every_table_of_the_reference_is_as_the_program_writes_it()
    {
        var page = Page.Read("ftp-exe.md");
        page.Put("## Options", "option", ScriptOptionTable.All.Select(row => new[] { $"`{row.Usage}`", row.Text }));
        page.Put("## Verbs", "verb", ScriptVerbTable.All.Select(verb => new[] { $"`{verb.Usage}`{(verb.Changes ? " *" : "")}", verb.Summary }));
        page.IsWritten();
    }

    [Fact]
    public void The_synopsis_has_every_option() => Assert.Contains(
        $"ftpx ftp {string.Join(' ', ScriptOptionTable.All.Where(row => row.Usage != "-?").Select(row => $"[{row.Usage}]"))} [host [port]]", Page.Read("commands.md").Lines);

    [Fact]
    public void The_page_names_the_exit_code_of_a_change_that_was_refused()
    {
        var lines = Page.Read("ftp-exe.md").Lines;
        Assert.Contains(lines, line => line.Contains($"make the exit code {ExitCodes.Changes.Value}.", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.Contains($" {ExitCodes.Changes.Value}: the script changes the server", StringComparison.Ordinal));
    }
}
