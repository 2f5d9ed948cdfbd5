namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The reports about the ledger, and the pruning of old rows.</summary>
public abstract class ReportContract : LedgerContract
{
    [LedgerFact]
    public async Task Files_are_counted_by_job_and_state()
    {
        Assert.Empty(await Ledger.Report.CountsAsync(None));
        await DeliveredAsync("a");
        await VerifiedAsync("b");
        var folder = await FolderAsync(path: "/other");
        await Ledger.Folders.ApplyAsync(folder, [New(Seen("c", size: 3)), New(Seen("d", size: 4_000_000_000_000)), New(Seen("e", FileState.Queued))], None);
        await Ledger.Folders.ApplyAsync(await FolderAsync(job: "orbits"), [New(Seen("c", size: 3))], None);
        Assert.Equal(
            [
                new("orbits", FileState.Discovered, 1, 3), new(Job, FileState.Discovered, 2, 4_000_000_000_003), new(Job, FileState.Published, 1, 10), new(Job, FileState.Queued, 1, 10),
                new StateCount(Job, FileState.Verified, 1, 10),
            ],
            await Ledger.Report.CountsAsync(None));
    }

    [LedgerFact]
    public async Task The_standing_of_a_job_is_its_oldest_waiting_file_and_its_last_delivery()
    {
        var start = Time.GetUtcNow();
        await FolderAsync(job: "orbits");
        await DeliveredAsync("a");
        Assert.Equal([new("orbits", null, null), new JobStanding(Job, null, start)], await Ledger.Report.JobsAsync(None));
        Time.Advance(TimeSpan.FromMinutes(1));
        var aside = await ClaimedAsync("b");
        await Ledger.Claims.GiveUpAsync(aside, FileState.Failed, "no", "no", None);
        Time.Advance(TimeSpan.FromMinutes(1));
        await QueueAsync(await FolderAsync(), "c");
        Time.Advance(TimeSpan.FromMinutes(1));
        await QueueAsync(await FolderAsync(path: "/b"), "d");
        Assert.Equal(new JobStanding(Job, start.AddMinutes(2), start), (await Ledger.Report.JobsAsync(None))[1]);
    }

    [LedgerFact]
    public async Task Deliveries_are_counted_since_a_timestamp_and_by_equal_spans()
    {
        var start = Time.GetUtcNow();
        foreach (var name in (string[])["a", "b", "c", "d"])
        {
            await DeliveredAsync(name);
            Time.Advance(TimeSpan.FromMinutes(20));
        }
        Assert.Equal([new DeliveryCount(Job, 3, 33, 11)], await Ledger.Report.DeliveredAsync(start.AddMinutes(20), None));
        Assert.Empty(await Ledger.Report.DeliveredAsync(Time.GetUtcNow(), None));
        DeliveryBucket[] buckets = [new(start, 2, 22), new(start.AddMinutes(30), 1, 11), new(start.AddMinutes(60), 1, 11), new(start.AddMinutes(90), 0, 0)];
        var found = await Ledger.Report.DeliveredByJobAsync(start, TimeSpan.FromMinutes(30), 4, None);
        Assert.Equal([Job], found.Keys);
        Assert.Equal(buckets, found[Job]);
        Assert.Equal(buckets[..2], (await Ledger.Report.DeliveredByJobAsync(start, TimeSpan.FromMinutes(30), 2, None))[Job]);
        Assert.Empty(await Ledger.Report.DeliveredByJobAsync(start.AddHours(-2), TimeSpan.FromMinutes(30), 4, None));
    }

    [LedgerFact]
    public async Task History_is_read_page_by_page_the_newest_first()
    {
        foreach (var name in (string[])["a", "b", "c", "d", "e"]) await DeliveredAsync(name);
        var first = await Ledger.Report.HistoryAsync(null, null, 2, None);
        var second = await Ledger.Report.HistoryAsync(Job, first[^1].Id, 2, None);
        var third = await Ledger.Report.HistoryAsync(Job, second[^1].Id, 2, None);
        Assert.Equal(["e", "d", "c", "b", "a"], first.Concat(second).Concat(third).Select(delivery => delivery.Name));
        Assert.Empty(await Ledger.Report.HistoryAsync("orbits", null, 2, None));
    }

    [LedgerFact]
    public async Task Each_waiting_file_is_listed_with_its_reason()
    {
        var folder = await FolderAsync();
        await Ledger.Folders.ApplyAsync(folder, [New(Seen("seen")), New(Seen("still", FileState.Stable)), New(Seen("gone") with { Missing = 2 })], None);
        await DeliveredAsync("delivered");
        await VerifiedAsync("named");
        await ClaimedAsync("coming");
        var later = await ClaimedAsync("later");
        await Ledger.Claims.ReturnAsync(later, Time.GetUtcNow().AddMinutes(5), "426 broken off", "transient", true, None);
        await QueueAsync(folder, "next");
        var waiting = await Ledger.Report.WaitingAsync(Job, 99, None);
        Assert.Equal(
            [
                "seen: is still observed: 1 poll with this size and time, since 2026-01-02 03:04:05Z",
                "still: has not changed since 2026-01-02 03:04:05Z; its marker or its minimum age is missing",
                "gone: was not listed in the last 2 complete polls",
                "named: is verified, and n1/a is publishing it",
                "coming: is being delivered by n1/a",
                "later: waits until 2026-01-02 03:09:05Z, after: 426 broken off",
                "next: is queued",
            ],
            waiting.Select(file => $"{file.Name}: {file.Why(Time.GetUtcNow())}"));
        await Ledger.Upkeep.PauseAsync(Job, null, None);
        Assert.Equal("its job is paused", (await Ledger.Report.WaitingAsync(null, 99, None))[^1].Why(Time.GetUtcNow()));
        Assert.Empty(await Ledger.Report.WaitingAsync("orbits", 99, None));
    }

    [LedgerFact]
    public async Task Only_what_is_long_gone_from_its_source_is_forgotten()
    {
        var folder = await FolderAsync();
        await DeliveredAsync("listed");
        await DeliveredAsync("gone", new WantedEffect("command", null));
        await DeliveredAsync("owed", new WantedEffect("command", null));
        await DeliveredAsync("fresh");
        foreach (var effect in (await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None)).Where(effect => effect.Delivery.Name == "gone")) await Ledger.Effects.DoneAsync(effect, None);
        await Ledger.Folders.ApplyAsync(folder, [New(Seen("vanished", FileState.Vanished)), New(Seen("waits", FileState.Stable))], None);
        foreach (var name in (string[])["failed", "quarantined"])
            await Ledger.Claims.GiveUpAsync(await ClaimedAsync(name), name == "failed" ? FileState.Failed : FileState.Quarantined, "no", "no", None);
        var before = Time.GetUtcNow();
        FileChange Miss(KnownFile file) => new(file, file with { Missing = 1, MissingSince = before.AddMinutes(file.Name == "fresh" ? 0 : -1) }, 0, 0);
        var missing = (await AllAsync(folder)).Where(file => file.Name != "listed").Select(Miss).ToList();
        Assert.Equal(missing.Count, await Ledger.Folders.ApplyAsync(folder, missing, None));

        Assert.Equal(3, await Ledger.Upkeep.PruneAsync(before, None));
        Assert.Equal(["fresh", "listed", "owed", "quarantined", "waits"], (await AllAsync(folder)).Select(file => file.Name).Order());
        Assert.Equal(["fresh", "owed", "listed"], (await Ledger.Report.HistoryAsync(null, null, 9, None)).Select(delivery => delivery.Name));
        // A file that reappears is new: its number is never reused.
        var highest = (await AllAsync(folder)).Max(file => file.Id);
        await QueueAsync(folder, "gone");
        Assert.True((await FindAsync(folder, "gone")).Id > highest);
    }

    [LedgerFact]
    public async Task A_folder_whose_date_is_over_is_forgotten_where_its_job_has_polled_elsewhere_since()
    {
        var (past, now) = (await FolderAsync(), await FolderAsync(path: "/b"));
        await DeliveredAsync("delivered");
        await DeliveredAsync("owed", new WantedEffect("command", null));
        await Ledger.Folders.ApplyAsync(past, [New(Seen("never whole"))], None);
        await PollAsync(past);
        await PollAsync(now);
        Time.Advance(TimeSpan.FromDays(2));
        var before = Time.GetUtcNow().AddDays(-1);

        // No folder has been polled since: the job may be paused, or the server unreachable.
        Assert.Equal(0, await Ledger.Upkeep.PruneAsync(before, None));
        await PollAsync(await FolderAsync(job: "orbits", path: "/b"));
        Assert.Equal(0, await Ledger.Upkeep.PruneAsync(before, None));
        await PollAsync(now, isComplete: false);
        Assert.Equal(0, await Ledger.Upkeep.PruneAsync(before, None));
        await PollAsync(now);
        await QueueAsync(past, "still wanted");
        Assert.Equal(2, await Ledger.Upkeep.PruneAsync(before, None));
        Assert.Equal(["owed", "still wanted"], (await AllAsync(past)).Select(file => file.Name).Order());
        var claim = Assert.Single(await ClaimAsync());
        foreach (var effect in await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None)) await Ledger.Effects.DoneAsync(effect, None);
        Assert.Equal(1, await Ledger.Upkeep.PruneAsync(before, None));
        Assert.Equal(["/a", "/b"], (await Ledger.Report.FoldersAsync(Job, None)).Select(folder => folder.Path));
        await Ledger.Claims.ObserveAgainAsync(claim, Time.GetUtcNow(), "it changed", None);
        Time.Advance(TimeSpan.FromDays(2));
        await PollAsync(now);
        Assert.Equal(1, await Ledger.Upkeep.PruneAsync(before.AddDays(2), None));
        Assert.Equal(["/b"], (await Ledger.Report.FoldersAsync(Job, None)).Select(folder => folder.Path));

        Task PollAsync(long folder, bool isComplete = true) => Ledger.Folders.EndAsync(folder, new PollEnd(Time.GetUtcNow(), Time.GetUtcNow(), isComplete, 3, null), None);
    }

    [LedgerFact]
    public async Task A_thousand_files_are_forgotten_in_one_go()
    {
        var folder = await FolderAsync();
        var gone = Enumerable.Range(0, 1200).Select(i => New(Seen($"f{i}", FileState.Vanished) with { Missing = 2, MissingSince = Time.GetUtcNow() })).ToList();
        await Ledger.Folders.ApplyAsync(folder, gone, None);
        Assert.Equal(0, await Ledger.Upkeep.PruneAsync(Time.GetUtcNow(), None));
        Assert.Equal(1200, await Ledger.Upkeep.PruneAsync(Time.GetUtcNow().AddSeconds(1), None));
        Assert.Empty(await AllAsync(folder));
    }

    [LedgerFact]
    public async Task A_failure_is_pending_until_an_alert_was_sent_and_again_after_the_next_failure()
    {
        var at = Time.GetUtcNow();
        Assert.Empty(await Ledger.Alerts.PendingAsync(None));
        await DeliveredAsync("delivered", new WantedEffect("command", "x"));
        var effect = Assert.Single(await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None));
        Time.Advance(TimeSpan.FromSeconds(1));
        foreach (var (name, state) in (IEnumerable<(string, FileState)>)[("a", FileState.Failed), ("b", FileState.Quarantined)])
            Assert.True(await Ledger.Claims.GiveUpAsync(await ClaimedAsync(name), state, $"{name} no", "no", None));
        Time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(await Ledger.Effects.GiveUpAsync(effect, "command no", None));

        var pending = await Ledger.Alerts.PendingAsync(None);
        Assert.Equal([(Job, "a no", at.AddSeconds(1)), (Job, "b no", at.AddSeconds(1)), (Job, "command no", at.AddSeconds(2))], pending.Select(failure => (failure.Job, failure.Error, failure.At)));
        await Ledger.Alerts.SentAsync(pending.Skip(1).Select(failure => failure.Key), None);
        Assert.Equal("a no", Assert.Single(await (await OpenAsync()).Alerts.PendingAsync(None)).Error);

        // An operator queues all of it again: nothing waits for an alert, and what fails again is reported again.
        await Ledger.Upkeep.RetryAsync(Job, null, None);
        await Ledger.Effects.RetryAsync(Job, None);
        Assert.Empty(await Ledger.Alerts.PendingAsync(None));
        foreach (var claim in await ClaimAsync(9)) await Ledger.Claims.GiveUpAsync(claim, FileState.Failed, "again", "no", None);
        foreach (var due in await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None)) await Ledger.Effects.GiveUpAsync(due, "again", None);
        var again = await Ledger.Alerts.PendingAsync(None);
        Assert.Equal(["again", "again", "again"], again.Select(failure => failure.Error));
        // A message about the earlier failure that is recorded late does not hide the later one.
        await Ledger.Alerts.SentAsync(pending.Select(failure => failure.Key), None);
        Assert.Equal(again, await Ledger.Alerts.PendingAsync(None));
    }

    [LedgerFact]
    public async Task The_last_alert_about_each_cause_is_known_to_every_node_for_two_hours()
    {
        var at = Time.GetUtcNow();
        Assert.Empty(await Ledger.Alerts.CausesAsync("0 mail", None));
        await Ledger.Alerts.CausesSentAsync("0 mail", ["server s", "disk d"], None);
        Time.Advance(TimeSpan.FromHours(1));
        await Ledger.Alerts.CausesSentAsync("0 mail", ["server s"], None);
        await Ledger.Alerts.CausesSentAsync("1 web", ["disk e"], None);
        var other = await OpenAsync();
        Assert.Equal([("disk d", at), ("server s", at.AddHours(1))], (await other.Alerts.CausesAsync("0 mail", None)).OrderBy(cause => cause.Key).Select(cause => (cause.Key, cause.Value)));
        Time.Advance(TimeSpan.FromHours(1.5));
        Assert.Equal("server s", Assert.Single(await other.Alerts.CausesAsync("0 mail", None)).Key);
        Time.Advance(TimeSpan.FromHours(1));
        await Ledger.Alerts.CausesSentAsync("0 mail", ["disk f"], None);
        Assert.Equal(["disk f"], (await other.Alerts.CausesAsync("0 mail", None)).Keys);
        Assert.Empty(await other.Alerts.CausesAsync("1 web", None));
    }

    [LedgerFact]
    public async Task All_that_is_put_aside_of_one_job_is_queued_again_and_nothing_else()
    {
        await QueueAsync(await FolderAsync(), "a", "b");
        await QueueAsync(await FolderAsync(job: "orbits"), "c");
        foreach (var claim in await Ledger.Claims.ClaimAsync(Server, [Job, "orbits"], [], 9, Owner, Enduring, None)) await Ledger.Claims.GiveUpAsync(claim, FileState.Failed, "no", "no", None);
        await DeliveredAsync("d");
        Assert.Equal(2, await Ledger.Upkeep.RetryAsync(Job, null, None));
        Assert.Equal(["a", "b"], (await Ledger.Claims.ClaimAsync(Server, [Job, "orbits"], [], 9, Owner, Enduring, None)).Select(claim => claim.Name));
    }
}
