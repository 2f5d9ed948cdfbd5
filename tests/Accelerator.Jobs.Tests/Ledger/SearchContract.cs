namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The search for files of a job.</summary>
public abstract class SearchContract : LedgerContract
{
    [LedgerFact]
    public async Task A_search_examines_a_limited_number_of_rows_and_returns_a_cursor()
    {
        foreach (var name in (string[])["rare_%.nc", "b", "c", "d", "e"])
        {
            await DeliveredAsync(name);
            // Two deliveries at each time: the position has the row as well.
            if (name is "b" or "d") Time.Advance(TimeSpan.FromMinutes(1));
        }
        var search = new FileSearch(Job, "RARE_%", null) { MostExamined = 2 };
        var pages = new List<FoundFiles>();
        for (FileCursor? next = null; pages.Count == 0 || next is not null; next = pages[^1].Next)
            pages.Add(await Ledger.Search.DeliveredAsync(search with { Before = next }, None));
        Assert.Equal([0, 0, 1], pages.Select(page => page.Files.Count));
        var file = pages[^1].Files[0];
        Assert.Equal(("rare_%.nc", FileState.Published, 1, 11L), (file.Name, file.State, file.Version, file.Size));
        Assert.Equal(["e", "d", "c", "b", "rare_%.nc"], (await Ledger.Search.DeliveredAsync(new FileSearch(Job, null, null), None)).Files.Select(one => one.Name));
        Assert.Equal(["e", "d"], (await Ledger.Search.DeliveredAsync(new FileSearch(Job, "?", null) { Most = 2 }, None)).Files.Select(one => one.Name));
        Assert.Empty((await Ledger.Search.DeliveredAsync(new FileSearch("orbits", null, null), None)).Files);
    }

    /// <summary>lower() of both databases changes only ASCII letters, so the search must change no others.</summary>
    [LedgerFact]
    public async Task A_name_with_capital_letters_beyond_ASCII_is_found_by_its_own_letters()
    {
        await DeliveredAsync("Übersicht_ØST.nc");
        foreach (var name in (string[])["Übersicht", "ÜBERSICHT", "Øst.", "Übersicht_ØST.nc", "Ü*.NC"])
            Assert.Single((await Ledger.Search.DeliveredAsync(new FileSearch(Job, name, null), None)).Files);
        Assert.Empty((await Ledger.Search.DeliveredAsync(new FileSearch(Job, "übersicht", null), None)).Files);
    }

    [LedgerFact]
    public async Task Files_that_are_not_delivered_are_found_by_what_they_wait_for()
    {
        await DeliveredAsync("a");
        await Ledger.Claims.GiveUpAsync(await ClaimedAsync("b"), FileState.Failed, "550 No.", "notfound", None);
        Time.Advance(TimeSpan.FromMinutes(1));
        await QueueAsync(await FolderAsync(), "c");
        var waiting = await Ledger.Search.UndeliveredAsync(new FileSearch(Job, null, null), isFailed: false, None);
        Assert.Equal([("c", FileState.Queued, (string?)null)], waiting.Files.Select(file => (file.Name, file.State, file.Error)));
        var failed = await Ledger.Search.UndeliveredAsync(new FileSearch(Job, "B", null), isFailed: true, None);
        Assert.Equal([("b", FileState.Failed, (string?)"550 No.")], failed.Files.Select(file => (file.Name, file.State, file.Error)));
        Assert.Equal((1, null), (failed.Files.Count, failed.Next));
        Assert.Equal([new StateCount(Job, FileState.Queued, 1, 10), new StateCount(Job, FileState.Failed, 1, 10)], (await Ledger.Report.OpenCountsAsync(None)).OrderBy(count => count.State));
    }
}
