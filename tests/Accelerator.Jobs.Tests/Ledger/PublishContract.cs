namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The steps from the intent to the delivery, each recorded once.</summary>
public abstract class PublishContract : LedgerContract
{
    [LedgerFact]
    public async Task Two_files_never_own_one_local_name()
    {
        var first = await VerifiedAsync("one");
        var second = await ClaimedAsync("two");
        Assert.Equal(VerifiedResult.NameTaken, await Ledger.Claims.VerifiedAsync(second, Proven("one"), None));
        // The claim still holds, and the name still belongs to the other file after the delivery.
        Assert.Equal(FileState.Transferring, await StateAsync(second));
        Assert.True(await PublishAsync(first));
        Assert.Equal(VerifiedResult.NameTaken, await Ledger.Claims.VerifiedAsync(second, Proven("one"), None));
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(second, Proven("two"), None));
        // A name is released when its file returns to the queue.
        Assert.True(await Ledger.Claims.ReturnAsync(second, Time.GetUtcNow().AddDays(1), "both are gone", "lost", false, None));
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(await ClaimedAsync("three"), Proven("two"), None));
    }

    [LedgerFact]
    public async Task A_delivery_is_recorded_with_all_that_is_known_of_it()
    {
        var seen = Time.GetUtcNow();
        await QueueAsync(await FolderAsync(), "one");
        Time.Advance(TimeSpan.FromSeconds(5));
        var claim = Assert.Single(await ClaimAsync());
        await Ledger.Claims.VerifiedAsync(claim, Proven(), None);
        Time.Advance(TimeSpan.FromSeconds(5));
        Assert.True(await PublishAsync(claim));
        var delivery = Assert.Single(await Ledger.Report.HistoryAsync(Job, null, 10, None));
        Assert.Equal(
            new Delivery
            {
                Id = delivery.Id, FileId = claim.FileId, Version = 1, Job = Job, Server = Server, Folder = "/a", Name = "one", Size = 11, Modified = "20261120180000", FinalPath = "/data/one",
                HashKind = "sha-256", Hash = "ab12", Fetched = 12, Attempts = 0, Owner = Owner, FirstSeen = seen, QueuedAt = seen, StartedAt = seen.AddSeconds(5), PublishedAt = seen.AddSeconds(10),
            }, delivery);
    }

    /// <summary>
    /// The reply to a commit may be lost with the connection: a caller that repeats the commit must not be told that the file belongs to
    /// another claim.
    /// </summary>
    [LedgerFact]
    public async Task Repeated_or_concurrent_reports_of_the_same_claim_are_recorded_once()
    {
        var claim = await VerifiedAsync();
        Assert.Equal(VerifiedResult.Recorded, await Ledger.Claims.VerifiedAsync(claim, Proven(), None));
        Assert.Equal(VerifiedResult.Lost, await Ledger.Claims.VerifiedAsync(claim, Proven("other"), None));
        var effect = new WantedEffect("command", "x");
        Assert.All(await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() => PublishAsync(claim, effect)))), Assert.True);
        Assert.True(await PublishAsync(claim, effect));
        Assert.Single(await Ledger.Report.HistoryAsync(null, null, 10, None));
        Assert.Single(await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None));
        Assert.Equal(VerifiedResult.Lost, await Ledger.Claims.VerifiedAsync(claim, Proven(), None));
    }

    [LedgerFact]
    public async Task A_publication_whose_effects_cannot_be_recorded_is_rolled_back()
    {
        var claim = await VerifiedAsync();
        var error = await Assert.ThrowsAsync<LedgerException>(() => PublishAsync(claim, new WantedEffect("command", "1"), new WantedEffect("command", "2")));
        Assert.False(error.IsTransient);
        Assert.Equal(FileState.Verified, await StateAsync(claim));
        Assert.Empty(await Ledger.Report.HistoryAsync(null, null, 10, None));
        Assert.True(await PublishAsync(claim, new WantedEffect("command", "1")));
    }

    [LedgerFact]
    public async Task An_effect_that_was_given_up_is_counted_and_comes_again_when_it_is_wanted()
    {
        await DeliveredAsync("one", new WantedEffect("command", "index"));
        var due = Assert.Single(await Ledger.Effects.ClaimAsync(1, Owner, Enduring, None));
        Assert.Empty(await Ledger.Report.GivenUpAsync(None));
        Assert.True(await Ledger.Effects.GiveUpAsync(due, "It ended with 1.", None));
        Assert.Empty(await Ledger.Effects.ClaimAsync(1, Owner, Enduring, None));
        Assert.Equal([new GivenUpEffects(due.Delivery.Job, 1, "It ended with 1.")], await Ledger.Report.GivenUpAsync(None));

        Assert.Equal(0, await Ledger.Effects.RetryAsync("another", None));
        Assert.Equal(1, await Ledger.Effects.RetryAsync(due.Delivery.Job, None));
        Assert.Equal(1, Assert.Single(await Ledger.Effects.ClaimAsync(1, Owner, Enduring, None)).Attempt);
    }

    [LedgerFact]
    public async Task An_effect_comes_with_its_delivery_until_it_is_carried_out()
    {
        await DeliveredAsync("one", new WantedEffect("manifest", null), new WantedEffect("command", "index"));
        await DeliveredAsync("two", new WantedEffect("command", "index"));
        var due = await Ledger.Effects.ClaimAsync(2, Owner, Enduring, None);
        Assert.Equal([("manifest", null, 1, "one"), ("command", "index", 1, "one")], due.Select(effect => (effect.Kind, effect.Payload, effect.Attempt, effect.Delivery.Name)));
        Assert.Equal(Assert.Single(await Ledger.Report.HistoryAsync(null, due[0].Delivery.Id + 1, 1, None)), due[0].Delivery);
        var third = Assert.Single(await Ledger.Effects.ClaimAsync(9, Other, Enduring, None));
        Assert.Equal(3, due.Append(third).Select(effect => effect.EventId).Distinct().Count());
        Assert.All(due, effect => Assert.StartsWith(Ledger.Name, effect.EventId, StringComparison.Ordinal));

        Assert.True(await Ledger.Effects.DoneAsync(due[0], None));
        Assert.False(await Ledger.Effects.DoneAsync(due[0], None));
        Assert.True(await Ledger.Effects.FailedAsync(due[1], Time.GetUtcNow().AddSeconds(10), "exit code 3", None));
        Assert.True(await Ledger.Effects.GiveUpAsync(third, "the program is gone", None));
        Assert.Empty(await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None));
        Time.Advance(TimeSpan.FromSeconds(10));
        var again = Assert.Single(await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None));
        Assert.Equal((due[1].EventId, 2), (again.EventId, again.Attempt));
    }

    [LedgerFact]
    public async Task An_effect_whose_worker_was_lost_comes_to_another_and_the_first_is_refused()
    {
        await DeliveredAsync("one", new WantedEffect("command", null));
        var late = Assert.Single(await Ledger.Effects.ClaimAsync(9, Owner, Over, None));
        var taken = Assert.Single(await Ledger.Effects.ClaimAsync(9, Other, Enduring, None));
        Assert.Equal((late.EventId, 2, late.Epoch + 1), (taken.EventId, taken.Attempt, taken.Epoch));
        Assert.False(await Ledger.Effects.DoneAsync(late, None));
        Assert.False(await Ledger.Effects.DoneAsync(late with { Owner = Other }, None));
        Assert.False(await Ledger.Effects.FailedAsync(late, Time.GetUtcNow(), "late", None));
        Assert.False(await Ledger.Effects.GiveUpAsync(late, "late", None));
        // A start of that node ends the lease of its previous incarnation.
        await Ledger.Claims.ReleaseNodeAsync("n2", "c", None);
        Assert.Equal(3, Assert.Single(await Ledger.Effects.ClaimAsync(9, Owner, Enduring, None)).Attempt);
    }

    [LedgerFact]
    public async Task Eight_workers_take_three_hundred_effects_and_none_twice()
    {
        var folder = await FolderAsync();
        await QueueAsync(folder, Enumerable.Range(0, 100).Select(i => $"f{i:d3}"));
        foreach (var claim in await ClaimAsync(100))
        {
            await Ledger.Claims.VerifiedAsync(claim, Proven(claim.Name), None);
            await PublishAsync(claim, new WantedEffect("a", null), new WantedEffect("b", null), new WantedEffect("c", null));
        }
        var taken = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(async () =>
        {
            var mine = new List<long>();
            while (await Ledger.Effects.ClaimAsync(5, $"n1/w{i}", Enduring, None) is { Count: > 0 } due) mine.AddRange(due.Select(effect => effect.Id));
            return mine;
        })));
        Assert.Equal(300, taken.SelectMany(ids => ids).Distinct().Count());
        Assert.Equal(300, taken.Sum(ids => ids.Count));
    }
}
