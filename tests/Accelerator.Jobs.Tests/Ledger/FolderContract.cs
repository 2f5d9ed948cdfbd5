namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The data that polls write and read.</summary>
public abstract class FolderContract : LedgerContract
{
    [LedgerFact]
    public async Task A_folder_is_one_row_however_often_it_is_opened()
    {
        var folder = await FolderAsync();
        Assert.Equal(folder, await FolderAsync());
        Assert.NotEqual(folder, await FolderAsync(path: "/b"));
        Assert.NotEqual(folder, await FolderAsync(job: "orbits"));
    }

    [LedgerFact]
    public async Task What_was_written_of_a_file_is_read_again()
    {
        var folder = await FolderAsync();
        var file = Seen("S5P_1.nc", FileState.Stable, size: 5_000_000_000) with { Time = null, Polls = 3, Missing = 1, MissingSince = Time.GetUtcNow().AddMinutes(-1), Version = 2 };
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [New(file)], None));
        var read = await FindAsync(folder, file.Name);
        Assert.Equal(file with { Id = read.Id }, read);
        Assert.True(read.Id > 0);
    }

    // Bytes that are invalid in the server's charset are lone surrogates in a name; PostgreSQL can store neither them nor NUL.
    [LedgerFact]
    public async Task Names_that_are_no_text_are_kept_apart_and_given_back_as_they_were()
    {
        var folder = await FolderAsync();
        string[] names = ["a\udc80b", "a\udc81b", "a\ufffdb", "한글 😀", "\u241BDC80", "a\u241B", "\udc80", "\ud83d", "q'\"\\%"];
        await QueueAsync(folder, names);
        Assert.Equal(names.Order(StringComparer.Ordinal), (await AllAsync(folder)).Select(file => file.Name).Order(StringComparer.Ordinal));
        var claim = (await ClaimAsync())[0];
        Assert.True(await Ledger.Claims.GiveUpAsync(claim, FileState.Failed, "550 no\0such \udc80", "missing", None));
        Assert.Equal("550 no\0such \udc80", Assert.Single(await Ledger.Report.QuarantinedAsync(null, 10, None)).Error);
    }

    [LedgerFact]
    public async Task What_two_polls_find_or_change_takes_effect_once()
    {
        var folder = await FolderAsync();
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [New(Seen("a", size: 1))], None));
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [New(Seen("a", size: 2)), New(Seen("b"))], None));
        var before = await FindAsync(folder, "a");
        Assert.Equal(1, before.Size);
        var change = new FileChange(before, before with { Polls = 2, Size = 20, Time = "later", Since = Time.GetUtcNow().AddSeconds(5) }, 0, 0);
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [change], None));
        Assert.Equal(0, await Ledger.Folders.ApplyAsync(folder, [change], None));
        Assert.Equal(change.After, await FindAsync(folder, "a"));
    }

    [LedgerFact]
    public async Task A_poll_that_comes_after_a_claim_changes_nothing()
    {
        var folder = await FolderAsync();
        await QueueAsync(folder, "a");
        var before = await FindAsync(folder, "a");
        var claim = Assert.Single(await ClaimAsync());
        Assert.Equal(0, await Ledger.Folders.ApplyAsync(folder, [new(before, before with { State = FileState.Discovered, Polls = 0 }, 0, 0)], None));
        Assert.Equal(0, await Ledger.Folders.ApplyAsync(folder, [new(before, before with { Missing = 1, MissingSince = Time.GetUtcNow() }, 0, 0)], None));
        Assert.Equal(FileState.Transferring, await StateAsync(claim));

        // After it was queued again it has the same state and poll count, and another epoch.
        Assert.True(await Ledger.Claims.ReturnAsync(claim, Time.GetUtcNow(), null, null, false, None));
        Assert.Equal(0, await Ledger.Folders.ApplyAsync(folder, [new(before, before with { State = FileState.Discovered, Polls = 0 }, 0, 0)], None));
    }

    [LedgerFact]
    public async Task A_delivered_file_that_is_missing_stays_delivered_and_may_be_there_again()
    {
        var claim = await DeliveredAsync();
        var folder = await FolderAsync();
        var before = await FindAsync(folder, claim.Name);
        var missing = before with { Missing = 1, MissingSince = Time.GetUtcNow() };
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [new(before, missing, 0, 0)], None));
        Assert.Equal(missing, await FindAsync(folder, claim.Name));
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [new(missing, before, 0, 0)], None));
        Assert.Equal(before, await FindAsync(folder, claim.Name));
    }

    [LedgerFact]
    public async Task A_delivered_file_that_changes_is_fetched_as_its_next_version()
    {
        var first = await DeliveredAsync();
        var folder = await FolderAsync();
        var before = await FindAsync(folder, first.Name);
        var same = new FileChange(before, before with { State = FileState.Queued, Size = 99 }, 100, 0);
        await Assert.ThrowsAsync<ArgumentException>(() => Ledger.Folders.ApplyAsync(folder, [same], None));
        Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [same with { After = same.After with { Version = 2, FirstSeen = Time.GetUtcNow() } }], None));

        var second = Assert.Single(await ClaimAsync());
        Assert.Equal((2, 99, "/data/one", Time.GetUtcNow()), (second.Version, second.Size, second.PreviousPath, second.FirstSeen));
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(second, Proven(), None));
        Assert.True(await PublishAsync(second));
        Assert.Equal([2, 1], (await Ledger.Report.HistoryAsync(null, null, 10, None)).Select(delivery => delivery.Version));
    }

    [LedgerFact]
    public async Task A_poll_may_not_do_what_is_not_its_own()
    {
        var claim = await ClaimedAsync();
        var folder = await FolderAsync();
        var before = await FindAsync(folder, claim.Name);
        FileChange[] wrong =
        [
            New(Seen("x", FileState.Published)), New(Seen("x", FileState.Transferring)), new(before, before with { State = FileState.Queued }, 0, 0),
            new(before, before with { Name = "two" }, 0, 0), new(before, before with { State = FileState.Verified }, 0, 0),
        ];
        foreach (var change in wrong) await Assert.ThrowsAsync<ArgumentException>(() => Ledger.Folders.ApplyAsync(folder, [New(Seen("new")), change], None));
        Assert.Single(await AllAsync(folder));
    }

    [LedgerFact]
    public async Task The_end_of_a_poll_is_recorded()
    {
        var folder = await FolderAsync();
        var started = Time.GetUtcNow();
        Assert.Equal(new KnownFolder(folder, null, 0, 0, Target), await Ledger.Folders.OpenAsync(Job, Server, "/a", Target, None));
        await Ledger.Folders.EndAsync(folder, new PollEnd(started, started.AddSeconds(2), true, 100_000, null), None);
        var broken = new PollEnd(started.AddMinutes(1), started.AddMinutes(2), false, 10_000, "226 Output truncated to 10000 matches");
        await Ledger.Folders.EndAsync(folder, broken, None);
        await Ledger.Folders.EndAsync(folder, broken, None);
        Assert.Equal(new KnownFolder(folder, started.AddSeconds(2), 100_000, 2, Target), await Ledger.Folders.OpenAsync(Job, Server, "/a", Target, None));
        Assert.Equal(new FolderStanding(Job, Server, "/a", broken, started.AddSeconds(2), 2), Assert.Single(await Ledger.Report.FoldersAsync(null, None)));
        await Ledger.Folders.EndAsync(folder, broken with { IsComplete = true }, None);
        Assert.Equal(0, (await Ledger.Folders.OpenAsync(Job, Server, "/a", Target, None)).IncompletePolls);
    }

    [LedgerFact]
    public async Task A_folder_of_names_that_are_no_longer_in_the_job_file_goes_to_the_only_job_with_its_target_and_with_the_rows_of_the_old_job()
    {
        var claim = await DeliveredAsync();
        var folder = await FolderAsync();
        // Polls of the job ended with the folder /old two days before, and still poll /other.
        var (old, other) = (await FolderAsync(path: "/old"), await FolderAsync(path: "/other"));
        await QueueAsync(old, "waits");
        foreach (var (id, days) in new[] { (folder, 0), (other, 0), (old, 2) })
            await Ledger.Folders.EndAsync(id, new PollEnd(Time.GetUtcNow().AddDays(-days), Time.GetUtcNow().AddDays(-days), true, 1, null), None);
        await Ledger.Upkeep.PauseAsync(Job, "repair", None);
        var begun = await Ledger.Products.BegunAsync(Job, None);
        await Ledger.Products.AddOutageAsync(Job, Time.GetUtcNow(), Time.GetUtcNow().AddHours(1), null, None);
        Time.Advance(TimeSpan.FromMinutes(1));

        var isKept = await OpenAsync("orbits", Target, (_, _) => true);
        var isElsewhere = await OpenAsync("orbits-2", "/elsewhere", (_, _) => false);
        Assert.Equal((null, null), (isKept.Earlier, isElsewhere.Earlier));
        // A job of the old name, at another server, keeps what is its own.
        var moved = await OpenAsync("orbits-3", Target, (job, server) => job != Job || server is null);
        Assert.Equal((folder, Job), (moved.Id, Assert.Single(await Ledger.Upkeep.ListPausedAsync(None)).Job));
        await Ledger.Folders.OpenAsync(Job, Server, "/a", Target, (job, _) => job != "orbits-3", None);

        var heir = await OpenAsync("orbits-3", Target, (job, _) => job != Job);
        Assert.Equal((folder, new FolderOwner(Job, Server, "/a")), (heir.Id, heir.Earlier));
        Assert.Equal(FileState.Published, (await FindAsync(heir.Id, claim.Name)).State);
        Assert.Equal("orbits-3", Assert.Single(await Ledger.Report.HistoryAsync(null, null, 10, None)).Job);
        var paused = Assert.Single(await Ledger.Upkeep.ListPausedAsync(None));
        Assert.Equal(("orbits-3", "repair"), (paused.Job, paused.Reason));
        Assert.Equal("orbits-3", Assert.Single(await Ledger.Products.OutagesAsync(null, None)).Job);
        Assert.Equal(begun, await Ledger.Products.BegunAsync("orbits-3", None));
        Assert.Equal(old, (await Ledger.Folders.FindAsync("orbits-3", Server, "/old", None))!.Id);
        Assert.True(await Ledger.Upkeep.ResumeAsync("orbits-3", None));
        Assert.Equal("waits", Assert.Single(await Ledger.Claims.ClaimAsync(Server, ["orbits-3"], [], 10, Owner, Enduring, None)).Name);
        Assert.Equal(other, (await Ledger.Folders.FindAsync(Job, Server, "/other", None))!.Id);

        // Two rows could have been this job's, and nothing shows which.
        await OpenAsync("a", Target, (_, _) => true);
        Assert.Null((await OpenAsync("b", Target, (_, _) => false)).Earlier);

        Task<KnownFolder> OpenAsync(string job, string target, Func<string, string?, bool> isCurrent) =>
            Ledger.Folders.OpenAsync(job, Server, "/a", target, isCurrent, None);
    }

    [LedgerFact]
    public async Task A_thousand_files_come_and_change_in_one_go()
    {
        var folder = await FolderAsync();
        string[] names = [.. Enumerable.Range(0, 1200).Select(i => $"f{i:d4}")];
        Assert.Equal(1200, await Ledger.Folders.ApplyAsync(folder, [.. names.Select(name => New(Seen(name)))], None));
        var files = await AllAsync(folder);
        Assert.Equal(names, files.Select(file => file.Name).Order(StringComparer.Ordinal));
        Assert.Equal(1200, await Ledger.Folders.ApplyAsync(folder, [.. files.Select((file, i) => new FileChange(file, file with { State = i % 2 == 0 ? FileState.Queued : FileState.Stable, Polls = 2 }, 5, -i))], None));
        Assert.Equal(600, (await AllAsync(folder)).Count(file => file.State == FileState.Queued));
    }
}
