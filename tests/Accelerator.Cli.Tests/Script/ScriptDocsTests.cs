using Accelerator.Cli.Script;

namespace Accelerator.Cli.Tests.Script;

/// <summary>docs/ftp-exe.md says what the program does.</summary>
public sealed class ScriptDocsTests
{
    private static readonly string[] Page = File.ReadAllLines(FindPage());

    [Fact]
    public void The_page_has_every_option() => Assert.Equal(ScriptOptionTable.All.Select(row => $"| `{row.Usage}` | {row.Text} |"), Table("option"));

    [Fact]
    public void The_page_has_every_verb_and_marks_those_that_change_a_server() => Assert.Equal(
        ScriptVerbTable.All.Select(verb => $"| `{verb.Usage.Replace("|", "\\|")}`{(verb.Changes ? " *" : "")} | {verb.Summary} |"), Table("verb"));

    [Fact]
    public void The_page_names_the_exit_code_of_a_change_that_was_refused()
    {
        Assert.Contains(Page, line => line.Contains($"make the exit code {ExitCodes.Changes.Value}.", StringComparison.Ordinal));
        Assert.Contains(Page, line => line.Contains($" {ExitCodes.Changes.Value}: the script changes the server", StringComparison.Ordinal));
    }

    private static IEnumerable<string> Table(string title) => Page.SkipWhile(line => line != $"| {title} | meaning |").Skip(2).TakeWhile(line => line.StartsWith('|'));

    private static string FindPage()
    {
        for (var folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            var page = Path.Combine(folder, "docs", "ftp-exe.md");
            if (File.Exists(page)) return page;
        }
        throw new FileNotFoundException("docs/ftp-exe.md is in no folder above the tests.");
    }
}
