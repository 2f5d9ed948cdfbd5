namespace Accelerator.Service.Tests.Figures;

/// <summary>Gaps and silence of an archive, from the ledger to what an operator is told.</summary>
public sealed class SlotVerdictTests
{
    private const string Hourly = """{ "every": "1h", "pattern": "{yyyy}{MM}{dd}{HH}_{channel}.nc", "channels": [ "a", "b" ], "late_after": "90m", "missing_after": "3h" }""";
    private static readonly TimeSpan Watched = TimeSpan.FromHours(6);

    [Fact]
    public async Task A_gap_is_one_incident_that_grows_and_ends_when_what_is_late_arrives()
    {
        // The clock of the fixture starts at 03:04:05.
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        foreach (var name in (string[])["2026010201_a.nc", "2026010201_b.nc", "2026010202_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        fixture.Polled();
        Assert.Equal(JobState.Ok, (await fixture.ReadAsync()).Jobs[0].State);

        fixture.Time.Advance(TimeSpan.FromMinutes(27));
        fixture.Polled();
        var job = (await fixture.ReadAsync()).Jobs[0];
        Assert.Equal((JobState.Gaps, new SlotFigures(3, 4, 1, 1, 0, 0, 0)), (job.State, job.Slots! with { Gaps = [] }));
        var concern = Assert.Single((await fixture.ReadAsync()).Concerns);
        Assert.Equal(("slots since 2026-01-02 02:00 of passes", At(3, 30)), (concern.About, concern.Since));
        Assert.Equal("passes has 1 incomplete slot: 2026-01-02 02:00 UTC (1 of 2 files, without a, 1 not on the archive). ftpx job gaps passes lists all with the reason; "
                + "for a known outage, use ftpx job outage add passes.", concern.Message);

        fixture.Time.Advance(TimeSpan.FromMinutes(120));
        fixture.Polled();
        var figures = await fixture.ReadAsync();
        Assert.Equal(("slots since 2026-01-02 02:00 of passes", 3), (Assert.Single(figures.Concerns).About, figures.Jobs[0].Slots!.Gaps[0].Slots));
        Assert.Equal((3, 8, 2, 1), (figures.Jobs[0].Slots!.Have, figures.Jobs[0].Slots!.Expect, figures.Jobs[0].Slots!.Late, figures.Jobs[0].Slots!.Partial));
        Assert.False(figures.IsWell);

        foreach (var name in (string[])["2026010202_a.nc", "2026010203_a.nc", "2026010203_b.nc", "2026010204_a.nc", "2026010204_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        fixture.Time.Advance(TimeSpan.FromMinutes(1));
        fixture.Polled();
        figures = await fixture.ReadAsync();
        Assert.Equal(JobState.Ok, figures.Jobs[0].State);
        Assert.Empty(figures.Concerns);
    }

    /// <summary>The figures are those of the last query that succeeded: its slots belong to a rule that the job no longer has.</summary>
    [Fact]
    public async Task A_job_that_expects_nothing_any_more_has_no_slots_while_the_ledger_does_not_answer()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        await fixture.SeeAsync("2026010201_a.nc", FileState.Queued);
        fixture.Polled();
        Assert.NotNull((await fixture.ReadAsync()).Jobs[0].Slots);
        await fixture.SetFirstSeenAsync(long.MaxValue);
        await fixture.ExpectNothingAsync(Hourly);
        fixture.Time.Advance(TimeSpan.FromMinutes(1));
        var figures = await fixture.ReadAsync();
        Assert.Equal((null, null), (figures.Jobs[0].Slots, figures.Jobs[0].Mismatch));
        Assert.Contains(figures.Concerns, incident => incident.About == "ledger");
    }

    [Fact]
    public async Task A_name_with_the_first_hour_of_the_calendar_is_in_no_slot()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly.Replace("\"1h\"", "\"1h\", \"offset\": \"5m\"", StringComparison.Ordinal));
        foreach (var name in (string[])["0001010100_a.nc", "2026010202_a.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        fixture.Polled();
        Assert.Equal(1, (await fixture.ReadAsync()).Jobs[0].Slots!.Have);
    }

    [Fact]
    public async Task A_gap_is_named_seconds_after_the_first_complete_poll_that_follows_its_deadline()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        foreach (var name in (string[])["2026010201_a.nc", "2026010201_b.nc", "2026010202_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        // At 03:29:55 the figures of the ledger are read; the deadline of the slot of 02:00 is 03:30:00.
        fixture.Time.Advance(At(3, 29).AddSeconds(55) - fixture.Time.GetUtcNow());
        fixture.Polled();
        Assert.Equal(JobState.Ok, (await fixture.ReadAsync()).Jobs[0].State);
        fixture.Time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(JobState.Ok, (await fixture.ReadAsync()).Jobs[0].State);
        fixture.Polled();
        fixture.Time.Advance(TimeSpan.FromSeconds(5));
        Assert.Equal(At(2, 0), Assert.Single((await fixture.ReadAsync()).Jobs[0].Slots!.Gaps).From);
    }

    [Fact]
    public async Task A_file_that_the_last_poll_found_is_no_gap_while_the_figures_are_older()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        foreach (var name in (string[])["2026010201_a.nc", "2026010201_b.nc", "2026010202_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        fixture.Polled();
        // The figures are read after the deadline, and no poll has ended since.
        fixture.Time.Advance(At(3, 30).AddSeconds(10) - fixture.Time.GetUtcNow());
        Assert.Empty((await fixture.ReadAsync()).Jobs[0].Slots!.Gaps);
        await fixture.SeeAsync("2026010202_a.nc");
        fixture.Polled();
        foreach (var seconds in (int[])[2, 4, 60])
        {
            fixture.Time.Advance(TimeSpan.FromSeconds(seconds));
            Assert.Empty((await fixture.ReadAsync()).Jobs[0].Slots!.Gaps);
        }
    }

    [Fact]
    public void Gaps_are_judged_again_by_the_first_poll_after_a_deadline()
    {
        var rule = Job("\"expect\": { \"every\": \"10m\", \"pattern\": \"{yyyy}{DDD}\", \"late_after\": \"15m\" }").Expect!;
        Assert.True(SlotVerdict.IsDue(rule, null, At(3, 0)));
        Assert.False(SlotVerdict.IsDue(rule, At(3, 6), At(3, 14)));
        Assert.True(SlotVerdict.IsDue(rule, At(3, 14), At(3, 15)));
        Assert.False(SlotVerdict.IsDue(rule, At(3, 15), At(3, 15)));
        Assert.False(SlotVerdict.IsDue(rule, At(3, 15), null));
        Assert.False(SlotVerdict.IsDue(null, At(3, 14), At(3, 15)));
    }

    [Fact]
    public async Task A_known_outage_is_no_gap_and_is_shown_while_it_lasts()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        await fixture.DeliverAsync("2026010201_a.nc", TimeSpan.Zero);
        await fixture.DeliverAsync("2026010201_b.nc", TimeSpan.Zero);
        await fixture.Core.Ledger!.Products.AddOutageAsync("passes", At(2, 0), At(6, 0), "antenna", CancellationToken.None);
        fixture.Time.Advance(TimeSpan.FromHours(2));
        fixture.Polled();
        var job = (await fixture.ReadAsync()).Jobs[0];
        Assert.Equal((JobState.Outage, At(6, 0), new SlotFigures(2, 2, 1, 0, 0, 0, 4)), (job.State, job.OutageUntil, job.Slots! with { Gaps = [] }));
        fixture.Time.Advance(TimeSpan.FromHours(3));
        fixture.Polled();
        Assert.Equal(JobState.Gaps, (await fixture.ReadAsync()).Jobs[0].State);
    }

    [Fact]
    public async Task An_archive_that_shows_no_new_file_is_silent_once_a_poll_has_found_nothing()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly, "\"silent_after\": \"30m\",");
        await fixture.SeeAsync("2026010203_a.nc");
        fixture.Polled();
        fixture.Time.Advance(TimeSpan.FromMinutes(31));
        Assert.Null((await fixture.ReadAsync()).Jobs[0].SilentSince);
        fixture.Polled();
        fixture.Time.Advance(TimeSpan.FromMinutes(1));
        var figures = await fixture.ReadAsync();
        // The file that waits for longer than the objective is the state; the silence is a figure.
        Assert.Equal((JobState.Late, At(3, 4).AddSeconds(5)), (figures.Jobs[0].State, figures.Jobs[0].SilentSince));
        await fixture.Core.Ledger!.Upkeep.RetryAsync("passes", null, CancellationToken.None);
        Assert.Contains("accelerator_silent{job=\"passes\"} 1\n", fixture.Prometheus.Write());
        Assert.Contains("accelerator_in_time_ratio{job=\"passes\"} 0\n", fixture.Prometheus.Write());
    }

    [Fact]
    public void Silence_counts_only_hours_in_which_files_are_expected()
    {
        var job = Job("\"silent_after\": \"1h\", \"expect\": { \"every\": \"1h\", \"pattern\": \"{yyyy}{DDD}\", \"from\": \"06:00\", \"to\": \"18:00\" }");
        Assert.Null(Since(job, At(3, 0), At(5, 59)));
        Assert.Null(Since(job, At(3, 0), At(6, 59)));
        Assert.Equal(At(6, 0), Since(job, At(3, 0), At(7, 1)));
        Assert.Equal(At(6, 30), Since(job, At(6, 30), At(7, 31)));
        Assert.Null(Since(job, At(6, 30), At(18, 0)));
        Assert.Null(SlotVerdict.SilentSince(job, [], At(6, 30), At(0, 0), At(7, 29), At(7, 40)));
        Assert.Null(SlotVerdict.SilentSince(job, [new Outage(1, "passes", At(6, 0), At(7, 0), null, At(0, 0))], At(3, 0), At(0, 0), At(7, 40), At(7, 40)));

        static DateTimeOffset? Since(JobDefinition job, DateTimeOffset lastSeen, DateTimeOffset now) => SlotVerdict.SilentSince(job, [], lastSeen, At(0, 0), now, now);
    }

    [Fact]
    public void Gaps_of_one_cause_are_one_run_and_files_on_their_way_are_no_gap_yet()
    {
        var rule = Job("\"expect\": { \"every\": \"10m\", \"pattern\": \"{yyyy}{DDD}\", \"late_after\": \"15m\" }").Expect!;
        ProductSlot[] gaps = [Gap(0, 0), Gap(0, 10), Gap(1, 10), Gap(3, 0), Gap(3, 30) with { Waiting = 1, WaitingSince = At(3, 50) }];
        Assert.Equal([(At(0, 0), 3), (At(3, 0), 1)], SlotVerdict.Runs(rule, gaps, At(4, 0), At(4, 0), [], Watched).Select(run => (run.From, run.Slots)));
        Assert.Equal([3, 2], SlotVerdict.Runs(rule, gaps, At(4, 6), At(4, 6), [], Watched).Select(run => run.Slots));
        // Without a complete poll after the time nothing is known.
        Assert.Equal([2], SlotVerdict.Runs(rule, gaps, At(0, 25), At(4, 0), [], Watched).Select(run => run.Slots));
        Assert.Empty(SlotVerdict.Runs(rule, gaps, null, At(4, 0), [], Watched));
        // One file that is on its way does not excuse another one that is not on the archive.
        ProductSlot[] absent = [Gap(3, 30) with { Expect = 2, Waiting = 1, WaitingSince = At(3, 50) }];
        Assert.Single(SlotVerdict.Runs(rule, absent, At(3, 51), At(3, 51), [], Watched));

        static ProductSlot Gap(int hour, int minute) => new() { At = At(hour, minute), State = SlotState.Late, Have = 0, Expect = 1 };
    }

    /// <summary>The name of an incident is the key of its alert: with another name it would be reported again.</summary>
    [Fact]
    public void Gaps_keep_the_name_of_their_incident_until_the_last_of_them_is_closed()
    {
        var rule = Job("\"expect\": { \"every\": \"10m\", \"pattern\": \"{yyyy}{DDD}\", \"late_after\": \"15m\" }").Expect!;
        IReadOnlyList<GapRun> runs = [];
        Assert.Equal([(At(0, 0), At(0, 15), 4)], Next(Gap(0, 0), Gap(1, 0), Gap(2, 0), Gap(3, 0)));
        // The oldest slot leaves the look-back time, then slots in the middle are completed: the rest is more than an hour apart.
        Assert.Equal([(At(0, 0), At(0, 15), 3)], Next(Gap(1, 0), Gap(2, 0), Gap(3, 0)));
        Assert.Equal([(At(0, 0), At(0, 15), 2)], Next(Gap(1, 0), Gap(3, 0)));
        // Gaps that follow belong to it; others are another incident.
        Assert.Equal([(At(0, 0), At(0, 15), 2), (At(6, 0), At(6, 15), 1)], Next(Gap(3, 0), Gap(3, 50), Gap(6, 0)));
        Assert.Equal([(At(6, 0), At(6, 15), 1)], Next(Gap(6, 0)));
        Assert.Equal([(At(0, 0), At(0, 15), 1), (At(6, 0), At(6, 15), 1)], Next(Gap(0, 0), Gap(6, 0)));
        Assert.Empty(Next());

        IEnumerable<(DateTimeOffset Begun, DateTimeOffset Since, int Slots)> Next(params ProductSlot[] gaps)
        {
            runs = SlotVerdict.Runs(rule, gaps, At(8, 0), At(8, 0), runs, Watched);
            return runs.Select(run => (run.Begun, run.Since, run.Slots)).ToList();
        }

        static ProductSlot Gap(int hour, int minute) => new() { At = At(hour, minute), State = SlotState.Late, Have = 0, Expect = 1 };
    }

    [Fact]
    public void Gaps_expire_with_their_first_slot_that_was_not_closed()
    {
        var rule = Job("\"expect\": { \"every\": \"10m\", \"pattern\": \"{yyyy}{DDD}\", \"late_after\": \"15m\" }").Expect!;
        IReadOnlyList<GapRun> runs = [];
        Assert.Equal(At(6, 0), Next(At(1, 0), At(0, 0), At(0, 10), At(0, 20)));
        // The first one arrived.
        Assert.Equal(At(6, 10), Next(At(5, 0), At(0, 10), At(0, 20)));
        // The second one did not: what happens to the third makes no difference.
        Assert.Equal(At(6, 10), Next(At(6, 15), At(0, 20)));

        DateTimeOffset? Next(DateTimeOffset now, params DateTimeOffset[] gaps)
        {
            List<ProductSlot> slots = [.. gaps.Select(at => new ProductSlot { At = at, State = SlotState.Late, Have = 0, Expect = 1 })];
            runs = SlotVerdict.Runs(rule, slots, now, now, runs, Watched);
            return Assert.Single(runs).Expires;
        }
    }

    [Theory]
    [InlineData("paused", true)]
    [InlineData("paused", false)]
    [InlineData("unreachable", true)]
    [InlineData("unreachable", false)]
    public async Task What_stops_a_job_is_the_cause_of_new_gaps_and_resolves_none_that_was_reported(string stop, bool isReported)
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        foreach (var name in (string[])["2026010201_a.nc", "2026010201_b.nc", "2026010202_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        if (isReported) fixture.Time.Advance(TimeSpan.FromMinutes(27));
        fixture.Polled();
        string[] reported = isReported ? ["slots since 2026-01-02 02:00 of passes"] : [];
        Assert.Equal(reported, Gaps(await fixture.ReadAsync()));

        if (stop == "paused") await fixture.Core.Ledger!.Upkeep.PauseAsync("passes", "maintenance", CancellationToken.None);
        else fixture.Core.Events.Report(new JobEvent.Incident("server svalbard", "530 No."));
        fixture.Time.Advance(TimeSpan.FromMinutes(30));
        fixture.Polled();

        Assert.Equal(reported, Gaps(await fixture.ReadAsync()));

        static IEnumerable<string> Gaps(ServiceFigures figures) =>
            figures.Concerns.Select(concern => concern.About).Where(about => about.StartsWith("slots", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_run_of_gaps_is_one_incident_although_its_first_slot_is_completed()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        foreach (var name in (string[])["2026010201_a.nc", "2026010201_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        fixture.Time.Advance(TimeSpan.FromMinutes(120));
        fixture.Polled();
        Assert.Equal("slots since 2026-01-02 02:00 of passes", Assert.Single((await fixture.ReadAsync()).Concerns).About);
        foreach (var name in (string[])["2026010202_a.nc", "2026010202_b.nc"]) await fixture.DeliverAsync(name, TimeSpan.Zero);
        fixture.Time.Advance(TimeSpan.FromMinutes(2));
        fixture.Polled();
        var figures = await fixture.ReadAsync();
        Assert.Equal(("slots since 2026-01-02 02:00 of passes", At(3, 30)), (Assert.Single(figures.Concerns).About, figures.Concerns[0].Since));
        Assert.Equal(At(3, 0), figures.Jobs[0].Slots!.Gaps[0].From);
    }

    [Fact]
    public async Task A_pattern_that_matches_nothing_is_reported_instead_of_the_gaps()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        await fixture.DeliverAsync("passes-2026010201.nc", TimeSpan.Zero);
        fixture.Polled();
        var figures = await fixture.ReadAsync();
        Assert.Equal(JobState.Gaps, figures.Jobs[0].State);
        Assert.StartsWith("passes has 1 file, and no name matches expect.pattern ({yyyy}{MM}{dd}{HH}_{channel}.nc), so that no slot has a file.", Assert.Single(figures.Concerns).Message);
    }

    [Fact]
    public async Task Slots_and_latency_are_metrics()
    {
        await using var fixture = await FiguresFixture.StartedAsync();
        await fixture.ExpectAsync(Hourly);
        await fixture.DeliverAsync("2026010201_a.nc", TimeSpan.FromSeconds(2));
        fixture.Time.Advance(TimeSpan.FromHours(2));
        fixture.Polled();
        var latency = (await fixture.ReadAsync()).Jobs[0].Latency;
        Assert.Equal(new Latency(1, 0, 0, 2, 2, 2, 2), latency);
        var text = fixture.Prometheus.Write();
        foreach (var line in (string[])["accelerator_slots{job=\"passes\",state=\"late\"} 1", "accelerator_slots{job=\"passes\",state=\"missing\"} 1", "accelerator_slots{job=\"passes\",state=\"partial\"} 1", "accelerator_completeness_ratio{job=\"passes\"} 0.166666666666667", "accelerator_latency_seconds_sum{job=\"passes\"} 2"])
            Assert.Contains(line + "\n", text);
        Assert.DoesNotContain("accelerator_slots{job=\"orbits\"", text);
    }

    private static DateTimeOffset At(int hour, int minute) => new(2026, 1, 2, hour, minute, 0, TimeSpan.Zero);

    private static JobDefinition Job(string keys)
    {
        var reading = JobFileReader.Read(Encoding.UTF8.GetBytes($$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "passes": { "server": "s", "folders": [ "/a" ], "target": "/t", {{keys}} } } }"""), _ => { });
        Assert.Empty(reading.Problems);
        return reading.File!.Jobs[0];
    }
}
