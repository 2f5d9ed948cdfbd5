using Accelerator.Jobs.Polling;

namespace Accelerator.Service.Tests.Core;

public sealed class JobEventLogTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public void A_lasting_problem_keeps_its_start_when_its_text_changes()
    {
        var log = new JobEventLog(NullLogger.Instance, _time);
        log.Report(new JobEvent.Incident("ledger", "It is locked."));
        var began = _time.GetUtcNow();
        _time.Advance(TimeSpan.FromHours(1));
        log.Report(new JobEvent.Incident("ledger", "It is gone."));
        Assert.Equal([new OpenIncident("ledger", "It is gone.", began)], log.Standing);
        log.Report(new JobEvent.Recovered("ledger"));
        Assert.Empty(log.Standing);
    }

    [Fact]
    public async Task A_change_of_a_jobs_state_is_logged_once_and_a_good_beginning_is_not()
    {
        using var log = new HeardLog();
        await using var figures = new FiguresFixture();
        using var states = new JobStateLog(figures.Figures, figures.Trail, _time, log);
        foreach (var state in new[] { JobState.New, JobState.Ok, JobState.Late, JobState.Late, JobState.Ok })
            states.Follow([new JobFigures { Name = "passes", Server = "a", IsEnabled = true, State = state, Sentence = state == JobState.Late ? "It is late." : null }]);
        await log.HeardAsync(207, 2);
        Assert.Equal(["passes: state late. It is late.", "passes: state OK."], log.Sentences);
    }

    [Fact]
    public void A_problem_of_a_job_or_server_ends_when_it_is_removed_from_the_job_file()
    {
        var log = new JobEventLog(NullLogger.Instance, _time);
        foreach (var about in new[] { "folder /a of b of gone", "folder /a of stays", "poll of gone", "server gone", "server here", "paths to server gone", "paths to server here", "paths to server bound", "ledger", "job file of this node", "replica b of server here", "replica b of server gone" })
            log.Report(new JobEvent.Incident(about, "Wrong."));
        log.Report(new JobEvent.Incident("disk /mnt of stays", "Full.") { Jobs = ["gone"] });
        log.Report(new JobEvent.Incident("disk /mnt of gone", "Full.") { Jobs = ["gone", "stays"] });
        var file = JobFileReader.Read(Encoding.UTF8.GetBytes("""{ "servers": { "here": { "address": "ftp://h" }, "bound": { "address": "ftp://i", "bind": ["eth1"] } }, "jobs": { "stays": { "server": "here", "folders": ["/a"], "target": "/t" } } }"""), _ => { }).File!;
        log.Follow(file);
        Assert.Equal(["disk /mnt of gone", "folder /a of stays", "job file of this node", "ledger", "paths to server bound", "replica b of server here", "server here"], log.Standing.Select(incident => incident.About));
    }

    [Theory]
    [InlineData("ftp://kim@h", "svalbard", "The password of kim is the credential svalbard. To store another one, run: ftpx credential set svalbard --service")]
    [InlineData("ftp://kim@h", null, "The job file has no credential for kim, so the password is empty. Add \"credential\": \"here\" to the server, then run: ftpx credential set here --service")]
    [InlineData("ftp://h", null, "The address of here in the job file has no user, so the login is anonymous.")]
    public void A_refused_login_names_the_command_that_stores_its_password(string address, string? credential, string advice)
    {
        const string Refusal = "Login of kim at h: 530 No.";
        var key = credential is null ? "" : $", \"credential\": \"{credential}\"";
        var file = JobFileReader.Read(Encoding.UTF8.GetBytes($$"""{ "servers": { "here": { "address": "{{address}}"{{key}} } }, "jobs": { "passes": { "server": "here", "folders": ["/a"], "target": "/t" } } }"""), _ => { }).File!;
        var log = new JobEventLog(NullLogger.Instance, _time);
        log.Follow(file);
        log.Report(new JobEvent.Incident("server here", Refusal) { IsLogin = true });
        var incident = Assert.Single(log.Standing);
        Assert.Equal(($"{Refusal} {advice}", true), (incident.Message, incident.IsLogin));
    }

    [Fact]
    public void A_note_that_the_next_poll_decides_is_not_reported()
    {
        var log = new JobEventLog(NullLogger.Instance, _time);
        foreach (var isUndecided in new[] { true, false })
        {
            var plan = new PollPlan([], 1000, 1000, 0, 0, 0, IsComplete: false, "It may be incomplete.") { IsUndecided = isUndecided };
            log.Report(new JobEvent.Polled(new PollReport("passes", _time.GetUtcNow(), _time.GetUtcNow(), [new FolderReport("/a", plan, null)])));
            Assert.Equal(isUndecided ? [] : ["folder /a of passes"], log.Standing.Select(incident => incident.About));
        }
    }
}
