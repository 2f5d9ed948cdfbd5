namespace Accelerator.Service.Tests.Hosting;

/// <summary>The operators' commands for jobs, over the real channel, with a real server and a real ledger.</summary>
public sealed class JobVerbsTests
{
    private const int Delivered = 201;
    private const int NotDelivered = 202;
    private const string Complete = """ "complete": { "looks": 1, "stable_for": "0s" } """;

    [Fact]
    public async Task A_dry_run_of_a_job_that_never_polled_reports_what_would_happen_and_writes_nothing()
    {
        await using var fixture = new JobVerbsFixture
        {
            Jobs = $$""" "ready": { {{Complete}}, KEYS }, "marked": { "complete": { "looks": 1, "stable_for": "0s", "marker": "{name}.md5" }, KEYS }, "watched": { "complete": { "minimum_age": "1h", "marker": "{name}.md5" }, KEYS } """,
        };
        fixture.Server.Files.AddSynthetic("/pub/pass.bin", 1000);
        await fixture.StartAsync();

        var folder = Assert.Single(await fixture.AskAsync("job.run", "folder", ("job", "ready"), ("dry", "true")));
        Assert.Equal(("/pub", 1, 1, 1, 1000, true), (folder.GetProperty("folder").GetString(), Number(folder, "wanted"), Number(folder, "new"), Number(folder, "queued"), Number(folder, "queued_bytes"), folder.GetProperty("complete").GetBoolean()));
        Assert.Equal("is complete and would be delivered", await WhyAsync("ready"));
        Assert.StartsWith("has not changed since ", await WhyAsync("marked"));
        Assert.Equal("A file of marked counts as complete when 1 poll has found it, and {name}.md5 exists.", await RuleAsync("marked"));
        Assert.StartsWith("is still observed: 1 poll with this size and time", await WhyAsync("watched"));
        Assert.Equal("A file of watched counts as complete when 2 polls in a row have found it unchanged, it has been unchanged for 20 s, it has been known for 3600 s, and {name}.md5 exists.", await RuleAsync("watched"));
        Assert.Empty(await fixture.Core.Ledger!.Report.FoldersAsync(null, CancellationToken.None));
        Assert.DoesNotContain(fixture.Server.Log.Transfers, transfer => transfer.Verb == "RETR");

        async Task<string?> RuleAsync(string job) => Assert.Single(await fixture.AskAsync("job.run", "note", ("job", job), ("dry", "true"))).GetString();
        async Task<string?> WhyAsync(string job) => Assert.Single(await fixture.AskAsync("job.run", "file", ("job", job), ("dry", "true"))).GetProperty("why").GetString();
    }

    [Fact]
    public async Task A_poll_runs_at_once_and_its_files_are_fetched_and_listed_in_the_history()
    {
        await using var fixture = await JobVerbsFixture.StartedAsync("/pub/a.bin", "/pub/b.bin");
        Assert.Equal(2, Number(Assert.Single(await fixture.AskAsync("job.run", "folder", ("job", "passes"))), "queued"));
        await fixture.HeardAsync(Delivered, 2);

        var history = await fixture.AskAsync("job.history", "delivery", ("job", "passes"));
        Assert.Equal(["a.bin", "b.bin"], history.Select(one => one.GetProperty("name").GetString()!).Order());
        var newest = Assert.Single(await fixture.AskAsync("job.history", "delivery", ("most", "1")));
        Assert.Equal(history[0].GetProperty("id").GetInt64(), newest.GetProperty("id").GetInt64());
        Assert.Equal(history[1].GetRawText(), Assert.Single(await fixture.AskAsync("job.history", "delivery", ("before", newest.GetProperty("id").GetRawText()))).GetRawText());
        Assert.Empty(await fixture.AskAsync("job.failures", "put_aside"));

        var job = Assert.Single(await fixture.AskAsync("job.list", "job"));
        Assert.Equal(("passes", "svalbard", "pull", false), (job.GetProperty("name").GetString(), job.GetProperty("server").GetString(), job.GetProperty("kind").GetString(), job.GetProperty("enabled").GetBoolean()));
        Assert.Equal("off", job.GetProperty("state").GetString());
        Assert.Equal("""{"published":2}""", job.GetProperty("files").GetRawText());
        Assert.True(job.GetProperty("last_complete_look").GetDateTimeOffset() <= job.GetProperty("last_delivered").GetDateTimeOffset());
        Assert.Equal(JsonValueKind.Null, job.GetProperty("next_look").ValueKind);
    }

    [Fact]
    public async Task A_paused_job_is_polled_by_hand_and_fetches_nothing_until_it_is_resumed_also_after_a_restart()
    {
        await using var fixture = await JobVerbsFixture.StartedAsync("/pub/pass.bin");
        await fixture.AskAsync("job.pause", "", ("job", "passes"), ("reason", "The dish is moved."));
        await fixture.StopAsync();
        await fixture.StartAsync();

        var note = Assert.Single(await fixture.AskAsync("job.run", "note", ("job", "passes"))).GetString();
        Assert.Matches(@"^passes has been paused since \d{4}-.*Z \(The dish is moved\.\)\. No file is delivered until you run ftpx job resume passes\.$", note);
        Assert.Equal("its job is paused", Assert.Single(await fixture.AskAsync("job.run", "file", ("job", "passes"), ("dry", "true"))).GetProperty("why").GetString());
        var job = Assert.Single(await fixture.AskAsync("job.list", "job"));
        Assert.Equal("The dish is moved.", job.GetProperty("paused_reason").GetString());
        Assert.Equal("""{"queued":1}""", job.GetProperty("files").GetRawText());

        Assert.True(Assert.Single(await fixture.AskAsync("job.resume", "was_paused", ("job", "passes"))).GetBoolean());
        await fixture.HeardAsync(Delivered);
        Assert.False(Assert.Single(await fixture.AskAsync("job.resume", "was_paused", ("job", "passes"))).GetBoolean());
    }

    [Fact]
    public async Task Gaps_outages_and_skipped_files_are_asked_for_and_changed()
    {
        var slot = DateTimeOffset.UtcNow.Date.AddDays(-1).AddHours(12);
        var name = $"{slot:yyyyMMddHH}_a.bin";
        await using var fixture = new JobVerbsFixture
        {
            Jobs = $$""" "passes": { {{Complete}}, "expect": { "every": "1h", "pattern": "{yyyy}{MM}{dd}{HH}_*", "per_slot": 2 }, KEYS }, "plain": { {{Complete}}, KEYS } """,
        };
        fixture.Server.Files.AddSynthetic($"/pub/{name}", 1000);
        await fixture.StartAsync();
        await fixture.AskAsync("job.run", "folder", ("job", "passes"));
        await fixture.HeardAsync(Delivered);

        var (from, to) = ($"{slot.AddHours(1):yyyy-MM-ddTHH:mmZ}", $"{slot.AddHours(3):yyyy-MM-ddTHH:mmZ}");
        var outage = Assert.Single(await fixture.AskAsync("job.outage.add", "outage", ("job", "passes"), ("from", from), ("to", to), ("reason", "antenna")));
        var gaps = await fixture.AskAsync("job.gaps", "slot", ("job", "passes"));
        Assert.Equal(("partial", 1, 2), (gaps[0].GetProperty("state").GetString(), Number(gaps[0], "have"), Number(gaps[0], "expect")));
        Assert.Equal(slot.AddHours(3), gaps[1].GetProperty("at").GetDateTimeOffset().UtcDateTime);
        var all = Assert.Single(await fixture.AskAsync("job.gaps", "completeness", ("job", "passes"), ("since", $"{slot:yyyy-MM-ddTHH:mmZ}")));
        Assert.Equal((1, 2, gaps.Count), (Number(all, "have"), Number(all, "in_outage"), Number(all, "gaps")));

        Assert.Equal(outage.GetRawText(), Assert.Single(await fixture.AskAsync("job.outage.list", "outage")).GetRawText());
        await fixture.AskAsync("job.outage.remove", "", ("job", "passes"), ("id", outage.GetProperty("id").GetRawText()));
        Assert.Empty(await fixture.AskAsync("job.outage.list", "outage", ("job", "passes")));
        Assert.Equal(ControlFailure.NotFound, (await fixture.RefusedAsync("job.outage.remove", ("job", "passes"), ("id", "1"))).Kind);
        Assert.Contains("does not say which files it expects", (await fixture.RefusedAsync("job.gaps", ("job", "plain"))).Message);
        Assert.Contains("must be later than", (await fixture.RefusedAsync("job.outage.add", ("job", "passes"), ("from", to), ("to", from))).Message);
        Assert.Contains("is a time", (await fixture.RefusedAsync("job.gaps", ("job", "passes"), ("since", "soon"))).Message);

        Assert.Equal(ControlFailure.NotFound, (await fixture.RefusedAsync("job.skip", ("job", "passes"), ("name", name))).Kind);
        await fixture.AskAsync("job.pause", "", ("job", "plain"));
        await fixture.AskAsync("job.run", "folder", ("job", "plain"));
        Assert.Equal(1, Assert.Single(await fixture.AskAsync("job.skip", "skipped", ("job", "plain"), ("name", name), ("reason", "copy"))).GetInt32());
        Assert.Equal("Skipped by an operator: copy.", Assert.Single(await fixture.AskAsync("job.failures", "put_aside", ("job", "plain"))).GetProperty("error").GetString());
    }

    [Fact]
    public async Task A_paused_job_does_not_poll_by_itself_while_others_do()
    {
        await using var fixture = await JobVerbsFixture.StartedAsync("/pub/pass.bin", "/aux/aux.bin");
        await fixture.AskAsync("job.pause", "", ("job", "passes"));
        await fixture.StopAsync();
        var often = $$""" "server": "svalbard", "schedule": { "every": "1s" }, "target": {{JsonSerializer.Serialize(fixture.Target(""))}} """;
        fixture.Jobs = $$""" "passes": { {{Complete}}, "folders": [ "/pub" ], {{often}} }, "aux": { "complete": { "looks": 2, "stable_for": "0s" }, "folders": [ "/aux" ], {{often}} } """;
        await fixture.StartAsync();
        // The delivery took two polls, and each was due at the same time as one of the other job.
        await fixture.HeardAsync(Delivered);
        Assert.Equal(["aux"], (await fixture.Core.Ledger!.Report.FoldersAsync(null, CancellationToken.None)).Select(folder => folder.Job));
        await fixture.AskAsync("job.resume", "", ("job", "passes"));
        await fixture.HeardAsync(Delivered, 2);
    }

    [Fact]
    public async Task A_quarantined_file_is_listed_with_its_reason_and_fetched_after_a_retry()
    {
        await using var fixture = new JobVerbsFixture();
        fixture.Server.Files.AddSynthetic("/pub/pass.bin", 1000);
        Directory.CreateDirectory(fixture.Target(""));
        await File.WriteAllTextAsync(fixture.Target("pass.bin"), "the user's own");
        await fixture.StartAsync();
        await fixture.AskAsync("job.run", "", ("job", "passes"));
        await fixture.HeardAsync(NotDelivered);

        var failure = Assert.Single(await fixture.AskAsync("job.failures", "put_aside", ("job", "passes")));
        Assert.Equal(("pass.bin", "quarantined"), (failure.GetProperty("name").GetString(), failure.GetProperty("state").GetString()));
        Assert.Contains("differs", failure.GetProperty("error").GetString());
        Assert.Equal("passes has 1 failed or quarantined file. To list them, run: ftpx job history passes --failures", Assert.Single(await fixture.AskAsync("job.run", "note", ("job", "passes"), ("dry", "true"))).GetString());
        Assert.Equal(
            (ControlFailure.NotFound, "passes has no failed or quarantined file of that name. To list such files, run: ftpx job history passes --failures"),
            await fixture.RefusedAsync("job.retry", ("job", "passes"), ("name", "other.bin")));

        File.Delete(fixture.Target("pass.bin"));
        Assert.Equal(1, Assert.Single(await fixture.AskAsync("job.retry", "queued", ("job", "passes"), ("name", "pass.bin"))).GetInt32());
        await fixture.HeardAsync(Delivered);
        Assert.Equal(0, Assert.Single(await fixture.AskAsync("job.retry", "queued", ("job", "passes"))).GetInt32());
    }

    [Fact]
    public async Task A_job_that_is_not_there_is_refused_with_the_names_of_those_that_are()
    {
        string[] verbs = ["job.run", "job.pause", "job.resume", "job.retry", "job.history", "job.failures"];
        await using var fixture = new JobVerbsFixture { Jobs = $$""" "passes": { KEYS }, "aux": { KEYS } """ };
        await fixture.StartAsync();
        foreach (var verb in verbs)
            Assert.Equal((verb, (ControlFailure.NotFound, "There is no job \"pas\\x1Bses\". The jobs are passes, aux.")), (verb, await fixture.RefusedAsync(verb, ("job", "pas\u001bses"))));
        await fixture.StopAsync();
        await fixture.StartAsync(hasJobs: false);
        foreach (var verb in verbs.Except(["job.history", "job.failures"]))
        {
            var (kind, sentence) = await fixture.RefusedAsync(verb, ("job", "passes"));
            Assert.Equal((verb, ControlFailure.NotFound), (verb, kind));
            Assert.StartsWith("The service has no valid job file", sentence);
        }
    }

    [Theory]
    [InlineData("""{ "jobs": {""")]
    [InlineData("""{ "jobs": { "passes": { "server": "none" } } }""")]
    public async Task The_history_is_shown_with_a_warning_while_the_job_file_is_invalid(string text)
    {
        await using var fixture = await JobVerbsFixture.StartedAsync("/pub/a.bin");
        await fixture.AskAsync("job.run", "folder", ("job", "passes"));
        await fixture.HeardAsync(Delivered);
        await fixture.StopAsync();
        await fixture.StartAsync(hasJobs: false);
        await fixture.WriteJobFileAsync(text);
        Assert.Equal("a.bin", Assert.Single(await fixture.AskAsync("job.history", "delivery", ("job", "passes"))).GetProperty("name").GetString());
        Assert.Empty(await fixture.AskAsync("job.failures", "put_aside"));
        Assert.Matches(@"^The service has no valid job file\. This is the content of the ledger .*ledger\.db\. To see what is wrong with the job file, run: ftpx service status$",
            Assert.Single(await fixture.AskAsync("job.history", "warning")).GetString());
        Assert.Equal((ControlFailure.NotFound, "There is no job \"other\". The only job is passes."), await fixture.RefusedAsync("job.history", ("job", "other")));

        await fixture.WriteJobFileAsync("""{ "ledger": { "kind": "postgres" } }""");
        Assert.Equal((ControlFailure.NotFound, "The key \"ledger\" of the job file is invalid, so the service does not know which ledger to read. To see what is wrong with the job file, run: ftpx service status"),
            await fixture.RefusedAsync("job.history"));
        await fixture.WriteJobFileAsync("""{ "ledger": { "kind": "postgresql", "connection": "ledger" } }""");
        Assert.Equal((ControlFailure.Disk, "There is no credential ledger. Run: ftpx credential set ledger --service"), await fixture.RefusedAsync("job.history"));
    }

    [Fact]
    public async Task A_history_without_a_job_file_and_a_ledger_says_that_nothing_was_delivered()
    {
        await using var fixture = new JobVerbsFixture();
        await fixture.StartAsync(hasJobs: false);
        Assert.Equal((ControlFailure.NotFound, "The service has no valid job file, and there is no ledger in its data folder. If the job file names another ledger, the history is readable when the file is valid. To see what is wrong with the job file, run: ftpx service status"),
            await fixture.RefusedAsync("job.failures"));
    }

    [Fact]
    public async Task An_outage_of_an_unknown_job_and_an_outage_that_is_known_are_refused()
    {
        await using var fixture = await JobVerbsFixture.StartedAsync();
        (string, string)[] span = [("from", "2026-11-24T10:00Z"), ("to", "2026-11-24T16:00Z")];
        var id = Assert.Single(await fixture.AskAsync("job.outage.add", "outage", [("job", "passes"), .. span])).GetProperty("id").GetInt64();
        Assert.Equal((ControlFailure.Usage, $"passes already has the outage from 2026-11-24 10:00:00Z to 2026-11-24 16:00:00Z, with the number {id}. To replace it, first run: ftpx job outage remove passes {id}"),
            await fixture.RefusedAsync("job.outage.add", [("job", "passes"), .. span, ("reason", "antenna")]));
        await fixture.AskAsync("job.outage.add", "outage", ("job", "passes"), span[0], ("to", "2026-11-24T17:00Z"));
        Assert.Equal(2, (await fixture.AskAsync("job.outage.list", "outage", ("job", "passes"))).Count);
        foreach (var verb in (string[])["job.outage.add", "job.outage.list"])
            Assert.Equal((ControlFailure.NotFound, "There is no job \"passs\". The only job is passes."), await fixture.RefusedAsync(verb, [("job", "passs"), .. span]));
    }

    [Fact]
    public async Task A_history_of_no_number_is_refused()
    {
        await using var fixture = await JobVerbsFixture.StartedAsync();
        foreach (var argument in ((string, string)[])[("before", "0"), ("before", "-1"), ("most", "1001"), ("most", "many")])
            Assert.Equal((argument, ControlFailure.Usage), (argument, (await fixture.RefusedAsync("job.history", argument)).Kind));
    }

    [Fact]
    public async Task An_unreachable_server_or_a_missing_credential_is_reported_in_one_sentence()
    {
        using var closed = new ClosedPort();
        await using var fixture = new JobVerbsFixture
        {
            Servers = $$""", "gone": { "address": "ftp://127.0.0.1:{{closed.Number}}" }, "closed": { "address": "ftp://kim@127.0.0.1", "credential": "not-set" } """,
            Jobs = """ "lost": { "server": "gone", "folders": [ "/pub", "/sub" ], "target": "/in", "enabled": false }, "locked": { "server": "closed", "folders": [ "/pub" ], "target": "/in", "enabled": false } """,
        };
        await fixture.StartAsync();
        var folder = Assert.Single(await fixture.AskAsync("job.run", "folder", ("job", "lost")));
        Assert.Contains("refused", folder.GetProperty("problem").GetString());
        var (kind, sentence) = await fixture.RefusedAsync("job.run", ("job", "locked"));
        Assert.Equal(ControlFailure.Server, kind);
        Assert.Equal("The service cannot log in to closed as kim. There is no credential not-set. Run: ftpx credential set not-set --service", sentence);
        Assert.Equal([("lost", "unreachable"), ("locked", "login")], fixture.Core.Jobs!.Jobs.Select(job => (job.Name, JobVerdict.Concerning(job, fixture.Core.Events.Log.Standing)[0].State.Name())));
    }

    [Fact]
    public async Task When_a_job_polls_next_is_known_unless_it_does_not_by_itself()
    {
        await using var fixture = new JobVerbsFixture
        {
            Jobs = """ "nightly": { "schedule": { "cron": "0 30 4 * * ?" }, "server": "svalbard", "folders": [ "/pub" ], "target": "/in" }, "passes": { KEYS } """,
        };
        await fixture.StartAsync();
        Assert.Equal(["04:30", null], (await fixture.AskAsync("job.list", "job")).Select(job => Next(job)));
        await fixture.AskAsync("job.pause", "", ("job", "nightly"));
        Assert.Equal([null, null], (await fixture.AskAsync("job.list", "job")).Select(job => Next(job)));
        await fixture.AskAsync("job.resume", "", ("job", "nightly"));
        fixture.Core.Pause();
        Assert.Equal([null, null], (await fixture.AskAsync("job.list", "job")).Select(job => Next(job)));
        Assert.StartsWith("The service is paused", Assert.Single(await fixture.AskAsync("job.list", "note")).GetString());

        static string? Next(JsonElement job) => job.GetProperty("next_look").ValueKind == JsonValueKind.Null ? null : job.GetProperty("next_look").GetDateTimeOffset().UtcDateTime.ToString("HH:mm", null);
    }

    /// <summary>A server may be silent for longer than the client waits for a line.</summary>
    [Fact]
    public async Task A_long_poll_reports_that_it_continues_and_ends_when_the_client_disconnects()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        await using var fixture = new JobVerbsFixture
        {
            Servers = $$""", "silent": { "address": "ftp://127.0.0.1:{{((IPEndPoint)silent.LocalEndpoint).Port}}" } """,
            Jobs = """ "slow": { "server": "silent", "folders": [ "/pub" ], "target": "/in", "enabled": false } """,
        };
        await fixture.StartAsync();
        using var disconnect = new CancellationTokenSource();
        using var heard = new SemaphoreSlim(0);
        var poll = fixture.AskAsync("job.run", Hear, disconnect.Token, ("job", "slow"));
        // A poll that is cancelled before it connects never reaches the server.
        using var session = await silent.AcceptTcpClientAsync().SoonAsync();
        for (var lines = 0; lines < 3; lines++) await heard.WaitAsync().SoonAsync();
        await disconnect.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => poll).SoonAsync();
        // The poll has disconnected from the server.
        Assert.Equal(0, await session.GetStream().ReadAsync(new byte[1]).AsTask().SoonAsync());

        void Hear(JsonElement line)
        {
            Assert.Equal("slow", line.GetProperty("looking").GetString());
            heard.Release();
        }
    }

    private static int Number(JsonElement line, string member) => line.GetProperty(member).GetInt32();
}
