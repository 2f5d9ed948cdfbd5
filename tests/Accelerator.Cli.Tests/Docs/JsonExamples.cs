using System.Collections.Concurrent;
using Accelerator.Cli.Tests.Fxp;
using Accelerator.Cli.Tests.History;
using Accelerator.Cli.Tests.Job;

namespace Accelerator.Cli.Tests.Docs;

/// <summary>Generates a line of JSON of each type, by the command that writes it.</summary>
internal static class JsonExamples
{
    public static IEnumerable<string> OfGet() => Lines(view =>
    {
        view.Report(new TransferEvent.Planned(TransferSamples.Plan()));
        view.Report(new TransferEvent.Progress(TransferSamples.Snapshot()));
        view.Report(new TransferEvent.Notice(NoticeKind.Other, ""));
        view.Report(new TransferEvent.Decided(TransferSamples.Decision()));
        view.Report(new TransferEvent.Finished(TransferSamples.Done()));
        view.ShowRoutes(TransferSamples.Routes());
        view.ShowResult(new GetSummary([TransferSamples.Done()], TimeSpan.Zero, ExitCodes.Ok));
    });

    public static IEnumerable<string> OfMirror() => Lines(view =>
    {
        var plan = MirrorSamples.Plan() with { Problems = [MirrorSamples.Problem()] };
        view.ShowPlan(plan, MirrorSamples.Request());
        view.ShowResult(MirrorSamples.Result(plan), ExitCodes.Ok);
    });

    public static IEnumerable<string> OfFxp() => Lines(
        view =>
        {
            var found = FxpSamples.Found(new TransferException(FailureKind.NotFound, "not here"));
            foreach (var problem in found.Problems) view.ShowProblem(problem);
            view.ShowPlan(new FxpPreview(FxpSamples.Run, found, [FxpSamples.Plan], [FxpSamples.There]));
            view.ShowResult(FxpSamples.Summary(found, FxpSamples.Copied));
        },
        detail: false);

    public static IEnumerable<string> OfSite() =>
    [
        SiteJson.Line(new NamedServer("lab", "ftp://h", SiteSettings.None)), SiteJson.Line(SiteSettings.None),
        SiteJson.Line(SiteRecord.Unknown(SiteKey.Of(TransferSamples.Source().Endpoint, "kim")), DateTimeOffset.UnixEpoch),
    ];

    public static IEnumerable<string> OfLs()
    {
        var (json, folder) = (new ListingJson(TransferSamples.Source().Endpoint, user: null), TransferSamples.Source().Path);
        return [json.Entry(folder, new ListingEntry { Name = folder, Kind = EntryKind.File }), .. json.End(folder, null, null, [])];
    }

    public static IEnumerable<string> OfStat() => [StatJson.Line("", TransferSamples.Source().Path, null, null)];

    public static IEnumerable<string> OfDu() => new DuJson(TransferSamples.Source().Endpoint, user: null).Lines([new DuFolder(TransferSamples.Source().Path, 0)], ExitCodes.Ok);

    /// <summary>The last line alone: the others are those of a mirror.</summary>
    public static IEnumerable<string> OfDiff() => Lines(view => view.ShowDifference(MirrorSamples.Plan(), MirrorSamples.Request(), ExitCodes.Failed)).TakeLast(1);

    public static IEnumerable<string> OfProbe() => [ProbeJson.Report(ProbeReportSamples.Report(), ""), ProbeJson.Plan(ProbeReportSamples.Plan()), ProbeJson.Problem(TransferSamples.Source(), new TransferException(FailureKind.NotFound, "No."))];

    public static async Task<IEnumerable<string>> OfServeAsync()
    {
        var seen = new ConcurrentQueue<LoopbackEvent>();
        await using (var server = LoopbackServer.Start(new LoopbackOptions { Report = seen.Enqueue }))
        {
            server.Files.AddText("/f", "text");
            using var process = new TestEnvironment();
            Assert.Equal(0, await FtpxCommand.RunAsync(["get", "--quiet", "--streams", "1", server.UrlOf("/f")], process.Value with { Time = TimeProvider.System }));
        }
        return [ServeJson.Opening("D:", "ftp://h/", new ServeOptions { Folder = "D:" }), .. seen.Select(ServeJson.Line), ServeJson.Summary(new ServeTally(), TimeSpan.Zero)];
    }

    public static IEnumerable<string> OfHistory() => [HistoryJson.Line(HistorySamples.Fetched)];

    public static IEnumerable<string> OfTune()
    {
        var target = new SettingTarget(SettingCatalogue.Find("tcp.rss")!, null);
        var reading = new SettingReading.Known("disabled");
        var journal = new TuningJournal("j", "mine", "here", []);
        return
        [
            TuneJson.Setting(target.Setting), TuneJson.State(target, reading), TuneJson.Step(new PlannedStep(target, reading, "enabled", new ProfileSetting(target.Setting, "enabled", "r.", "s"))),
            TuneJson.Left(new PassedOver(target, reading, "r.")), TuneJson.Found(new Finding(target, reading, "r.")), TuneJson.Outcome(new TuningOutcome(journal, [])), TuneJson.Journal(journal),
        ];
    }

    public static async Task<IEnumerable<string>> OfDoctorAsync()
    {
        var host = DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path() with { Mtu = new PathMtu(MtuEvidence.Unknown, null, "r.") });
        var exam = (await new Examination(host, TimeProvider.System).RunAsync(new ExaminedServer(TransferSamples.Source().Endpoint, null), [], new DoctorOptions(), "D:", CancellationToken.None)) with { LocalPaths = [new LocalPathExam("eth1") { Failure = "It is down." }] };
        return DoctorJson.Lines(exam, AdvicePolicy.Judge(exam));
    }

    /// <param name="job">Any job.</param>
    public static IEnumerable<string> OfJob(JobDefinition job) =>
    [
        JobJson.Job(job, DateTimeOffset.UnixEpoch), JobJson.Problem(new JobFileProblem(1, "", "")), JobJson.Warning(new JobFileProblem(1, "", "")), JobJson.Status(new JobStatus { Name = "", Files = new Dictionary<string, long>() }),
        JobJson.Folder("", new PolledFolder { Folder = "" }), JobJson.File("", new HeldFile("", "", 0, "")), JobJson.More("", 1), JobJson.Delivery(JobCommandRunnerTests.Delivery(DateTimeOffset.UnixEpoch)),
        MeasurementText.Json(new PathMeasurement { Server = "", Node = "", At = default, Kind = "", Streams = 1, Rate = 1, StreamRate = 1, RoundTrip = 1, OutOfOrder = 0, Bytes = 1, Seconds = 1 }),
        JobJson.Gap("", new ProductSlot { At = DateTimeOffset.UnixEpoch, State = SlotState.Late, Have = 0, Expect = 1 }), JobJson.Completeness(new JobCompleteness("", default, default, 0, 0, 0, 0, 0, [new ChannelShare("", 0, 0)])),
        JobJson.Outage(new Outage(1, "", default, default, null, default)), JobJson.Quarantined(new QuarantinedFile(0, "", "", "", 0, FileState.Failed, default, 1, "", "")),
    ];

    public static IEnumerable<string> OfService() => [ServiceJson.Status(null, null, "")];

    public static IEnumerable<string> OfCredential() => [UserCredentialRunner.Line(new StoredCredential(CredentialAddress.Parse("ftp://kim@h"), CredentialStoreKind.File)), CredentialRunner.Line("test")];

    /// <summary>Returns the lines that a view with all details writes.</summary>
    public static string[] Lines(Action<JsonView> show, bool detail = true)
    {
        using var output = new StringWriter();
        using var view = new JsonView(output, new MessageWriter(TextWriter.Null), progress: true, detail);
        show(view);
        return output.ToString().TrimEnd().Split('\n');
    }
}
