namespace Accelerator.Service.Tests.Figures;

public sealed class FiguresReaderTests
{
    [Fact]
    public async Task A_service_without_a_valid_job_file_is_reported_and_not_ready()
    {
        await using var fixture = new FiguresFixture();
        await fixture.Watch.ReloadAsync(CancellationToken.None).SoonAsync();
        var figures = await fixture.ReadAsync();
        Assert.StartsWith("The job file ", Assert.Single(figures.Concerns).Message);
        Assert.Equal("No job file is in force.", Assert.Single(figures.NotReady));
        Assert.Equal((false, 0, null, 1), (figures.IsWell, figures.Jobs.Count, figures.LedgerAt, figures.JobFileProblems));

        // Another invalid file: one item with all its errors, dated from the first time that the file was invalid.
        var since = fixture.Time.GetUtcNow();
        fixture.Time.Advance(TimeSpan.FromSeconds(1));
        await File.WriteAllTextAsync(fixture.Folder.File("jobs.json"), "{ \"jobs\": { \"a\": { \"kind\": \"push\" } } }");
        await fixture.Watch.ReloadAsync(CancellationToken.None).SoonAsync();
        var wrong = await fixture.ReadAsync();
        Assert.True(wrong.JobFileProblems > 1);
        Assert.Equal(("job file", since), (Assert.Single(wrong.Concerns).About, wrong.Concerns[0].Since));
        Assert.Equal(wrong.JobFileProblems, wrong.Concerns[0].Message.Split('\n').Length);
    }

    [Fact]
    public async Task The_figures_of_a_job_contain_what_an_operator_needs_first()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("in time", TimeSpan.FromMinutes(2), 1000);
        await fixture.DeliverAsync("late", TimeSpan.FromMinutes(11), 500);
        await fixture.GiveUpAsync("bad", FileState.Failed, "RETR bad: 550 No.", "network");
        await fixture.SeeAsync("waits", size: 77);
        fixture.Polled();
        fixture.Time.Advance(TimeSpan.FromSeconds(90));
        await fixture.SeeAsync("waits too", size: 3);

        var figures = await fixture.ReadAsync();
        var (job, now) = (figures.Jobs[0], fixture.Time.GetUtcNow());
        Assert.Equal(("passes", "svalbard", true, JobState.Quarantined), (job.Name, job.Server, job.IsEnabled, job.State));
        Assert.Equal((600d, now.AddSeconds(-90), 2L, 80L), (job.ObjectiveSeconds, job.OldestSince, job.WaitingFiles, job.WaitingBytes));
        Assert.Equal((1L, 0L, 2L, 1500L, 1L, 660d), (job.FailedFiles, job.QuarantinedFiles, job.DeliveredFiles, job.DeliveredBytes, job.InTimeFiles, job.Latency?.Longest));
        Assert.Equal((now.AddSeconds(-90), now.AddSeconds(-90)), (job.LastCompletePoll, job.LastDelivery));
        Assert.Equal(1500, job.Hours.Sum());
        Assert.Equal((24, 96, 96, 1500L, 2L), (job.Hours.Count, figures.Spans.Count, figures.SpanFiles.Count, figures.Spans.Sum(), figures.SpanFiles.Sum()));
        Assert.Equal(1500, figures.Spans[^1] + figures.Spans[^2]);

        var server = Assert.Single(figures.Servers);
        Assert.Equal(new ServerFigures("svalbard", "127.0.0.1:1", 0, 6, 0, 0, server.Spans), server);
        Assert.Equal(figures.Spans, server.Spans);
        var failure = Assert.Single(figures.Failures);
        Assert.Equal(("passes", "/pub/bad", "failed", "RETR bad: 550 No."), (failure.Job, failure.Path, failure.State, failure.Error));
        Assert.Equal("network", failure.Advice);
        var concern = Assert.Single(figures.Concerns);
        Assert.Equal(("job passes", now.AddSeconds(-90)), (concern.About, concern.Since));
        Assert.Equal("passes has 1 failed or quarantined file, the latest /pub/bad. "
                + "ftpx job history passes --failures gives the reasons; the status page suggests a fix for each.", concern.Message);
        Assert.Empty(figures.NotReady);
        Assert.Equal(JobState.Off, figures.Jobs[1].State);
    }

    [Fact]
    public async Task A_file_that_is_never_delivered_counts_as_late_once_its_objective_has_passed()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("in time", TimeSpan.FromMinutes(2));
        await fixture.GiveUpAsync("bad", FileState.Failed, "RETR bad: 550 No.", "network");
        Assert.Equal((1L, 1L), Judged(await fixture.ReadAsync()));
        fixture.Time.Advance(TimeSpan.FromMinutes(11));
        Assert.Equal((1L, 2L), Judged(await fixture.ReadAsync()));
        Assert.Contains("accelerator_in_time_ratio{job=\"passes\"} 0.5\n", fixture.Prometheus.Write());
        using var json = JsonDocument.Parse(await fixture.Figures.ReadJsonAsync(CancellationToken.None));
        Assert.Equal(2, json.RootElement.GetProperty("jobs")[0].GetProperty("due_files").GetInt64());
        Assert.Equal(1, json.RootElement.GetProperty("jobs")[0].GetProperty("latency").GetProperty("undelivered").GetInt32());

        static (long?, long?) Judged(ServiceFigures figures) => (figures.Jobs[0].InTimeFiles, figures.Jobs[0].DueFiles);
    }

    /// <summary>The objective counts what a user of the files waits, wherever they waited.</summary>
    [Fact]
    public async Task A_file_that_waited_on_the_archive_before_it_was_seen_counts_as_late()
    {
        // The clock of the fixture starts at 03:04:05.
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("in time", TimeSpan.FromMinutes(1), modified: "20260102025600");
        await fixture.DeliverAsync("late", TimeSpan.FromMinutes(1), modified: "20260102025600");
        await fixture.SeeAsync("never", FileState.Queued, modified: "20260102025700");
        fixture.Time.Advance(TimeSpan.FromMinutes(1));
        fixture.Polled();
        var job = (await fixture.ReadAsync()).Jobs[0];
        Assert.Equal((1L, 3L, JobState.Behind), (job.InTimeFiles, job.DueFiles, job.State));
        Assert.Contains("accelerator_in_time_ratio{job=\"passes\"} 0.333333333333333\n", fixture.Prometheus.Write());
    }

    [Fact]
    public async Task A_file_that_is_never_delivered_counts_as_late_on_the_day_it_is_overdue_however_long_the_objective_is()
    {
        await using var fixture = await FiguresFixture.StartedAsync("12h");
        await fixture.SeeAsync("never", FileState.Queued);
        fixture.Time.Advance(TimeSpan.FromHours(30));
        Assert.Equal((0L, 1L), Judged(await fixture.ReadAsync()));
        fixture.Time.Advance(TimeSpan.FromHours(12));
        Assert.Equal((0L, 0L), Judged(await fixture.ReadAsync()));

        static (long?, long?) Judged(ServiceFigures figures) => (figures.Jobs[0].InTimeFiles, figures.Jobs[0].DueFiles);
    }

    [Fact]
    public async Task A_file_that_left_the_archive_before_it_was_delivered_counts_as_late_and_is_named()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("in time", TimeSpan.FromMinutes(2));
        await fixture.LoseAsync("lost");
        fixture.Time.Advance(TimeSpan.FromMinutes(11));
        fixture.Polled();
        var job = (await fixture.ReadAsync()).Jobs[0];
        Assert.Equal((1L, 2L, JobState.Behind), (job.InTimeFiles, job.DueFiles, job.State));
        Assert.EndsWith("1 file was gone from the archive before it was delivered: ftpx job history passes --failures names it.", job.Sentence, StringComparison.Ordinal);
        var failures = await new JobQueries(fixture.Core.Ledger!, fixture.Core.Jobs).QuarantinedAsync("passes", 9, CancellationToken.None);
        Assert.Equal(("lost", "The file disappeared from the archive before it was delivered."), (Assert.Single(failures).Name, failures[0].Error));
    }

    [Fact]
    public async Task Delivered_bytes_in_each_hour_of_seven_days_are_reported_for_all_jobs_and_for_each_server()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.DeliverAsync("too old", TimeSpan.Zero, 7);
        fixture.Time.Advance(TimeSpan.FromDays(3));
        await fixture.DeliverAsync("old", TimeSpan.Zero, 1000);
        fixture.Time.Advance(TimeSpan.FromDays(5));
        await fixture.DeliverAsync("new", TimeSpan.Zero, 200);
        // The first answer does not wait for the week.
        Assert.Null(await fixture.Figures.ReadHistoryAsync(CancellationToken.None).SoonAsync());
        fixture.Time.Advance(TimeSpan.FromSeconds(5));
        using var json = JsonDocument.Parse((await fixture.Figures.ReadHistoryAsync(CancellationToken.None).SoonAsync())!);
        // The clock of the fixture starts at 03:04:05 on January 2.
        Assert.Equal(new DateTimeOffset(2026, 1, 3, 4, 0, 0, TimeSpan.Zero), json.RootElement.GetProperty("from").GetDateTimeOffset());
        foreach (var list in (JsonElement[])[json.RootElement.GetProperty("bytes"), json.RootElement.GetProperty("servers").GetProperty("svalbard")])
        {
            Assert.Equal(168, list.GetArrayLength());
            Assert.Equal([(47, 1000L), (167, 200L)], list.EnumerateArray().Select((bytes, hour) => (hour, bytes.GetInt64())).Where(one => one.Item2 > 0));
        }
        Assert.Equal(2, json.RootElement.GetProperty("files").EnumerateArray().Sum(files => files.GetInt32()));

        // The last hours are those of the chart of 24 h, which is read each minute.
        fixture.Time.Advance(TimeSpan.FromMinutes(2));
        await fixture.DeliverAsync("newest", TimeSpan.Zero, 3);
        fixture.Time.Advance(TimeSpan.FromMinutes(2));
        using var later = JsonDocument.Parse((await fixture.Figures.ReadHistoryAsync(CancellationToken.None).SoonAsync())!);
        Assert.Equal(203, later.RootElement.GetProperty("bytes")[167].GetInt64());
    }

    /// <summary>The ledger may be large, and there may be many browsers.</summary>
    [Fact]
    public async Task Many_readers_cause_one_query_of_the_ledger_every_five_seconds()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => fixture.ReadAsync()));
        for (var i = 0; i < 4; i++)
        {
            fixture.Time.Advance(TimeSpan.FromSeconds(1));
            await fixture.ReadAsync();
        }
        Assert.Equal(1, fixture.Figures.Questions);
        await fixture.SeeAsync("new");
        Assert.Equal(0, (await fixture.ReadAsync()).Jobs[0].WaitingFiles);
        fixture.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(1, (await fixture.ReadAsync()).Jobs[0].WaitingFiles);
        Assert.Equal(2, fixture.Figures.Questions);
    }

    /// <summary>The result of a query that failed is not the answer to all later readers: the page, the log and the alerts.</summary>
    [Fact]
    public async Task A_query_that_fails_by_a_defect_is_an_incident_until_one_succeeds()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.SeeAsync("a.nc", FileState.Queued);
        var seen = fixture.Time.GetUtcNow().ToUnixTimeMilliseconds();
        await fixture.SetFirstSeenAsync(long.MaxValue);
        var incident = Assert.Single((await fixture.ReadAsync()).Concerns, incident => incident.About == "ledger");
        Assert.StartsWith("A defect in ftpxd, while it read the ledger. System.ArgumentOutOfRangeException", incident.Message, StringComparison.Ordinal);
        await fixture.SetFirstSeenAsync(seen);
        fixture.Time.Advance(TimeSpan.FromMinutes(1));
        var figures = await fixture.ReadAsync();
        Assert.Equal(1, figures.Jobs[0].WaitingFiles);
        Assert.DoesNotContain(figures.Concerns, incident => incident.About == "ledger");
    }

    [Fact]
    public async Task A_job_that_sees_nothing_for_three_intervals_is_not_ready_until_it_has_polled()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        // The clock is at 03:04:05: this advances to the third minute from now, and the next step beyond it.
        fixture.Time.Advance(new TimeSpan(0, 3, 55));
        Assert.Equal(JobState.New, (await fixture.ReadAsync()).Jobs[0].State);
        fixture.Time.Advance(TimeSpan.FromSeconds(1));
        fixture.Polled(isComplete: false);
        var blind = await fixture.ReadAsync();
        Assert.Equal(JobState.Blind, blind.Jobs[0].State);
        Assert.StartsWith("passes has had no complete poll yet", Assert.Single(blind.NotReady));
        fixture.Polled();
        fixture.Time.Advance(TimeSpan.FromSeconds(1));
        var seen = await fixture.ReadAsync();
        Assert.Equal((JobState.Ok, true), (seen.Jobs[0].State, seen.IsWell));
        Assert.Empty(seen.NotReady);
    }

    /// <summary>The page, the health check, the list of jobs and the alerts all read this: one failure, one state.</summary>
    [Fact]
    public async Task A_server_that_refuses_the_service_is_one_concern_and_the_state_of_its_job()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        fixture.Polled();
        fixture.Core.Events.Report(new JobEvent.Incident("server svalbard", "530 No."));
        var figures = await fixture.ReadAsync();
        Assert.Equal((JobState.Unreachable, "530 No.", false), (figures.Jobs[0].State, figures.Jobs[0].Sentence, figures.IsWell));
        Assert.Equal("server svalbard", Assert.Single(figures.Concerns).About);
        Assert.Equal("530 No.", Assert.Single(figures.NotReady));
        fixture.Core.Events.Settle("server svalbard");
        await fixture.DeliverAsync("late", TimeSpan.FromMinutes(11));
        fixture.Polled();
        figures = await fixture.ReadAsync();
        Assert.Equal((JobState.Behind, false), (figures.Jobs[0].State, figures.IsWell));
        Assert.StartsWith("passes delivered 0 of 1 files of the last 24 h within its objective of 10 min (0 %).", Assert.Single(figures.Concerns).Message, StringComparison.Ordinal);
        Assert.Empty(figures.NotReady);
    }

    /// <summary>Neither the start of the service nor the time before the end of a pause counts.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_job_has_three_intervals_from_when_it_could_poll(bool isPausedBefore)
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        if (isPausedBefore) await fixture.Core.Ledger!.Upkeep.PauseAsync("orbits", null, CancellationToken.None);
        if (isPausedBefore) await fixture.AddOrbitsAsync();
        await fixture.ReadAsync();
        fixture.Time.Advance(TimeSpan.FromHours(1));
        if (isPausedBefore) await fixture.Core.Ledger!.Upkeep.ResumeAsync("orbits", CancellationToken.None);
        else await fixture.AddOrbitsAsync();
        var begun = fixture.Time.GetUtcNow();
        Assert.Equal(JobState.New, (await fixture.ReadAsync()).Jobs[1].State);
        fixture.Time.Advance(new TimeSpan(0, 3, 56));
        var blind = await fixture.ReadAsync();
        Assert.Equal(JobState.Blind, blind.Jobs[1].State);
        Assert.Equal(begun, Assert.Single(blind.Concerns, concern => concern.About == "job orbits").Since);
    }

    [Fact]
    public async Task A_file_that_waits_longer_than_the_objective_makes_its_job_late()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.SeeAsync("waits");
        fixture.Time.Advance(TimeSpan.FromMinutes(10));
        fixture.Polled();
        Assert.Equal(JobState.Ok, (await fixture.ReadAsync()).Jobs[0].State);
        fixture.Time.Advance(TimeSpan.FromSeconds(1));
        var late = await fixture.ReadAsync();
        Assert.Equal(JobState.Late, late.Jobs[0].State);
        Assert.StartsWith("The oldest undelivered file of passes has waited 10 min; the objective is 10 min.", Assert.Single(late.Concerns).Message);
        Assert.Empty(late.NotReady);
    }

    [Fact]
    public async Task The_current_transfer_is_reported_only_while_it_runs()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        fixture.Core.Events.Report(new JobEvent.Progress("svalbard", new Engine.Transfers.TransferSnapshot
        {
            Elapsed = TimeSpan.FromSeconds(1), Phase = Engine.Transfers.TransferPhase.Transferring, BytesDone = 1, BytesTotal = 2, BytesFetched = 1, BytesPerSecond = 4321, FilesDone = 1, FilesTotal = 3,
            CurrentFile = "a", ActiveStreams = 1, WantedStreams = 1, Streams = [],
        }));
        Assert.Equal((4321d, 2), ((await fixture.ReadAsync()).Servers[0].BytesPerSecond, (await fixture.ReadAsync()).Servers[0].Files));
        fixture.Time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal((0d, 0), ((await fixture.ReadAsync()).Servers[0].BytesPerSecond, (await fixture.ReadAsync()).Servers[0].Files));
    }

    [Fact]
    public async Task A_paused_job_is_not_late_and_not_reported_as_unpolled()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.Core.Ledger!.Upkeep.PauseAsync("passes", "maintenance", CancellationToken.None);
        await fixture.SeeAsync("waits");
        // Longer than the objective and three intervals.
        fixture.Time.Advance(TimeSpan.FromHours(1));
        var figures = await fixture.ReadAsync();
        Assert.Equal(JobState.Paused, figures.Jobs[0].State);
        Assert.Empty(figures.NotReady);
    }

    [Fact]
    public void A_cron_schedule_is_overdue_after_three_missed_runs_and_a_minute() => Assert.All(
        ((string, string)[])[("0 0 6 * * ?", "2026-01-05T06:01:00Z"), ("0 0/5 * * * ?", "2026-01-02T12:16:00Z"), ("0 0 6 3 1 ? 2026", "9999-12-31T23:59:59.9999999Z")],
        pair => Assert.Equal(DateTimeOffset.Parse(pair.Item2, null), PollOverdue.End(new JobSchedule(null, pair.Item1, TimeZoneInfo.Utc), new DateTimeOffset(2026, 1, 2, 12, 0, 1, TimeSpan.Zero))));
}
