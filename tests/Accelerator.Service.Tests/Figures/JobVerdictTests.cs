namespace Accelerator.Service.Tests.Figures;

/// <summary>The single state of a job: which of several problems it shows, and where the others are reported.</summary>
public sealed class JobVerdictTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 2, 12, 0, 0, TimeSpan.Zero);

    private static readonly JobFile File = JobFileReader.Read(Encoding.UTF8.GetBytes("""
        {
          "servers": { "a": { "address": "ftp://h" }, "b": { "address": "ftp://i" } },
          "jobs": {
            "passes": { "server": "a", "folders": ["/a"], "target": "/t" },
            "push": { "kind": "fxp", "server": "b", "destination": "a", "folders": ["/a"], "target": "/t" }
          }
        }
        """), _ => { }).File!;

    [Theory]
    [InlineData(nameof(JobState.Ok), true)]
    [InlineData(nameof(JobState.Off), true, "off", "server a")]
    [InlineData(nameof(JobState.Paused), true, "paused", "server a", "late")]
    [InlineData(nameof(JobState.Unreachable), false, "server a")]
    // The cause is shown, not its consequences.
    [InlineData(nameof(JobState.Unreachable), false, "server a", "disk /data", "blind", "late", "aside")]
    [InlineData(nameof(JobState.Blocked), false, "disk /data", "blind", "late", "folder /a of passes")]
    [InlineData(nameof(JobState.Blind), false, "blind", "late", "folder /a of passes", "aside")]
    [InlineData(nameof(JobState.Late), true, "late", "folder /a of passes", "aside", "behind")]
    [InlineData(nameof(JobState.Failing), true, "folder /a of passes", "silent", "gaps", "aside", "behind")]
    [InlineData(nameof(JobState.Failing), true, "poll of passes")]
    [InlineData(nameof(JobState.Silent), true, "silent", "gaps", "aside", "outage")]
    [InlineData(nameof(JobState.Gaps), true, "gaps", "aside", "behind", "outage")]
    [InlineData(nameof(JobState.Quarantined), true, "aside", "behind")]
    [InlineData(nameof(JobState.Behind), true, "behind", "outage")]
    [InlineData(nameof(JobState.Behind), true, "never delivered")]
    [InlineData(nameof(JobState.Outage), true, "outage")]
    [InlineData(nameof(JobState.Effects), true, "effects", "behind")]
    [InlineData(nameof(JobState.Behind), true, "behind")]
    // A problem of another job, or of one of several paths, does not stop this job.
    [InlineData(nameof(JobState.Ok), true, "server b", "folder /a of push", "paths to server a", "ledger")]
    public void The_cause_that_stops_most_is_the_state(string word, bool isReady, params string[] wrong)
    {
        var state = Enum.Parse<JobState>(word);
        var incidents = wrong.Where(one => one.Contains(' ', StringComparison.Ordinal)).Select(about => new OpenIncident(about, $"{about}!", Now) { Jobs = about.StartsWith("disk", StringComparison.Ordinal) ? ["passes"] : [] }).ToList();
        var figures = new JobFigures
        {
            Name = "passes", Server = "a", IsEnabled = !wrong.Contains("off"), LastCompletePoll = Now.AddHours(-1), ObjectiveSeconds = 600, OldestSince = wrong.Contains("late") ? Now.AddHours(-1) : null,
            FailedFiles = wrong.Contains("aside") ? 1 : 0, QuarantinedFiles = 0, GivenUpEffects = wrong.Contains("effects") ? 1 : 0, DeliveredFiles = 20,
            Slots = new SlotFigures(1, 2, 1, 0, 0, 1, 0) { Gaps = wrong.Contains("gaps") ? [new GapRun(Now, Now, Now, 1, "12:00", Now)] : [] }, SilentSince = wrong.Contains("silent") ? Now.AddHours(-1) : null,
            OutageUntil = wrong.Contains("outage") ? Now.AddHours(1) : null, Latency = wrong.Contains("never delivered") ? new Latency(20, 3, 2, 1, 1, 1, 1) : new Latency(20, wrong.Contains("behind") ? 20 : 1, 0, 1, 1, 1, 1),
        };
        var judged = JobVerdict.Of(figures, Now, wrong.Contains("paused"), wrong.Contains("blind") ? Now.AddSeconds(-1) : Now, null, JobVerdict.Concerning(File.Jobs[0], incidents));
        Assert.Equal(state, judged.State);
        Assert.Equal(state is JobState.Ok or JobState.Off or JobState.Paused or JobState.Outage, judged.Sentence is null);
        Assert.Equal(isReady, !JobVerdict.IsNotReady(state));
        if (state == JobState.Blind) Assert.EndsWith("are not known. folder /a of passes!", judged.Sentence, StringComparison.Ordinal);
        if (JobVerdict.IsReportedAsIncident(state)) Assert.Equal($"{wrong[0]}!", judged.Sentence);
    }

    [Fact]
    public void A_login_that_fails_is_no_unreachable_server()
    {
        var incidents = JobVerdict.Concerning(File.Jobs[0], [new OpenIncident("server a", "No password.", Now) { IsLogin = true }]);
        var judged = JobVerdict.Of(new JobFigures { Name = "passes", Server = "a", IsEnabled = true }, Now, isPaused: false, Now, null, incidents);
        Assert.Equal((JobState.Login, "No password."), (judged.State, judged.Sentence));
        Assert.True(JobVerdict.IsNotReady(judged.State) && JobVerdict.IsReportedAsIncident(judged.State));
    }

    [Fact]
    public void The_server_that_files_go_to_stops_their_job_too() =>
        Assert.Equal(JobState.Unreachable, Assert.Single(JobVerdict.Concerning(File.Jobs[1], [new OpenIncident("server a", "No.", Now)])).State);
}
