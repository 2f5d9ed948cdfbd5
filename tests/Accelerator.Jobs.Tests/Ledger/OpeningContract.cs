namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>Opening the ledger, from several processes at once and after an abrupt end.</summary>
public abstract class OpeningContract : LedgerContract
{
    [LedgerFact]
    public async Task Several_that_open_a_new_ledger_at_once_open_the_same()
    {
        await Place.EmptyAsync();
        var opened = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => OpenAsync())));
        Assert.Single(opened.Select(ledger => ledger.Name).Distinct());
        Assert.NotEqual(Ledger.Name, opened[0].Name);
    }

    [LedgerFact]
    public async Task A_ledger_of_a_newer_program_is_refused()
    {
        await Place.ExecuteAsync("UPDATE meta SET value = '999' WHERE name = 'schema'");
        var error = await Assert.ThrowsAsync<LedgerException>(() => OpenAsync());
        Assert.Contains("have version 999", error.Message, StringComparison.Ordinal);
        Assert.False(error.IsTransient);
    }

    [LedgerFact]
    public async Task A_ledger_of_the_first_form_is_brought_to_this_one_and_keeps_what_it_holds()
    {
        await DeliveredAsync("one");
        await Place.ExecuteAsync("DROP TABLE want");
        foreach (var column in (string[])["jobs", "jobs_at", "sessions"]) await Place.ExecuteAsync($"ALTER TABLE node DROP COLUMN {column}");
        foreach (var table in (string[])["file", "effect"]) await Place.ExecuteAsync($"ALTER TABLE {table} DROP COLUMN alerted");
        await Place.ExecuteAsync("UPDATE meta SET value = '1' WHERE name = 'schema'");
        var opened = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => OpenAsync())));
        Assert.Equal(Ledger.Name, Assert.Single(opened.Select(ledger => ledger.Name).Distinct()));
        Assert.False((await opened[0].Nodes.BeatAsync(new NodeReport("n1", "a", "1.0", "x", 0), null, Enduring, None)).IsRefused);
        Assert.Equal(2, (await opened[1].Slots.ReviewAsync(new SlotReview(Server, Owner, 2, 9, 0, Enduring), None)).Most);
        Assert.Single(await opened[2].Report.HistoryAsync(null, null, 9, None));
    }

    [LedgerFact]
    public async Task A_ledger_of_the_second_form_has_its_quarantined_files_to_report()
    {
        Assert.True(await Ledger.Claims.GiveUpAsync(await ClaimedAsync(), FileState.Quarantined, "no", "no", None));
        foreach (var table in (string[])["file", "effect"]) await Place.ExecuteAsync($"ALTER TABLE {table} DROP COLUMN alerted");
        await Place.ExecuteAsync("UPDATE meta SET value = '2' WHERE name = 'schema'");
        var opened = await OpenAsync();
        Assert.Equal("no", Assert.Single(await opened.Alerts.PendingAsync(None)).Error);
    }

    [LedgerFact]
    public async Task Foreign_tables_are_left_alone()
    {
        await Place.EmptyAsync();
        await Place.ExecuteAsync("CREATE TABLE file (id int)");
        Assert.False((await Assert.ThrowsAsync<LedgerException>(() => OpenAsync())).IsTransient);
        await Place.ExecuteAsync("CREATE TABLE meta (name text, value text)");
        Assert.Contains("not part of a ledger", (await Assert.ThrowsAsync<LedgerException>(() => OpenAsync())).Message, StringComparison.Ordinal);
        await Place.ExecuteAsync("INSERT INTO file (id) VALUES (1)");
    }

    [LedgerFact]
    public async Task Who_only_reads_sees_what_the_writer_does_and_changes_nothing()
    {
        var reader = await OpenAsync(isReadOnly: true);
        Assert.Empty(await reader.Report.CountsAsync(None));
        await DeliveredAsync("one");
        Assert.Single(await reader.Report.HistoryAsync(null, null, 9, None));
        Assert.Equal(Ledger.Name, reader.Name);
        await Place.EmptyAsync();
        Assert.Contains("There is no ledger yet", (await Assert.ThrowsAsync<LedgerException>(() => OpenAsync(isReadOnly: true))).Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// The crash points of docs/decisions/0006-the-ledger.md: another incarnation opens the ledger although the first one never ended
    /// properly.
    /// </summary>
    [LedgerFact]
    public async Task After_an_abrupt_end_each_file_is_found_where_its_last_commit_left_it()
    {
        var fetching = await ClaimedAsync("fetching");
        var intended = await VerifiedAsync("intended");
        await DeliveredAsync("delivered", new WantedEffect("command", "x"));
        await QueueAsync(await FolderAsync(), "queued");
        Assert.Equal(["fetching", "intended", "delivered", "queued"], (await AllAsync(await FolderAsync())).OrderBy(file => file.Id).Select(file => file.Name));

        var next = await OpenAsync();
        Assert.Equal(2, await next.Claims.ReleaseNodeAsync("n1", "b", None));
        var taken = await next.Claims.TakeOverAsync("n1/b", Enduring, Enduring, None);
        Assert.Equal([("intended", Proven("intended"))], taken.ToSettle.Select(unsettled => (unsettled.Claim.Name, unsettled.File)));
        Assert.True(await next.Claims.PublishedAsync(taken.ToSettle[0].Claim, new Publication(Time.GetUtcNow(), 0), [new("command", "y")], None));
        Assert.Equal(["fetching", "queued"], (await next.Claims.ClaimAsync(Server, [Job], [], 9, "n1/b", Enduring, None)).Select(claim => claim.Name));
        Assert.Equal(["x", "y"], (await next.Effects.ClaimAsync(9, "n1/b", Enduring, None)).Select(effect => effect.Payload));
        Assert.False(await PublishAsync(intended));
        Assert.Empty(await Ledger.Claims.RenewAsync([fetching, intended], Enduring, None));
    }
}
