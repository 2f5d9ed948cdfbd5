using Accelerator.Engine.Storage;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>The path from a file on a server to one delivery in the ledger.</summary>
public sealed class JobRunnerTests
{
    // Milliseconds for a second of the fake clock while sessions are in use: a busy machine must answer before their timeouts.
    private const int Pace = 20;

    private static readonly DateTimeOffset Minute = new(TimeProvider.System.GetUtcNow().AddHours(-3).Ticks / TimeSpan.TicksPerMinute * TimeSpan.TicksPerMinute, TimeSpan.Zero);

    private const string WithManifest = """ "complete": { "looks": 1, "stable_for": "0s" }, "manifest": "/MANIFEST" """;

    [Fact]
    public async Task A_complete_file_is_delivered_once_and_as_the_next_version_when_it_changes()
    {
        await using var service = await StartAsync(new(), files => files.AddSynthetic("/pub/pass.bin", 3 << 20));
        Assert.Equal(1, (await service.PollAsync()).Queued);
        var delivered = Assert.Single(await service.WaitAsync<JobEvent.Delivered>());
        for (var i = 0; i < 3; i++) Assert.Equal((0, 0), ((await service.PollAsync()).New, (await service.PollAsync()).Queued));

        await service.AssertDeliveredAsync("pass.bin");
        var delivery = Assert.Single(await service.HistoryAsync());
        Assert.Equal((1, 3L << 20, service.Target("pass.bin"), "/pub"), (delivery.Version, delivery.Size, delivery.FinalPath, delivery.Folder));
        Assert.Equal(delivered.TargetPath, delivery.FinalPath);
        Assert.Single(service.Server.Log.Transfers, transfer => transfer.Verb == "RETR");

        service.Server.Files.ReplaceByRename("/pub/pass.bin", FileContent.Synthetic(1500, 9));
        await service.DeliverAsync(2);
        await service.AssertDeliveredAsync("pass.bin");
        Assert.Equal([2, 1], (await service.HistoryAsync()).Select(delivered => delivered.Version));
    }

    /// <summary>
    /// LIST shows the minute. MDTM is sent again for files whose minute has changed, and for a sample. No poll sends more than the job
    /// allows.
    /// </summary>
    [Fact]
    public async Task A_file_that_LIST_shows_with_another_minute_is_asked_for_its_time_and_comes_again_where_that_has_changed()
    {
        await using var service = await WithListAsync(sample: 2, most: 4);
        Assert.Equal([(2, 0), (2, 0)], [await AskAsync(service), await AskAsync(service)]);
        service.Server.Files.ReplaceInPlace("/pub/0.bin", FileContent.Synthetic(1000, 77), Minute.AddMinutes(1));
        Assert.Equal((3, 1), await AskAsync(service));
        service.Runner.Continue();
        await service.WaitAsync<JobEvent.Delivered>(7);
        await service.AssertDeliveredAsync("0.bin");
        service.Runner.Pause();
        for (var i = 0; i < 6; i++) service.Server.Files.Touch($"/pub/{i}.bin", Minute.AddMinutes(2));
        Assert.Equal([(4, 4), (2, 2), (0, 0)], [await AskAsync(service), await AskAsync(service), await AskAsync(service)]);
    }

    [Theory]
    [InlineData(100, 500, 6, 1)]
    [InlineData(0, 500, 0, 0)]
    [InlineData(100, 0, 0, 0)]
    public async Task A_file_that_is_replaced_within_a_minute_is_found_where_the_sample_has_it(int sample, int most, int asked, int found)
    {
        await using var service = await WithListAsync(sample, most);
        service.Server.Files.ReplaceInPlace("/pub/0.bin", FileContent.Synthetic(1000, 77), Minute.AddSeconds(7));
        Assert.Equal((asked, found), await AskAsync(service));
    }

    [Fact]
    public async Task A_listed_file_that_the_server_does_not_send_is_given_up_after_its_tries()
    {
        var fixture = new JobRunnerFixture { Job = """ "complete": { "looks": 1, "stable_for": "0s" }, "retry": { "attempts": 2 } """ };
        await using var service = await StartAsync(fixture, files => files.AddSynthetic("/pub/pass.bin", 1000));
        service.Server.Inject(Fault.OnRetr().Refuse("550 Permission denied."));
        for (var polls = 1; polls <= 4; polls++)
        {
            await service.PollAsync();
            await service.WaitAsync<JobEvent.Refused>(Math.Min(polls, 2));
        }
        Assert.Equal(2, service.Server.Log.CountOf("RETR"));
        var given = Assert.Single(await service.Ledger.Report.QuarantinedAsync(service.JobName, 10, CancellationToken.None));
        Assert.Equal((FileState.Quarantined, 2), (given.State, given.Attempts));
        Assert.Contains("550 Permission denied.", given.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_refused_for_now_is_charged_and_its_server_does_not_rest()
    {
        var fixture = new JobRunnerFixture { Time = new FakeTime(), Job = """ "complete": { "looks": 1, "stable_for": "0s" }, "retry": { "attempts": 2 } """ };
        await using var service = await StartAsync(fixture, files => files.AddSynthetic("/pub/pass.bin", 1000));
        service.Server.Inject(Fault.OnRetr().Refuse("450 File busy."));
        await service.PollAsync();
        var refused = await service.HurryAsync(service.WaitAsync<JobEvent.Refused>(2), Pace);
        Assert.Equal([DeliveryAction.TryAgain, DeliveryAction.Fail], refused.Select(one => one.Action));
        Assert.DoesNotContain(service.Events, one => one is JobEvent.Incident);
    }

    [Fact]
    public async Task A_file_that_grows_is_not_fetched_until_two_polls_found_it_the_same()
    {
        var fixture = new JobRunnerFixture { Job = """ "complete": { "looks": 2, "stable_for": "0s" } """ };
        await using var service = await StartAsync(fixture, files => files.AddSynthetic("/pub/pass.bin", 1000));
        Assert.Equal((1, 0), Of(await service.PollAsync()));
        service.Server.Files.Resize("/pub/pass.bin", 2000);
        Assert.Equal((0, 0), Of(await service.PollAsync()));
        Assert.Equal((0, 1), Of(await service.PollAsync()));
        await service.WaitAsync<JobEvent.Delivered>();
        await service.AssertDeliveredAsync("pass.bin");

        static (int, int) Of(PollReport report) => (report.New, report.Queued);
    }

    /// <summary>A mistyped path and a folder that was moved away: neither may look like a folder without new files.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task A_dated_folder_that_is_gone_or_never_came_makes_the_poll_incomplete(int depth)
    {
        var fixture = new JobRunnerFixture { Folders = "/pub/{yyyy}{MM}{dd}", Job = $$""" "look_back": "2d", "depth": {{depth}}, "complete": { "looks": 1, "stable_for": "0s" } """, Time = new FakeTime() };
        var today = fixture.Time.GetUtcNow();
        fixture.Server.Files.AddSynthetic("/moved/0.bin", 10);
        fixture.Server.Files.AddSynthetic($"/pub/{today.AddDays(-1):yyyyMMdd}/1.bin", 10);
        fixture.Server.Files.AddLink($"/pub/{today:yyyyMMdd}", "/moved");
        await using var service = await StartAsync(fixture, _ => { });
        service.Runner.Pause();
        Assert.Equal($"/pub/{today.AddDays(-2):yyyyMMdd} never existed", Problem(await service.PollAsync()).Split(',')[0]);
        service.Server.Files.AddSynthetic($"/pub/{today.AddDays(-2):yyyyMMdd}/2.bin", 10);
        Assert.True((await service.PollAsync()).IsComplete);
        service.Server.Files.Remove($"/pub/{today:yyyyMMdd}");
        Assert.Equal($"/pub/{today:yyyyMMdd} no longer exists", Problem(await service.PollAsync()).Split(':')[0]);

        static string Problem(PollReport report)
        {
            Assert.False(report.IsComplete);
            return Assert.Single(report.Folders, folder => folder.Problem is not null).Problem!.Message;
        }
    }

    [Fact]
    public async Task Five_hundred_small_files_and_two_large_ones_come_over_the_sessions_that_are_allowed()
    {
        await using var service = await StartAsync(new(), files =>
        {
            for (var i = 0; i < 500; i++) files.AddSynthetic($"/pub/{i:000}.bin", 1000 + i, seed: i);
            files.AddSynthetic("/pub/large-1.bin", 20 << 20, seed: 7);
            files.AddSynthetic("/pub/large-2.bin", 20 << 20, seed: 8);
        });
        await service.DeliverAsync(502);
        foreach (var name in new[] { "000.bin", "499.bin", "large-1.bin", "large-2.bin" }) await service.AssertDeliveredAsync(name);
        Assert.Equal(502, (await service.HistoryAsync()).Count);
        Assert.InRange(service.Server.Log.PeakControlConnections, 1, 4);
    }

    /// <summary>The folder shows the file at each poll, as ProFTPD does if only the listing is allowed.</summary>
    [Fact]
    public async Task A_file_that_stays_listed_and_is_refused_each_time_is_quarantined_after_its_attempts()
    {
        var fixture = new JobRunnerFixture
        {
            Time = new FakeTime(),
            Job = """ "complete": { "looks": 2, "stable_for": "0s" }, "retry": { "attempts": 2, "first": "1s", "longest": "1s" } """,
        };
        await using var service = await StartAsync(fixture, files => files.AddSynthetic("/pub/pass.bin", 1000));
        service.Server.Inject(Fault.OnCommand("RETR").Reply("550 Not yours."));
        for (var polls = 0; polls < 12; polls++)
        {
            await service.HurryAsync(service.PollAsync(), Pace);
            // A refused file is observed again before the next poll.
            while ((await service.CountsAsync()).Keys.Any(state => state is FileState.Queued or FileState.Transferring))
                await service.HurryAsync(Task.Delay(10).ContinueWith(_ => 0, TaskScheduler.Default), Pace);
        }
        Assert.Equal([DeliveryAction.ObserveAgain, DeliveryAction.Quarantine], service.Events.OfType<JobEvent.Refused>().Select(refused => refused.Action));
        Assert.Equal(2, service.Server.Log.CountOf("RETR"));
        var aside = Assert.Single(await service.Ledger.Report.QuarantinedAsync(null, 10, CancellationToken.None));
        Assert.Equal((FileState.Quarantined, 2), (aside.State, aside.Attempts));
        Assert.Contains("550 Not yours.", aside.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_is_gone_costs_no_file_a_try_and_is_gone_on_with_when_a_poll_finds_it()
    {
        var time = new FakeTime();
        await using var service = await StartAsync(new() { Time = time }, Fill);
        service.Server.Inject(Fault.OnRetr().ResetAfter(0));
        await service.PollAsync();
        await service.RestartServerAsync(
            async () =>
            {
                await service.HurryAsync(service.WaitAsync<JobEvent.Incident>());
                Assert.False((await service.HurryAsync(service.PollAsync())).IsComplete);
            },
            Fill);
        // Runs that began while the server was away may still hold the sessions, and their end suspends the server: only later polls
        // succeed.
        var back = await service.HurryAsync(service.PollAsync(), Pace);
        for (var polls = 1; !back.IsComplete && polls < 10; polls++)
        {
            time.Advance(TimeSpan.FromSeconds(10));
            back = await service.HurryAsync(service.PollAsync(), Pace);
        }
        Assert.True(back.IsComplete, $"{(back.Folders is [var folder, ..] ? folder.Problem?.Message : null)} {service.Story()}");
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(5), Pace);
        Assert.All(await service.HistoryAsync(), delivery => Assert.Equal(0, delivery.Attempts));

        static void Fill(LoopbackTree files)
        {
            for (var i = 0; i < 5; i++) files.AddSynthetic($"/pub/{i}.bin", 1000, seed: i);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_incident_of_a_poll_tells_whether_the_login_was_refused(bool isRefused)
    {
        var fixture = new JobRunnerFixture(new LoopbackOptions { User = "u", Password = "p" });
        await using var service = await StartAsync(fixture, _ => { });
        if (!isRefused) await service.Server.DisposeAsync();
        await service.PollAsync();
        Assert.Equal(isRefused, (await service.WaitAsync<JobEvent.Incident>())[0].IsLogin);
    }

    [Fact]
    public async Task A_foreign_file_under_the_name_is_not_touched_and_is_waited_for_by_an_operator()
    {
        await using var service = await StartAsync(new(), files => files.AddSynthetic("/pub/pass.bin", 1000));
        Directory.CreateDirectory(Path.GetDirectoryName(service.Target("x"))!);
        await File.WriteAllTextAsync(service.Target("pass.bin"), "mine");
        await service.PollAsync();
        var refused = Assert.Single(await service.WaitAsync<JobEvent.Refused>());
        Assert.Equal(DeliveryAction.Quarantine, refused.Action);
        Assert.Equal("mine", await File.ReadAllTextAsync(service.Target("pass.bin")));
        Assert.Equal("exists", Assert.Single(await service.Ledger.Report.QuarantinedAsync(null, 10, CancellationToken.None)).Kind);

        File.Delete(service.Target("pass.bin"));
        Assert.Equal(1, await service.Ledger.Upkeep.RetryAsync("passes", null, CancellationToken.None));
        service.Runner.Wake();
        await service.WaitAsync<JobEvent.Delivered>();
        await service.AssertDeliveredAsync("pass.bin");
    }

    [Fact]
    public async Task After_the_loss_of_a_ledger_what_is_there_is_not_fetched_again()
    {
        const int Files = 3;
        await using var service = await StartAsync(new() { Time = new FakeTime() }, files =>
        {
            for (var i = 0; i < Files; i++) files.AddSynthetic($"/pub/pass-{i}.bin", 1000, seed: i);
        });
        await service.HurryAsync(service.PollAsync(), Pace);
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(Files), Pace);
        await service.StopAsync();
        foreach (var file in Directory.GetFiles(service.Folder.Path, "ledger.db*")) File.Delete(file);

        await service.StartAsync();
        // The clock stands still: no file waits for the previous one.
        await service.DeliverAsync(2 * Files);
        Assert.All(await service.HistoryAsync(), delivery => Assert.Equal(0, delivery.Fetched));
        Assert.Equal(Files, service.Server.Log.Transfers.Count(transfer => transfer.Verb == "RETR"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_crash_between_intent_and_record_is_settled_by_what_lies_on_the_disk(bool isRenamed)
    {
        await using var service = await StartAsync(new() { Job = WithManifest }, files => files.AddDirectory("/pub"));
        await service.PauseAsync();
        service.Server.Files.AddSynthetic("/pub/pass.bin", 1000);
        await service.PollAsync();
        var claims = service.Ledger.Claims;
        var claim = Assert.Single(await claims.ClaimAsync("svalbard", ["passes"], [], 1, "node/1", TimeSpan.FromMinutes(1), CancellationToken.None));
        Directory.CreateDirectory(claim.Target);
        var (target, part) = (service.Target("pass.bin"), service.Target("pass.bin") + ".part");
        await using (var written = File.Create(part)) await service.Server.Files["/pub/pass.bin"].Content.CopyToAsync(written, 0, 1000, CancellationToken.None);
        await claims.VerifiedAsync(claim, new VerifiedFile(target, part, 1000, null, null, null, FileMark.Of(part)!), CancellationToken.None);
        if (isRenamed) File.Move(part, target);

        await service.StartAsync();
        await service.WaitAsync<JobEvent.Delivered>();
        await service.AssertDeliveredAsync("pass.bin");
        Assert.Equal(isRenamed ? 0 : 1000, Assert.Single(await service.HistoryAsync()).Fetched);
    }

    [Fact]
    public async Task A_paused_job_or_service_waits_and_delivers_after_it_is_resumed()
    {
        await using var service = await StartAsync(new(), files => files.AddSynthetic("/pub/pass.bin", 1000));
        await service.Ledger.Upkeep.PauseAsync("passes", "for a test", CancellationToken.None);
        await service.PollAsync();
        await service.PauseAsync();
        await service.Ledger.Upkeep.ResumeAsync("passes", CancellationToken.None);
        service.Runner.Wake();
        await service.PollAsync();
        Assert.Equal(1, (await service.CountsAsync())[FileState.Queued]);
        service.Runner.Continue();
        await service.WaitAsync<JobEvent.Delivered>();
    }

    [Fact]
    public async Task Concurrent_deliveries_each_append_a_complete_line_to_the_manifest()
    {
        await using var service = await StartAsync(new() { Job = WithManifest, Time = new FakeTime() }, files =>
        {
            for (var i = 0; i < 60; i++) files.AddSynthetic($"/pub/{i}.bin", 10, seed: i);
        });
        // A line that a power cut truncated earlier.
        await File.WriteAllTextAsync(service.Folder.File("manifest.jsonl"), """{"event":"x""");
        // A concurrent reader of the manifest does not block the writers.
        await using (new FileStream(service.Folder.File("manifest.jsonl"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
        {
            await service.DeliverAsync(60);
            Assert.All(await service.HurryAsync(service.WaitAsync<JobEvent.AfterDelivery>(60)), after => Assert.Null(after.Error));
        }
        await service.StopAsync();
        var lines = await File.ReadAllLinesAsync(service.Folder.File("manifest.jsonl"));
        Assert.Equal(60, lines.Skip(1).Select(line => JsonDocument.Parse(line).RootElement.GetProperty("event").GetString()).Distinct().Count());
    }

    [Fact]
    public async Task A_defect_that_ends_one_task_is_reported_and_the_work_continues()
    {
        var thrown = 0;
        var fixture = new JobRunnerFixture
        {
            Job = WithManifest,
            Time = new FakeTime(),
            Heard = happened =>
            {
                if (happened is JobEvent.AfterDelivery && Interlocked.Increment(ref thrown) == 1) throw new InvalidOperationException("planted");
            },
        };
        await using var service = await StartAsync(fixture, files => files.AddSynthetic("/pub/a.bin", 10));
        await service.DeliverAsync();
        Assert.Contains("planted", (await service.HurryAsync(service.WaitAsync<JobEvent.Incident>()))[0].Message, StringComparison.Ordinal);
        service.Server.Files.AddSynthetic("/pub/b.bin", 10);
        await service.DeliverAsync(2);
        Assert.EndsWith("b.bin", (await service.HurryAsync(service.WaitAsync<JobEvent.AfterDelivery>()))[0].Effect.Delivery.Name, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_removed_before_its_download_was_complete_leaves_nothing_behind()
    {
        await using var service = await StoppedInTheMiddleAsync();
        service.Server.Files.Remove("/pub/pass.bin");

        // The file may be requested once more before the first poll.
        await service.StartAsync();
        do await service.PollAsync();
        while (!(await service.CountsAsync()).ContainsKey(FileState.Vanished));
        Assert.Empty(Directory.GetFiles(Path.GetDirectoryName(service.Target("x"))!));
    }

    [Fact]
    public async Task A_stop_in_the_middle_keeps_what_was_fetched_and_the_next_start_finishes_it()
    {
        await using var service = await StoppedInTheMiddleAsync();
        await service.StartAsync();
        await service.WaitAsync<JobEvent.Delivered>();
        await service.AssertDeliveredAsync("pass.bin");
        Assert.InRange(Assert.Single(await service.HistoryAsync()).Fetched, 1, 39 << 20);
    }

    /// <summary>Starts, and stops when 24 MiB of a file of 40 MiB have been sent.</summary>
    private static async Task<JobRunnerFixture> StoppedInTheMiddleAsync()
    {
        var service = await StartAsync(new() { ServerKeys = """ "sessions": 2 """ }, files => files.AddSynthetic("/pub/pass.bin", 40 << 20));
        service.Server.Inject(Fault.OnRetr().StallAfter(24 << 20));
        await service.PollAsync();
        await service.Server.Log.WaitForAsync(log => log.BytesSent >= 24 << 20, CancellationToken.None).SoonAsync();
        await service.StopAsync();
        Assert.Equal((true, false), (File.Exists(service.Target("pass.bin.part")), File.Exists(service.Target("pass.bin"))));
        service.Server.ClearFaults();
        return service;
    }

    // Six delivered files, and a runner that polls but fetches nothing.
    private static async Task<JobRunnerFixture> WithListAsync(int sample, int most)
    {
        var options = new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst };
        var fixture = new JobRunnerFixture(options) { Job = $$""" "complete": { "looks": 1, "stable_for": "0s" }, "recheck": { "sample": {{sample}}, "most": {{most}} } """ };
        var service = await StartAsync(fixture, files =>
        {
            for (var i = 0; i < 6; i++) files.Add($"/pub/{i}.bin", FileContent.Synthetic(1000, i), Minute);
        });
        await service.DeliverAsync(6);
        service.Runner.Pause();
        return service;
    }

    private static async Task<(int Asked, int New)> AskAsync(JobRunnerFixture service)
    {
        var before = service.Server.Log.CountOf("MDTM");
        var report = await service.PollAsync();
        return (service.Server.Log.CountOf("MDTM") - before, report.New);
    }

    private static async Task<JobRunnerFixture> StartAsync(JobRunnerFixture service, Action<LoopbackTree> fill)
    {
        service.Job = service.Job.Replace("/MANIFEST", service.Folder.File("manifest.jsonl"), StringComparison.Ordinal);
        fill(service.Server.Files);
        await service.StartAsync();
        return service;
    }
}
