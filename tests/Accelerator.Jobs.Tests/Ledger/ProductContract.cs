namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>What the ledger knows about expected products.</summary>
public abstract class ProductContract : LedgerContract
{
    [LedgerFact]
    public async Task A_replaced_file_arrives_once_and_only_deliveries_since_a_time_are_read()
    {
        var start = Time.GetUtcNow();
        await DeliveredAsync("old");
        Time.Advance(TimeSpan.FromHours(1));
        await DeliveredAsync("one");
        var folder = await FolderAsync();
        var before = await FindAsync(folder, "one");
        await Ledger.Folders.ApplyAsync(folder, [new(before, before with { State = FileState.Queued, Version = 2, Size = 12 }, 100, 0)], None);
        Assert.True(await PublishAsync(await AgainAsync()));
        Assert.Equal([new Arrival("/a", "one", "20261120180000", start.AddHours(1), start.AddHours(1))], await ArrivalsAsync(start.AddMinutes(1)));
        Assert.Equal(2, (await ArrivalsAsync(start)).Count);

        async Task<Claim> AgainAsync()
        {
            var claim = Assert.Single(await ClaimAsync());
            Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(claim, Proven("one"), None));
            return claim;
        }
    }

    [LedgerFact]
    public async Task Files_that_are_known_and_not_delivered_are_read_with_their_state()
    {
        var start = Time.GetUtcNow();
        await DeliveredAsync("delivered");
        await Ledger.Claims.GiveUpAsync(await ClaimedAsync("failed"), FileState.Failed, "no", "no", None);
        await QueueAsync(await FolderAsync(), "queued");
        await QueueAsync(await FolderAsync(job: "orbits"), "other");
        var pending = await Ledger.Products.PendingAsync(Job, start, None);
        Assert.Equal([new("/a", "failed", FileState.Failed, "20261120180000", start, false), new PendingFile("/a", "queued", FileState.Queued, "20261120180000", start, false)], pending.OrderBy(file => file.Name));
        Assert.Empty(await Ledger.Products.PendingAsync(Job, start.AddSeconds(1), None));
    }

    /// <summary>A file that leaves before it is complete may be a temporary one; one that was queued was wanted and is lost.</summary>
    [LedgerFact]
    public async Task A_file_that_leaves_the_archive_from_the_queue_is_lost_until_it_is_found_again()
    {
        var (start, folder) = (Time.GetUtcNow(), await FolderAsync());
        await DeliveredAsync("delivered");
        await Ledger.Claims.ReturnAsync(await ClaimedAsync("queued"), Time.GetUtcNow(), "426 broken off", "transient", true, None);
        await Ledger.Folders.ApplyAsync(folder, [New(Seen("temporary"))], None);
        Time.Advance(TimeSpan.FromMinutes(5));
        var changed = await FindAsync(folder, "delivered");
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [new(changed, changed with { State = FileState.Discovered, Version = 2, FirstSeen = Time.GetUtcNow() }, 0, 0)], None));
        foreach (var name in (string[])["queued", "temporary", "delivered"]) await BecomeAsync(name, FileState.Vanished);

        Assert.Equal([new PendingFile("/a", "queued", FileState.Vanished, "20261120180000", start, false)], await Ledger.Products.PendingAsync(Job, start, None));
        var lost = new QuarantinedFile((await FindAsync(folder, "queued")).Id, Job, "/a", "queued", 10, FileState.Vanished, Time.GetUtcNow(), 1,
            "The file disappeared from the archive before it was delivered. The last attempt failed: 426 broken off", "lost");
        Assert.Equal([lost], await Ledger.Report.LostAsync(Job, 9, None));
        Assert.Empty(await Ledger.Products.PendingAsync(Job, start.AddSeconds(1), None));
        Assert.Empty(await Ledger.Report.LostAsync("orbits", 9, None));

        await BecomeAsync("queued", FileState.Discovered);
        Assert.Empty(await Ledger.Report.LostAsync(null, 9, None));
        Assert.Equal(FileState.Discovered, Assert.Single(await Ledger.Products.PendingAsync(Job, start, None)).State);

        async Task BecomeAsync(string name, FileState state)
        {
            var before = await FindAsync(folder, name);
            Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [new(before, before with { State = state }, 0, 0)], None));
        }
    }

    [LedgerFact]
    public async Task The_time_from_which_files_are_expected_is_recorded_once()
    {
        var start = Time.GetUtcNow();
        Assert.Equal(start, await Ledger.Products.BegunAsync(Job, None));
        Time.Advance(TimeSpan.FromDays(1));
        Assert.Equal(start, await Ledger.Products.BegunAsync(Job, None));
        Assert.Equal(start.AddDays(1), await Ledger.Products.BegunAsync("orbits", None));
    }

    [LedgerFact]
    public async Task Outages_are_listed_by_their_beginning_and_removed_by_their_number()
    {
        var start = Time.GetUtcNow();
        var later = await Ledger.Products.AddOutageAsync(Job, start.AddDays(1), start.AddDays(2), null, None);
        var first = await Ledger.Products.AddOutageAsync(Job, start, start.AddHours(1), "antenna", None);
        await Ledger.Products.AddOutageAsync("orbits", start, start.AddHours(1), "antenna", None);
        Assert.Equal([first, later], await Ledger.Products.OutagesAsync(Job, None));
        Assert.Equal(new Outage(first.Id, Job, start, start.AddHours(1), "antenna", start), first);
        Assert.False(await Ledger.Products.RemoveOutageAsync("orbits", first.Id, None));
        Assert.True(await Ledger.Products.RemoveOutageAsync(Job, first.Id, None));
        Assert.Equal(2, (await Ledger.Products.OutagesAsync(null, None)).Count);
    }

    [LedgerFact]
    public async Task A_ledger_of_a_program_that_knew_no_outages_gets_their_tables()
    {
        await DeliveredAsync("one");
        foreach (var table in (string[])["outage", "expecting"]) await Place.ExecuteAsync($"DROP TABLE {table}");
        var opened = await OpenAsync();
        Assert.Empty(await opened.Products.OutagesAsync(null, None));
        Assert.Equal(Time.GetUtcNow(), await opened.Products.BegunAsync(Job, None));
    }

    [LedgerFact]
    public async Task A_skipped_file_is_counted_and_reported_nowhere_until_it_is_queued_by_its_name()
    {
        var folder = await FolderAsync();
        await Ledger.Claims.GiveUpAsync(await ClaimedAsync("bad"), FileState.Failed, "no", "no", None);
        await QueueAsync(folder, "next", "held");
        Assert.Equal(1, await Ledger.Upkeep.SkipAsync(Job, "bad", "known to be empty.", None));
        Assert.Equal(1, await Ledger.Upkeep.SkipAsync(Job, "next", null, None));
        Assert.Equal(0, await Ledger.Upkeep.SkipAsync(Job, "none", null, None));
        Assert.Equal("held", Assert.Single(await ClaimAsync(9)).Name);
        Assert.Equal(0, await Ledger.Upkeep.SkipAsync(Job, "held", null, None));

        Assert.Equal([new StateCount(Job, FileState.Transferring, 1, 10)], await Ledger.Report.CountsAsync(None));
        Assert.Equal([new StateCount(Job, FileState.Transferring, 1, 10)], await Ledger.Report.OpenCountsAsync(None));
        Assert.Empty(await Ledger.Report.QuarantinedAsync(null, 9, None));
        Assert.Empty(await Ledger.Alerts.PendingAsync(None));
        Assert.Equal(["Skipped by an operator.", "Skipped by an operator: known to be empty."], (await Ledger.Report.SkippedAsync(Job, 9, None)).Select(file => file.Error));
        Assert.All((await Ledger.Products.PendingAsync(Job, DateTimeOffset.UnixEpoch, None)).Where(file => file.Name != "held"), file => Assert.True(file.IsSkipped));

        Assert.Equal(0, await Ledger.Upkeep.RetryAsync(Job, null, None));
        Assert.Equal(1, await Ledger.Upkeep.RetryAsync(Job, "bad", None));
        Assert.Equal("bad", Assert.Single(await ClaimAsync(9)).Name);

        await Ledger.Folders.ApplyAsync(folder, [New(Seen("never queued"))], None);
        Assert.Equal(1, await Ledger.Upkeep.SkipAsync(Job, "never queued", null, None));
        Assert.Equal(1, await Ledger.Upkeep.RetryAsync(Job, "never queued", None));
        Assert.Equal("never queued", Assert.Single(await ClaimAsync(9)).Name);
    }

    [LedgerFact]
    public async Task A_file_whose_marker_did_not_come_is_quarantined_with_the_reason_and_reported()
    {
        var folder = await FolderAsync();
        await Ledger.Folders.ApplyAsync(folder, [New(Seen("a", FileState.Stable))], None);
        var before = await FindAsync(folder, "a");
        var change = new FileChange(before, before with { State = FileState.Quarantined }, 0, 0) { Error = "No marker." };
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [change], None));
        Assert.Equal(0, await Ledger.Folders.ApplyAsync(folder, [change], None));
        Assert.Equal(("No marker.", "marker", FileState.Quarantined), Assert.Single(await Ledger.Report.QuarantinedAsync(Job, 9, None)) is var file ? (file.Error, file.Kind, file.State) : default);
        Assert.Equal("No marker.", Assert.Single(await Ledger.Alerts.PendingAsync(None)).Error);
        Assert.Equal(1, await Ledger.Upkeep.RetryAsync(Job, null, None));
        Assert.Equal("a", Assert.Single(await ClaimAsync()).Name);
    }

    [LedgerFact]
    public async Task A_file_whose_marker_came_late_is_queued_unless_an_operator_has_skipped_it()
    {
        var folder = await FolderAsync();
        foreach (var name in (string[])["late", "skipped", "skipped meanwhile"])
        {
            await Ledger.Folders.ApplyAsync(folder, [New(Seen(name, FileState.Stable))], None);
            var before = await FindAsync(folder, name);
            Assert.False(before.LacksMarker);
            await Ledger.Folders.ApplyAsync(folder, [new FileChange(before, before with { State = FileState.Quarantined }, 0, 0) { Error = "No marker." }], None);
        }
        await Ledger.Upkeep.SkipAsync(Job, "skipped", null, None);
        var (late, skipped, meanwhile) = (await FindAsync(folder, "late"), await FindAsync(folder, "skipped"), await FindAsync(folder, "skipped meanwhile"));
        Assert.Equal((true, false), (late.LacksMarker, skipped.LacksMarker));
        await Ledger.Upkeep.SkipAsync(Job, "skipped meanwhile", null, None);
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder,
            [.. ((KnownFile[])[late, meanwhile]).Select(file => new FileChange(file, file with { State = FileState.Queued, LacksMarker = false }, 0, 0))], None));
        Assert.Equal(["skipped", "skipped meanwhile"], (await Ledger.Report.SkippedAsync(Job, 9, None)).Select(file => file.Name).Order());
        Assert.Empty(await Ledger.Report.QuarantinedAsync(Job, 9, None));
        Assert.Equal("late", Assert.Single(await ClaimAsync(9)).Name);
    }

    [LedgerFact]
    public async Task A_history_is_searched_by_name_and_time()
    {
        var start = Time.GetUtcNow();
        foreach (var name in (string[])["A_1%.nc", "A_2.nc", "b_1.nc", "A-1.nc"])
        {
            await DeliveredAsync(name);
            Time.Advance(TimeSpan.FromMinutes(1));
        }
        Assert.Equal(["A_2.nc", "A_1%.nc"], await NamesAsync(new DeliveryQuery(Job, null, 9) { Name = "a_*" }));
        Assert.Equal(["A_1%.nc"], await NamesAsync(new DeliveryQuery(Job, null, 9) { Name = "?_1%.nc" }));
        Assert.Equal(["b_1.nc", "A_2.nc"], await NamesAsync(new DeliveryQuery(null, null, 9) { Since = start.AddMinutes(1), Until = start.AddMinutes(3) }));
        Assert.Equal(["b_1.nc"], await NamesAsync(new DeliveryQuery(Job, null, 1) { Name = "*_*", Since = start }));
        Assert.Empty(await NamesAsync(new DeliveryQuery("orbits", null, 9) { Since = start }));

        async Task<IEnumerable<string>> NamesAsync(DeliveryQuery query) => (await Ledger.Report.HistoryAsync(query, None)).Select(delivery => delivery.Name);
    }

    private async Task<List<Arrival>> ArrivalsAsync(DateTimeOffset since)
    {
        var found = new List<Arrival>();
        await foreach (var arrival in Ledger.Products.ArrivalsAsync(Job, since, None)) found.Add(arrival);
        return found;
    }
}
