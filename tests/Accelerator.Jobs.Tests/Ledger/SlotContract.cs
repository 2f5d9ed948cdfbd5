using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>Sessions of a server.</summary>
public abstract class SlotContract : LedgerContract
{
    [LedgerFact]
    public async Task Sessions_are_given_as_long_as_there_are_any()
    {
        Assert.Empty((await TakeAsync(1)).Slots);
        await Ledger.Slots.SetBudgetAsync(Server, 5, None);
        var first = await TakeAsync(3);
        Assert.Equal(3, first.Slots.Count);
        var second = await TakeAsync(3);
        Assert.Equal(2, second.Slots.Count);
        Assert.Equal(5, first.Slots.Concat(second.Slots).Distinct().Count());
        Assert.Empty((await TakeAsync(1)).Slots);
        await Ledger.Slots.GiveBackAsync(first with { Slots = [.. first.Slots.Take(2)] }, None);
        Assert.Equal(2, (await TakeAsync(9)).Slots.Count);
        await Ledger.Slots.SetBudgetAsync("tromso", 1, None);
        Assert.Single((await Ledger.Slots.TakeAsync("tromso", Owner, 9, Enduring, None)).Slots);
    }

    [LedgerFact]
    public async Task A_budget_that_shrinks_gives_nothing_until_enough_has_come_back()
    {
        await Ledger.Slots.SetBudgetAsync(Server, 6, None);
        var hold = await TakeAsync(6);
        await Ledger.Slots.SetBudgetAsync(Server, 3, None);
        Assert.Equal(hold.Slots, (await Ledger.Slots.RenewAsync(hold, Enduring, None)).Slots);
        foreach (var slot in hold.Slots.Take(3))
        {
            Assert.Empty((await TakeAsync(1)).Slots);
            await Ledger.Slots.GiveBackAsync(hold with { Slots = [slot] }, None);
        }
        Assert.Empty((await TakeAsync(1)).Slots);
        await Ledger.Slots.GiveBackAsync(hold with { Slots = [hold.Slots[3]] }, None);
        Assert.Single((await TakeAsync(9)).Slots);
    }

    [LedgerFact]
    public async Task A_session_whose_lease_ran_out_is_free_and_is_not_renewed()
    {
        await Ledger.Slots.SetBudgetAsync(Server, 2, None);
        var lost = await TakeAsync(2, lease: Over);
        Assert.Empty((await Ledger.Slots.RenewAsync(lost, Enduring, None)).Slots);
        var taken = await TakeAsync(2, Other);
        Assert.Equal(2, taken.Slots.Count);
        // Who was late gives back what is not its own any more.
        await Ledger.Slots.GiveBackAsync(lost, None);
        Assert.Equal(taken.Slots, (await Ledger.Slots.RenewAsync(taken, Enduring, None)).Slots);
        await Ledger.Claims.ReleaseNodeAsync("n2", "c", None);
        Assert.Equal(2, (await TakeAsync(2)).Slots.Count);
    }

    [LedgerFact]
    public async Task Eight_that_take_at_once_never_hold_more_than_the_budget()
    {
        await Ledger.Slots.SetBudgetAsync(Server, 5, None);
        for (var round = 0; round < 25; round++)
        {
            var holds = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(() => TakeAsync(1 + (i % 3), $"n{i}/a"))));
            Assert.Equal(5, holds.SelectMany(hold => hold.Slots).Distinct().Count());
            Assert.Equal(5, holds.Sum(hold => hold.Slots.Count));
            await Task.WhenAll(holds.Select(hold => Task.Run(() => Ledger.Slots.GiveBackAsync(hold, None))));
        }
    }

    private Task<SlotHold> TakeAsync(int wanted, string owner = Owner, TimeSpan? lease = null) => Ledger.Slots.TakeAsync(Server, owner, wanted, lease ?? Enduring, None);
}
