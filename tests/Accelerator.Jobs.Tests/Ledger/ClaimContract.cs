namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The owner of each file.</summary>
public abstract class ClaimContract : LedgerContract
{
    [LedgerFact]
    public async Task Files_are_claimed_by_priority_then_rank_then_age()
    {
        var folder = await FolderAsync();
        (string Name, int Priority, long Rank)[] files = [("d", 100, 5), ("b", 100, -7), ("a", 900, 50), ("e", 100, 5), ("f", 1, -99), ("c", 100, 0)];
        foreach (var (name, priority, rank) in files) await Ledger.Folders.ApplyAsync(folder, [New(Seen(name, FileState.Queued), priority, rank)], None);
        Assert.Equal(["a", "b", "c", "d"], (await ClaimAsync(4)).Select(claim => claim.Name));
        Assert.Equal(["e", "f"], (await ClaimAsync(4)).Select(claim => claim.Name));
        Assert.Empty(await ClaimAsync(4));
    }

    [LedgerFact]
    public async Task A_claim_has_all_that_a_worker_needs_and_is_not_published_before_it_is_verified()
    {
        var queuedAt = Time.GetUtcNow();
        var folder = await FolderAsync();
        await QueueAsync(folder, "one");
        var claim = Assert.Single(await ClaimAsync());
        Assert.Equal(
            new Claim
            {
                FileId = (await FindAsync(folder, "one")).Id, Epoch = 1, Owner = Owner, Job = Job, Server = Server, Folder = "/a", Target = Target, Name = "one", Size = 10, Time = "20261120180000",
                Version = 1, Attempts = 0, FirstSeen = queuedAt, QueuedAt = queuedAt, PreviousPath = null,
            }, claim);
        Assert.False(await PublishAsync(claim));
        Assert.Equal(FileState.Transferring, await StateAsync(claim));
    }

    [LedgerFact]
    public async Task Only_files_of_the_jobs_that_are_known_and_not_paused_are_claimed()
    {
        await QueueAsync(await FolderAsync(), "a");
        await QueueAsync(await FolderAsync(job: "orbits"), "b");
        Assert.Empty(await Ledger.Claims.ClaimAsync("tromso", [Job, "orbits"], [], 9, Owner, Enduring, None));
        Assert.Empty(await Ledger.Claims.ClaimAsync(Server, [], [], 9, Owner, Enduring, None));
        await Ledger.Upkeep.PauseAsync(Job, "the disk is being changed", None);
        Assert.Equal("b", Assert.Single(await Ledger.Claims.ClaimAsync(Server, [Job, "orbits"], [], 9, Owner, Enduring, None)).Name);
        Assert.Equal(new PausedJob(Job, Time.GetUtcNow(), "the disk is being changed"), await Ledger.Upkeep.PausedAsync(Job, None));
        Assert.True(await Ledger.Upkeep.ResumeAsync(Job, None));
        Assert.False(await Ledger.Upkeep.ResumeAsync(Job, None));
        Assert.Null(await Ledger.Upkeep.PausedAsync(Job, None));
        Assert.Equal("a", Assert.Single(await ClaimAsync()).Name);
    }

    [LedgerFact]
    public async Task A_returned_file_waits_for_its_time_and_is_charged_only_for_its_own_failures()
    {
        var claim = await ClaimedAsync();
        Assert.True(await Ledger.Claims.ReturnAsync(claim, Time.GetUtcNow().AddSeconds(30), "426 broken off", "transient", isCharged: true, None));
        Assert.Empty(await ClaimAsync());
        Time.Advance(TimeSpan.FromSeconds(30));
        var second = Assert.Single(await ClaimAsync());
        Assert.Equal((1, 2L), (second.Attempts, second.Epoch));
        Assert.True(await Ledger.Claims.ReturnAsync(second, Time.GetUtcNow(), null, null, isCharged: false, None));
        Assert.Equal(1, Assert.Single(await ClaimAsync()).Attempts);
    }

    [LedgerFact]
    public async Task A_file_that_changed_during_its_delivery_is_observed_from_the_start()
    {
        var claim = await VerifiedAsync();
        Time.Advance(TimeSpan.FromMinutes(3));
        Assert.True(await Ledger.Claims.ObserveAgainAsync(claim, Time.GetUtcNow(), "it grew", None));
        var file = await FindAsync(await FolderAsync(), claim.Name);
        Assert.Equal((FileState.Discovered, 0, Time.GetUtcNow()), (file.State, file.Polls, file.Since));
    }

    [LedgerFact]
    public async Task The_tries_of_a_file_that_is_observed_again_count_on_until_it_is_listed_differently()
    {
        var folder = await FolderAsync();
        Assert.True(await Ledger.Claims.ObserveAgainAsync(await ClaimedAsync(), Time.GetUtcNow().AddSeconds(30), "550 None.", None));
        var before = await FindAsync(folder, "one");
        await PollAsync(before with { Polls = 1 });
        before = await FindAsync(folder, "one");
        await PollAsync(before with { Polls = 2, State = FileState.Queued });
        Assert.Empty(await ClaimAsync());
        Time.Advance(TimeSpan.FromSeconds(30));
        var second = Assert.Single(await ClaimAsync());
        Assert.Equal(1, second.Attempts);

        Assert.True(await Ledger.Claims.ObserveAgainAsync(second, Time.GetUtcNow().AddSeconds(30), "550 None.", None));
        before = await FindAsync(folder, "one");
        await PollAsync(before with { Size = before.Size + 1, Polls = 1, State = FileState.Queued });
        Assert.Equal(0, Assert.Single(await ClaimAsync()).Attempts);

        async Task PollAsync(KnownFile after) => Assert.Equal(1, await Ledger.Folders.ApplyAsync(folder, [new(before, after, 0, 0)], None));
    }

    [LedgerFact]
    public async Task A_file_that_is_put_aside_waits_for_an_operator_with_its_reason()
    {
        var claim = await ClaimedAsync();
        await Assert.ThrowsAsync<ArgumentException>(() => Ledger.Claims.GiveUpAsync(claim, FileState.Queued, "", "", None));
        Assert.True(await Ledger.Claims.GiveUpAsync(claim, FileState.Quarantined, "The hash differs twice.", "hash", None));
        Assert.Empty(await ClaimAsync());
        var aside = new QuarantinedFile(claim.FileId, Job, "/a", "one", 10, FileState.Quarantined, Time.GetUtcNow(), 1, "The hash differs twice.", "hash");
        Assert.Equal(aside, Assert.Single(await Ledger.Report.QuarantinedAsync(Job, 10, None)));
        Assert.Empty(await Ledger.Report.QuarantinedAsync("orbits", 10, None));

        Assert.Equal(0, await Ledger.Upkeep.RetryAsync(Job, "two", None));
        Assert.Equal(1, await Ledger.Upkeep.RetryAsync(Job, "one", None));
        var again = Assert.Single(await ClaimAsync());
        Assert.Equal((0, 2L), (again.Attempts, again.Epoch));
    }

    /// <summary>A worker that was considered dead comes back: none of its operations changes anything.</summary>
    [LedgerFact]
    public async Task After_a_take_over_every_verb_of_the_first_worker_is_refused()
    {
        var zombie = await ClaimedAsync(lease: Over);
        Assert.Equal(1, (await Ledger.Claims.TakeOverAsync(Other, TimeSpan.Zero, Enduring, None)).Requeued);
        var claim = Assert.Single(await ClaimAsync(owner: Other));
        Assert.Equal(3, claim.Epoch);
        await RefusedAsync(zombie);
        // Using the other owner's name does not help.
        await RefusedAsync(zombie with { Owner = Other });
        await RefusedAsync(claim with { Owner = Owner });
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(claim, Proven(), None));
        await RefusedAsync(zombie);
        await RefusedAsync(zombie with { Owner = Other });
        Assert.True(await PublishAsync(claim));
        await RefusedAsync(zombie);
        await RefusedAsync(zombie with { Owner = Other });
        Assert.Equal(3, (await FindAsync(await FolderAsync(), "one")).Epoch);
        Assert.Single(await Ledger.Report.HistoryAsync(null, null, 10, None));

        async Task RefusedAsync(Claim late)
        {
            var before = await FindAsync(await FolderAsync(), "one");
            Assert.Empty(await Ledger.Claims.RenewAsync([late], Enduring, None));
            Assert.Equal(VerifiedResult.Lost, await Ledger.Claims.VerifiedAsync(late, Proven("late"), None));
            Assert.False(await PublishAsync(late, new WantedEffect("command", null)));
            Assert.False(await Ledger.Claims.ReturnAsync(late, Time.GetUtcNow(), "late", "late", true, None));
            Assert.False(await Ledger.Claims.ObserveAgainAsync(late, Time.GetUtcNow(), "late", None));
            Assert.False(await Ledger.Claims.GiveUpAsync(late, FileState.Failed, "late", "late", None));
            Assert.Equal(before, await FindAsync(await FolderAsync(), "one"));
            Assert.Empty(await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None));
        }
    }

    [LedgerFact]
    public async Task An_expired_lease_holds_until_another_node_takes_over()
    {
        var claim = await ClaimedAsync(lease: Over);
        Assert.Equal(0, (await Ledger.Claims.TakeOverAsync(Other, Enduring, Enduring, None)).Requeued);
        Assert.Equal([claim], await Ledger.Claims.RenewAsync([claim], Enduring, None));
        Assert.Equal(0, (await Ledger.Claims.TakeOverAsync(Other, TimeSpan.Zero, Enduring, None)).Requeued);
        Assert.Equal([claim], await Ledger.Claims.RenewAsync([claim], Over, None));
        Assert.Equal(1, (await Ledger.Claims.TakeOverAsync(Other, TimeSpan.Zero, Enduring, None)).Requeued);
        Assert.Equal(FileState.Queued, await StateAsync(claim));
    }

    [LedgerFact]
    public async Task An_intended_rename_comes_to_who_takes_over_with_all_that_was_recorded()
    {
        var zombie = await VerifiedAsync(lease: Over);
        var taken = await Ledger.Claims.TakeOverAsync(Other, TimeSpan.Zero, Enduring, None);
        var unsettled = Assert.Single(taken.ToSettle);
        Assert.Equal((0, Proven()), (taken.Requeued, unsettled.File));
        Assert.Equal(zombie with { Owner = Other, Epoch = 2 }, unsettled.Claim);
        Assert.Empty((await Ledger.Claims.TakeOverAsync(Owner, TimeSpan.Zero, Enduring, None)).ToSettle);
        Assert.False(await PublishAsync(zombie));
        Assert.True(await PublishAsync(unsettled.Claim));
        Assert.Equal(Other, Assert.Single(await Ledger.Report.HistoryAsync(null, null, 10, None)).Owner);
    }

    [LedgerFact]
    public async Task A_node_that_starts_again_ends_its_earlier_leases_and_no_others()
    {
        await QueueAsync(await FolderAsync(), "a", "b", "c", "d");
        var mine = Assert.Single(await ClaimAsync(owner: "n1/a"));
        var now = Assert.Single(await ClaimAsync(owner: "n1/b"));
        var longer = Assert.Single(await ClaimAsync(owner: "n11/a"));
        var other = Assert.Single(await ClaimAsync(owner: "n2/a"));
        Assert.Equal(1, await Ledger.Claims.ReleaseNodeAsync("n1", "b", None));
        // The node has reported its earlier incarnation as gone: that incarnation cannot come back.
        Assert.Equal([now, longer, other], await Ledger.Claims.RenewAsync([mine, now, longer, other], Enduring, None));
        Assert.Equal(1, (await Ledger.Claims.TakeOverAsync("n1/b", Enduring, Enduring, None)).Requeued);
        Assert.Equal("a", Assert.Single(await ClaimAsync(9)).Name);
    }

    [LedgerFact]
    public async Task Eight_workers_claim_two_thousand_files_and_none_twice()
    {
        await QueueAsync(await FolderAsync(), Enumerable.Range(0, 2000).Select(i => $"f{i:d4}"));
        var workers = Enumerable.Range(0, 8).Select(i => Task.Run(async () =>
        {
            var mine = new List<Claim>();
            while (await ClaimAsync(7, $"n1/w{i}") is { Count: > 0 } claims) mine.AddRange(claims);
            return mine;
        }));
        var claimed = (await Task.WhenAll(workers)).SelectMany(claims => claims).ToList();
        Assert.Equal(2000, claimed.Count);
        Assert.Equal(2000, claimed.Select(claim => claim.FileId).Distinct().Count());
        Assert.All(claimed, claim => Assert.Equal(1, claim.Epoch));
    }
}
