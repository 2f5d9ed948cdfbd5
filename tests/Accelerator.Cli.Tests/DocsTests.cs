using System.Text.Json;
using System.Text.RegularExpressions;
using Accelerator.Cli.Commands;
using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests;

/// <summary>docs/cli.md says what the program does.</summary>
public sealed class DocsTests
{
    private static readonly string[] Page = File.ReadAllLines(FindPage());

    [Fact]
    public void The_page_has_every_option_of_get_with_its_default() => Assert.Equal(Rows(new GetOptionTable()), Table("## ftpx get", "option"));

    [Fact]
    public void The_page_has_every_option_of_selftest_with_its_default() => Assert.Equal(Rows(new SelftestOptionTable()), Table("## ftpx selftest", "option"));

    [Fact]
    public void The_page_has_every_exit_code() =>
        Assert.Equal(ExitCodes.All.Select(c => $"| {c.Value} | {c.Name} | {c.Meaning} |"), Table("## Exit codes", "code"));

    [Fact]
    public void The_page_has_the_members_of_each_json_line_in_order()
    {
        CheckMembers("plan", new TransferEvent.Planned(Samples.Plan()));
        CheckMembers("progress", new TransferEvent.Progress(Samples.Snapshot()));
        CheckMembers("warning", new TransferEvent.Notice(NoticeKind.Other, ""));
        CheckMembers("decision", new TransferEvent.Decided(Samples.Decision()));
        CheckMembers("result", new TransferEvent.Finished(Samples.Done()));
    }

    [Fact]
    public void The_page_has_every_word_of_the_json_vocabularies()
    {
        CheckWords<TransferPhase>("phase");
        CheckWords<StreamState>("streams");
        CheckWords<NoticeKind>("kind");
        CheckWords<VerifyMode>("verify");
    }

    [Fact]
    public void The_defaults_of_the_timeouts_are_those_of_the_wire()
    {
        var (rows, timeouts) = (new GetOptionTable().Rows, new FtpTimeouts());
        Assert.Equal(
            new[] { timeouts.Connect, timeouts.Reply, timeouts.FirstByte, timeouts.Stall }.Select(t => $"{t.TotalSeconds}"),
            rows.Where(r => r.Option.Name.StartsWith("--timeout-")).Select(r => r.Default));
        Assert.Equal(new SegmentLimits(1 << 20, long.MaxValue), SegmentLimits.Default);
    }

    [Theory]
    [InlineData("powershell")]
    [InlineData("bat")]
    public async Task The_options_of_the_examples_exist(string language)
    {
        var start = Array.IndexOf(Page, "```" + language) + 1;
        var lines = Page[start..Array.IndexOf(Page, "```", start)].Where(l => l.Contains("ftpx get ")).ToList();
        Assert.True(lines.Count > 2);
        foreach (var line in lines)
        {
            using var process = new TestSurroundings();
            var words = Regex.Matches(Regex.Match(line, "ftpx (get [^|]+)").Groups[1].Value, "\"[^\"]+\"|[^ ]+").Select(m => m.Value.Trim('"'));
            var verbs = new Verbs(_ => Task.FromResult(77), _ => Task.FromResult(78));
            Assert.True(await FtpxCommand.RunAsync([.. words], process.Value, verbs) == 77, $"{line}\n{process.Err}");
        }
    }

    private static void CheckMembers(string type, TransferEvent value)
    {
        using var output = new StringWriter();
        using var view = new JsonView(output, TextWriter.Null, progress: true, detail: true);
        view.Report(value);
        var members = JsonDocument.Parse(output.ToString()).RootElement.EnumerateObject().Select(m => m.Name);
        Assert.Equal(members, Table("## JSON", $"member of `{type}`").Select(row => row.Split('`')[1]));
    }

    private static void CheckWords<T>(string member) where T : struct, Enum
    {
        var rows = Page.Where(l => l.StartsWith($"| `{member}` | ", StringComparison.Ordinal));
        Assert.Contains(rows, row => Enum.GetValues<T>().All(word => row.Contains($"`{JsonLines.Name(word)}`")));
    }

    private static IEnumerable<string> Rows(OptionTable table) =>
        table.Rows.Select(r => $"| `{r.Usage.Replace("|", "\\|")}` | {r.Default} | {r.Text} |");

    /// <summary>The rows of the first table below a heading whose first column has this title.</summary>
    private static List<string> Table(string heading, string title)
    {
        var below = Page.SkipWhile(l => l != heading).Skip(1).TakeWhile(l => !l.StartsWith("## ", StringComparison.Ordinal));
        return [.. below.SkipWhile(l => !l.StartsWith($"| {title} |", StringComparison.Ordinal)).Skip(2).TakeWhile(l => l.StartsWith('|'))];
    }

    private static string FindPage()
    {
        for (var folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            var page = Path.Combine(folder, "docs", "cli.md");
            if (File.Exists(page)) return page;
        }
        throw new FileNotFoundException("docs/cli.md is in no folder above the tests.");
    }
}
