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
        Assert.Equal([new("/a", "failed", FileState.Failed, start, false), new PendingFile("/a", "queued", FileState.Queued, start, false)], pending.OrderBy(file => file.Name));
        Assert.Empty(await Ledger.Products.PendingAsync(Job, start.AddSeconds(1), None));
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

    private async Task<List<Arrival>> ArrivalsAsync(DateTimeOffset since)
    {
        var found = new List<Arrival>();
        await foreach (var arrival in Ledger.Products.ArrivalsAsync(Job, since, None)) found.Add(arrival);
        return found;
    }
}
