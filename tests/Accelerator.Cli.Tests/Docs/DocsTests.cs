namespace Accelerator.Cli.Tests.Docs;

/// <summary>The reference pages and the pages about job files match the program.</summary>
public sealed class DocsTests
{
    private static readonly Page Json = Page.Read("json.md");

    /// <summary>Verbs, options, settings, facts, members of JSON, shells and exit codes.</summary>
    [Fact]
    public async Task Every_table_of_the_reference_is_as_the_program_writes_it()
    {
        List<Page> pages = [ReferencePages.Commands(), await ReferencePages.JsonAsync(Example()), ReferencePages.OfExitCodes(), ReferencePages.Variables()];
        Assert.Multiple([.. pages.Select(page => (Action)page.IsWritten)]);
        foreach (var title in (string[])["command", "option", "member of"]) Assert.Empty(pages.SelectMany(page => page.Left(title)));
        // A new member is written with empty cells, until its meaning is documented. Some names make a meaning unnecessary, but not a type.
        Assert.DoesNotContain(pages.SelectMany(page => page.Lines), line => line.EndsWith("|  |  |", StringComparison.Ordinal));
    }

    [Fact]
    public void The_members_of_the_members_of_a_probe_are_named()
    {
        var report = ProbeJson.Report(ProbeReportSamples.Report(), "");
        var row = Json.Table("## ftpx probe", "member of `probe`").Single(cells => cells[0] == "`steps`");
        Assert.Equal(Regex.Matches(row[2], "`(\\w+)`").Select(match => match.Groups[1].Value), Members(report, "steps"));
        Assert.Equal(["name", "verdict", "detail"], Members(report, "features"));
    }

    [Fact]
    public void The_members_of_a_route_are_named()
    {
        var line = JsonExamples.Lines(view => view.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Routes = TransferSamples.Routes() })))[0];
        var row = Json.Table("## ftpx get", "member of `progress`").Single(cells => cells[0] == "`lanes`");
        Assert.All(Members(line, "lanes"), member => Assert.Contains($"`{member}`", row[2], StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_has_every_word_of_the_json_vocabularies()
    {
        CheckWords<TransferPhase>("phase");
        CheckWords<StreamState>("streams");
        CheckWords<NoticeKind>("kind");
        CheckWords<VerifyMode>("verify", VerifyMode.Given);
        CheckWords<HashKind>("verify", HashKind.Crc32);
        CheckWords<FeatureVerdict>("features");
        CheckWords<ProbeStop>("stop");
        CheckWords<ProbeLimit>("limit");
        CheckWords<EntryKind>("kind");
        CheckWords<TimePrecision>("precision");
        CheckWords<MtuEvidence>("mtu_evidence");
        CheckWords<HostPlatform>("platform");
    }

    [Fact]
    public void The_defaults_of_the_timeouts_are_those_of_the_wire()
    {
        var (rows, timeouts) = (CommandLineFixture.RowsOf("get"), new FtpTimeouts());
        Assert.Equal(
            new[] { timeouts.Connect, timeouts.Reply, timeouts.FirstByte, timeouts.Stall }.Select(t => $"{t.TotalSeconds}"),
            rows.Where(r => r.Option.Name.StartsWith("--timeout-")).Select(r => r.Default));
        Assert.Equal(new SegmentLimits(256 << 10, long.MaxValue), SegmentLimits.Default);
    }

    [Theory]
    [InlineData("powershell")]
    [InlineData("bat")]
    public async Task The_options_of_the_examples_exist(string language)
    {
        var lines = Page.Read("commands.md").Lines.SkipWhile(line => line != "```" + language).TakeWhile(line => line != "```").Where(line => line.Contains("ftpx get ") || line.Contains("ftpx mirror ")).ToList();
        Assert.True(lines.Count > 3);
        foreach (var line in lines)
        {
            using var process = new TestEnvironment();
            var words = Regex.Matches(Regex.Match(line, "ftpx ((get|mirror) [^|]+)").Groups[1].Value, "\"[^\"]+\"|[^ ]+").Select(m => m.Value.Trim('"', '\''));
            var commands = CommandLineFixture.CommandsOf(process.Value, new GetCommand(_ => Task.FromResult(77)), new MirrorCommand(_ => Task.FromResult(77)));
            Assert.True(await FtpxCommand.RunAsync([.. words], process.Value, commands) == 77, $"{line}\n{process.Err}");
        }
    }

    /// <summary>The example of a job file is valid, and each of its keys has a row.</summary>
    [Fact]
    public void The_example_of_a_job_file_is_right_and_all_its_keys_are_explained()
    {
        var examples = Examples("jobs.md");
        Assert.Equal(3, examples.Count);
        Assert.All(examples, example => Assert.Empty(Read(example).Problems));
        var page = string.Join('\n', Page.Read("jobs.md").Lines);
        foreach (var key in examples.SelectMany(example => Regex.Matches(example, "\"([a-z_]+)\":").Select(match => match.Groups[1].Value)).Distinct())
        {
            if (key is "svalbard" or "passes" or "archive" or "agency" or "deliveries") continue;
            Assert.Contains($"`{key}`", page, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void The_job_files_of_the_other_pages_are_right() =>
        Assert.Equal(["Pull", "Fxp"], Examples("migrate.md").Select(example => Assert.Single(Read(example).File!.Jobs).Kind.ToString()));

    // The example with nearly all keys.
    private static JobDefinition Example() => Assert.Single(Read(Examples("jobs.md")[1]).File!.Jobs);

    // Complete job files only: the pages also show parts of job files.
    private static List<string> Examples(string page) =>
        [.. Regex.Matches(string.Join('\n', Page.Read(page).Lines), "```json\n(.*?)\n```", RegexOptions.Singleline).Select(match => match.Groups[1].Value).Where(example => example.StartsWith('{'))];

    private static JobFileReading Read(string example) => JobFileReader.Read(Encoding.UTF8.GetBytes(example), CronSchedule.Check);

    private static IEnumerable<string> Members(string line, string array) =>
        JsonDocument.Parse(line).RootElement.GetProperty(array)[0].EnumerateObject().Select(member => member.Name);

    private static void CheckWords<T>(string member, T? unused = null) where T : struct, Enum
    {
        var rows = Json.Lines.Where(line => line.StartsWith($"| `{member}` | ", StringComparison.Ordinal));
        Assert.Contains(rows, row => Enum.GetValues<T>().All(word => word.Equals(unused) || row.Contains($"`{JsonLines.Name(word)}`")));
    }
}
