using System.Collections.Concurrent;
using System.Text;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Cli.Job;
using System.Text.Json;
using System.Text.RegularExpressions;
using Accelerator.Cli.Commands;
using Accelerator.Cli.Completion;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Doctor;
using Accelerator.Cli.Fxp;
using Accelerator.Cli.Output;
using Accelerator.Cli.Serve;
using Accelerator.Cli.Service;
using Accelerator.Cli.Sites;
using Accelerator.Cli.Tests.Doctor;
using Accelerator.Cli.Tests.Fxp;
using Accelerator.Cli.Tests.Job;
using Accelerator.Cli.Tune;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Loopback;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Planning;
using Accelerator.Tuning.Profiles;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Running;

namespace Accelerator.Cli.Tests;

/// <summary>docs/cli.md says what the program does.</summary>
public sealed class DocsTests
{
    private const string SiteHeading = "## What ftpx remembers of a server";

    private static readonly string[] Page = File.ReadAllLines(FindPage());

    [Fact]
    public void The_page_has_every_option_of_get_with_its_default() => Assert.Equal(Rows(new GetOptionTable()), Table("## ftpx get", "option"));

    [Fact]
    public void The_page_has_every_option_of_mirror_with_its_default() => Assert.Equal(Rows(new MirrorOptionTable()), Table("## ftpx mirror", "option"));

    [Fact]
    public void The_page_has_every_option_of_fxp_with_its_default() => Assert.Equal(Rows(new FxpOptionTable()), Table("## ftpx fxp", "option"));

    [Fact]
    public void The_page_has_the_members_of_the_json_of_fxp_in_order()
    {
        using var output = new StringWriter();
        using var view = new JsonView(output, TextWriter.Null, progress: true, detail: false);
        var found = FxpSamples.Found(new TransferException(FailureKind.NotFound, "not here"));
        foreach (var problem in found.Problems) view.ShowProblem(problem);
        view.ShowPlan(new FxpPreview(FxpSamples.Want, found, [FxpSamples.Plan], [FxpSamples.There]));
        view.ShowResult(FxpSamples.Summary(found, FxpSamples.Copied));
        var lines = output.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement).ToList();
        Assert.Equal(["fxp_problem", "fxp_plan", "fxp_file", "fxp_preview", "fxp_result"], lines.Select(line => line.GetProperty("type").GetString()));
        Assert.All(lines, line => Assert.Equal(line.EnumerateObject().Select(member => member.Name), Table("## ftpx fxp", $"member of `{line.GetProperty("type").GetString()}`").Select(row => row.Split('`')[1])));
    }

    [Fact]
    public void The_page_has_the_members_of_the_json_of_mirror_in_order()
    {
        using var output = new StringWriter();
        using var view = new JsonView(output, TextWriter.Null, progress: true, detail: true);
        var plan = MirrorSamples.Plan() with { Problems = [MirrorSamples.Problem()] };
        view.ShowPlan(plan, MirrorSamples.Request());
        view.ShowResult(MirrorSamples.Result(plan));
        var lines = output.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement).ToLookup(line => line.GetProperty("type").GetString()!);
        Assert.Equal(["mirror_file", "mirror_problem", "mirror_plan", "mirror_result"], lines.Select(type => type.Key));
        Assert.All(
            lines.SelectMany(type => type, (type, line) => (Type: type.Key, Members: line.EnumerateObject().Select(member => member.Name))),
            line => Assert.Equal(line.Members, Table("## ftpx mirror", $"member of `{line.Type}`").Select(row => row.Split('`')[1])));
    }

    [Fact]
    public void The_page_has_every_option_of_tune() => Assert.Equal(Rows(new TuneOptionTable()), Table("## ftpx tune", "option"));

    [Fact]
    public void The_page_has_every_option_of_doctor_with_its_default() => Assert.Equal(Rows(new DoctorOptionTable()), Table("## ftpx doctor", "option"));

    [Fact]
    public async Task The_page_has_the_members_of_the_json_of_doctor_in_order()
    {
        var host = DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path() with { Mtu = new PathMtu(MtuEvidence.Unknown, null, "r.") });
        var exam = (await new Examination(host).RunAsync(Samples.Source().Endpoint, [], new DoctorOptions(), "D:", CancellationToken.None)) with { Ways = [new WayExam("eth1") { Failure = "It is down." }] };
        var lines = DoctorJson.Lines(exam, AdvicePolicy.Judge(exam)).Select(line => JsonDocument.Parse(line).RootElement).ToLookup(line => line.GetProperty("type").GetString()!);
        Assert.Equal(["doctor_host", "doctor_adapter", "doctor_path", "doctor_way", "doctor_way_advice", "doctor_disk", "doctor_window", "doctor_advice", "doctor_found", "doctor_unknown"], lines.Select(type => type.Key));
        Assert.All(
            lines.SelectMany(type => type, (type, line) => (Type: type.Key, Members: line.EnumerateObject().Select(member => member.Name))),
            line => Assert.Equal(line.Members, Table("## ftpx doctor", $"member of `{line.Type}`").Select(row => row.Split('`')[1])));
        CheckWords<MtuEvidence>("mtu_evidence");
        CheckWords<HostPlatform>("platform");
    }

    [Fact]
    public void The_page_has_every_option_of_selftest_with_its_default() => Assert.Equal(Rows(new SelftestOptionTable()), Table("## ftpx selftest", "option"));

    [Fact]
    public async Task The_page_has_every_option_of_serve_with_its_default_and_the_members_of_its_json_in_order()
    {
        Assert.Equal(Rows(new ServeOptionTable()), Table("## ftpx serve", "option"));
        var seen = new ConcurrentQueue<LoopbackEvent>();
        await using (var server = LoopbackServer.Start(new LoopbackOptions { Report = seen.Enqueue }))
        {
            server.Files.AddText("/f", "text");
            using var process = new TestSurroundings();
            Assert.Equal(0, await FtpxCommand.RunAsync(["get", "--quiet", "--streams", "1", server.UrlOf("/f")], process.Value with { Time = TimeProvider.System }));
        }
        string[] lines =
        [
            ServeJson.Opening("D:", "ftp://h/", new ServeOptions { Folder = "D:" }), .. seen.Select(ServeJson.Line).DistinctBy(line => line[..20]), ServeJson.Summary(new ServeTally(), TimeSpan.Zero),
        ];
        Assert.Equal(["serve", "serve_session", "serve_transfer", "serve_result"], lines.Select(line => JsonDocument.Parse(line).RootElement.GetProperty("type").GetString()));
        foreach (var line in lines.Select(line => JsonDocument.Parse(line).RootElement))
        {
            Assert.Equal(line.EnumerateObject().Select(member => member.Name), Table("## ftpx serve", $"member of `{line.GetProperty("type")}`").Select(row => row.Split('`')[1]));
        }
    }

    [Fact]
    public void The_page_has_every_option_and_setting_of_site()
    {
        Assert.Equal(Rows(new SiteOptionTable()), Table(SiteHeading, "option"));
        Assert.Equal(
            SiteKnobTable.All.Select(k => $"| `{k.Name}={k.Value.Replace("|", "\\|")}` | `{k.Option}` | {k.Text} |"),
            Table(SiteHeading, "setting"));
    }

    [Fact]
    public void The_page_has_every_fact_that_is_remembered_of_a_server_and_how_long_it_is_acted_on() => Assert.Equal(
        SiteFactTable.All.Select(f => (f.Name, f.Lifetime.TotalDays >= 1 ? $"{f.Lifetime.TotalDays} days" : $"{f.Lifetime.TotalHours} hour")),
        Table(SiteHeading, "fact").Select(row => row.Split('|')).Select(cells => (cells[1].Trim(' ', '`'), cells[3].Trim())));

    [Fact]
    public void The_page_has_the_members_of_a_site_in_order()
    {
        var line = SiteJson.Line(SiteRecord.Unknown(SiteKey.Of(Samples.Source().Endpoint, "kim")), DateTimeOffset.UnixEpoch);
        var members = JsonDocument.Parse(line).RootElement.EnumerateObject().Select(m => m.Name);
        Assert.Equal(members, Table(SiteHeading, "member of `site`").Select(row => row.Split('`')[1]));
    }

    [Fact]
    public void The_page_has_every_option_of_probe_with_its_default() => Assert.Equal(Rows(new ProbeOptionTable()), Table("## ftpx probe", "option"));

    [Fact]
    public void The_page_has_the_members_of_the_json_of_probe_in_order()
    {
        CheckProbe("probe", ProbeJson.Report(ProbeSamples.Report(), "ftpx get x"));
        CheckProbe("probe_plan", ProbeJson.Plan(ProbeSamples.Plan()));
        Assert.Equal(Regex.Matches(Row("steps"), "`(\\w+)`").Skip(1).Select(match => match.Groups[1].Value), Members(ProbeJson.Report(ProbeSamples.Report(), ""), "steps"));
        Assert.Equal(["name", "verdict", "detail"], Members(ProbeJson.Report(ProbeSamples.Report(), ""), "features"));
    }

    [Fact]
    public void The_page_has_every_option_of_ls_with_its_default() => Assert.Equal(Rows(new LsOptionTable()), Table("## ftpx ls", "option"));

    [Fact]
    public void The_page_has_the_members_of_the_json_of_ls_in_order()
    {
        var (json, folder) = (new ListingJson(Samples.Source().Endpoint, user: null), Samples.Source().Path);
        CheckListing("entry", json.Entry(folder, new ListingEntry { Name = folder, Kind = EntryKind.File }));
        CheckListing("listing", Assert.Single(json.End(folder, null, null, [])));
        CheckWords<EntryKind>("kind");
        CheckWords<TimePrecision>("precision");
    }

    [Fact]
    public void The_page_has_the_members_of_the_json_of_tune_in_order()
    {
        var target = new SettingTarget(SettingCatalogue.Find("tcp.rss")!, null);
        var reading = new KnownReading("disabled");
        var journal = new TuningJournal("j", "mine", "here", []);
        CheckTune("tune_setting", TuneJson.Setting(target.Setting));
        CheckTune("tune_state", TuneJson.State(target, reading));
        CheckTune("tune_step", TuneJson.Step(new PlannedStep(target, reading, "enabled", new ProfileSetting(target.Setting, "enabled", "r.", "s"))));
        CheckTune("tune_left", TuneJson.Left(new PassedOver(target, reading, "r.")));
        CheckTune("tune_found", TuneJson.Found(new Finding(target, reading, "r.")));
        CheckTune("tune_result", TuneJson.Outcome(new TuningOutcome(journal, [])));
        CheckTune("tune_journal", TuneJson.Journal(journal));
    }

    [Fact]
    public void The_page_has_every_option_and_every_member_of_job()
    {
        Assert.Equal(Rows(new JobOptionTable()), Table("## ftpx job", "option"));
        var job = Assert.Single(Read(Examples(DocsPage("jobs.md"))[0]).File!.Jobs);
        string[] lines =
        [
            JobJson.Job(job, DateTimeOffset.UnixEpoch), JobJson.Problem(new JobFileProblem(1, "", "")), JobJson.Status(new JobStatus { Name = "", Files = new Dictionary<string, long>() }),
            JobJson.Folder("", new LookedFolder { Folder = "" }), JobJson.File("", new HeldFile("", "", 0, "")), JobJson.More("", 1), JobJson.Delivery(JobRunnerTests.Delivery(DateTimeOffset.UnixEpoch)),
            JobJson.PutAside(new PutAsideFile(0, "", "", "", 0, FileState.Failed, default, 1, "", "")),
        ];
        foreach (var line in lines)
        {
            var type = JsonDocument.Parse(line).RootElement.GetProperty("type").GetString();
            Assert.Equal(JsonDocument.Parse(line).RootElement.EnumerateObject().Select(member => member.Name), Table("## ftpx job", $"member of `{type}`").Select(row => row.Split('`')[1]));
        }
    }

    [Fact]
    public void The_page_has_every_option_and_every_member_of_service_and_credential()
    {
        Assert.Equal(Rows(new ServiceOptionTable()), Table("## ftpx service", "option"));
        Assert.Equal(Rows(new CredentialOptionTable()), Table("## ftpx credential", "option"));
        Assert.Equal(
            JsonDocument.Parse(LoginJson.Line(new KeptLogin(LoginAddress.Parse("ftp://kim@h"), "file"))).RootElement.EnumerateObject().Select(member => member.Name),
            Table("## ftpx credential", "member of `login`").Select(row => row.Split('`')[1]));
        Assert.Equal(
            JsonDocument.Parse(ServiceJson.Status(null, null, "")).RootElement.EnumerateObject().Select(member => member.Name),
            Table("## ftpx service", "member of `service`").Select(row => row.Split('`')[1]));
    }

    [Fact]
    public void The_page_has_every_shell_that_completes_words() =>
        Assert.Equal(CompletionCommand.Shells.Select(shell => $"| `{shell.Key}` | `{shell.Value.Replace("|", "\\|")}` |"), Table("## ftpx completion", "shell"));

    /// <summary>The example is taken at its word, and each of its keys has a row.</summary>
    [Fact]
    public void The_example_of_a_job_file_is_right_and_all_its_keys_are_explained()
    {
        var page = DocsPage("jobs.md");
        var examples = Examples(page);
        Assert.Equal(2, examples.Count);
        Assert.All(examples, example => Assert.Empty(Read(example).Problems));
        foreach (var key in examples.SelectMany(example => Regex.Matches(example, "\"([a-z_]+)\":").Select(match => match.Groups[1].Value)).Distinct())
        {
            if (key is "svalbard" or "passes" or "archive" or "agency" or "deliveries") continue;
            Assert.Contains($"`{key}`", page, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void The_job_files_of_the_other_pages_are_right()
    {
        var examples = Examples(DocsPage("migrate.md"));
        Assert.Equal(["Pull", "Fxp"], examples.Select(example => Assert.Single(Read(example).File!.Jobs).Kind.ToString()));
    }

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
        CheckMembers("lanes", view => view.ShowLanes(Samples.Lanes()));
        using var progress = JsonDocument.Parse(Line(view => view.Report(new TransferEvent.Progress(Samples.Snapshot() with { Lanes = Samples.Lanes() }))));
        Assert.All(progress.RootElement.GetProperty("lanes")[0].EnumerateObject(), member => Assert.Contains($"`{member.Name}`", Table("## JSON", "member of `progress`").Single(row => row.StartsWith("| `lanes` |", StringComparison.Ordinal)), StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_has_every_word_of_the_json_vocabularies()
    {
        CheckWords<TransferPhase>("phase");
        CheckWords<StreamState>("streams");
        CheckWords<NoticeKind>("kind");
        CheckWords<VerifyMode>("verify");
        CheckWords<FeatureVerdict>("features");
        CheckWords<ProbeStop>("stop");
        CheckWords<ProbeLimit>("limit");
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
        var lines = Page[start..Array.IndexOf(Page, "```", start)].Where(l => l.Contains("ftpx get ") || l.Contains("ftpx mirror ")).ToList();
        Assert.True(lines.Count > 3);
        foreach (var line in lines)
        {
            using var process = new TestSurroundings();
            var words = Regex.Matches(Regex.Match(line, "ftpx ((get|mirror) [^|]+)").Groups[1].Value, "\"[^\"]+\"|[^ ]+").Select(m => m.Value.Trim('"', '\''));
            var verbs = new Verbs(_ => Task.FromResult(77), _ => Task.FromResult(78), _ => Task.FromResult(79)) { Mirror = _ => Task.FromResult(77) };
            Assert.True(await FtpxCommand.RunAsync([.. words], process.Value, verbs) == 77, $"{line}\n{process.Err}");
        }
    }

    private static void CheckMembers(string type, TransferEvent value) => CheckMembers(type, view => view.Report(value));

    private static string Line(Action<ITransferView> show)
    {
        using var output = new StringWriter();
        using var view = new JsonView(output, TextWriter.Null, progress: true, detail: true);
        show(view);
        return output.ToString();
    }

    private static void CheckMembers(string type, Action<ITransferView> show)
    {
        var members = JsonDocument.Parse(Line(show)).RootElement.EnumerateObject().Select(m => m.Name);
        Assert.Equal(members, Table("## JSON", $"member of `{type}`").Select(row => row.Split('`')[1]));
    }

    private static void CheckProbe(string type, string line) => Assert.Equal(
        JsonDocument.Parse(line).RootElement.EnumerateObject().Select(member => member.Name),
        Table("## ftpx probe", $"member of `{type}`").Select(row => row.Split('`')[1]));

    private static string DocsPage(string name) => File.ReadAllText(Path.Combine(Path.GetDirectoryName(FindPage())!, name));

    // Whole job files: pages show parts of them as well.
    private static List<string> Examples(string page) =>
        [.. Regex.Matches(page, "```json\n(.*?)\n```", RegexOptions.Singleline).Select(match => match.Groups[1].Value).Where(example => example.StartsWith('{'))];

    private static JobFileReading Read(string example) => JobFileReader.Read(Encoding.UTF8.GetBytes(example), CronText.Problem);

    private static void CheckTune(string type, string line) => Assert.Equal(
        JsonDocument.Parse(line).RootElement.EnumerateObject().Select(member => member.Name),
        Table("## ftpx tune", $"member of `{type}`").Select(row => row.Split('`')[1]));

    private static void CheckListing(string type, string line) => Assert.Equal(
        JsonDocument.Parse(line).RootElement.EnumerateObject().Select(member => member.Name),
        Table("## ftpx ls", $"member of `{type}`").Select(row => row.Split('`')[1]));

    private static IEnumerable<string> Members(string line, string array) =>
        JsonDocument.Parse(line).RootElement.GetProperty(array)[0].EnumerateObject().Select(member => member.Name);

    private static string Row(string member) => Table("## ftpx probe", "member of `probe`").Single(row => row.StartsWith($"| `{member}` |", StringComparison.Ordinal));

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
