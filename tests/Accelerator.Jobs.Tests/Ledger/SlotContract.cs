namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>The sessions of a server that several nodes share.</summary>
public abstract class SlotContract : LedgerContract
{
    private const int Budget = 5;

    [LedgerFact]
    public async Task One_node_alone_gets_what_it_wants_up_to_the_budget()
    {
        Assert.Equal(0, (await ReviewAsync(Owner, 3, budget: null)).Most);
        Assert.Equal(3, (await ReviewAsync(Owner, 3)).Most);
        Assert.Equal(Budget, (await ReviewAsync(Owner, 9, kept: 3)).Most);
        Assert.Equal(9, (await ReviewAsync(Owner, 9, kept: 5, budget: 12)).Most);
        Assert.Equal(1, (await Ledger.Slots.ReviewAsync(new SlotReview("tromso", Owner, 1, 9, 0, Enduring), None)).Most);
    }

    [LedgerFact]
    public async Task A_second_node_waits_until_the_first_has_closed_what_is_not_its_share()
    {
        Assert.Equal(Budget, (await ReviewAsync(Owner, 9)).Most);
        Assert.Equal(new SlotGrant(0, 2), await ReviewAsync(Other, 9));
        Assert.Equal(new SlotGrant(Budget, 3), await ReviewAsync(Owner, 9, kept: 5));
        Assert.Equal(new SlotGrant(0, 2), await ReviewAsync(Other, 9));
        Assert.Equal(new SlotGrant(4, 3), await ReviewAsync(Owner, 9, kept: 4));
        Assert.Equal(new SlotGrant(1, 2), await ReviewAsync(Other, 9));
        Assert.Equal(new SlotGrant(3, 3), await ReviewAsync(Owner, 9, kept: 3));
        Assert.Equal(new SlotGrant(2, 2), await ReviewAsync(Other, 9));
    }

    [LedgerFact]
    public async Task A_node_that_needs_no_slots_keeps_its_open_ones_until_another_node_needs_them()
    {
        Assert.Equal(4, (await ReviewAsync(Owner, 4)).Most);
        Assert.Equal(new SlotGrant(3, 3), await ReviewAsync(Owner, 0, kept: 3));
        Assert.Equal(new SlotGrant(2, 5), await ReviewAsync(Other, 9));
        Assert.Equal(new SlotGrant(3, 0), await ReviewAsync(Owner, 0, kept: 3));
        Assert.Equal(new SlotGrant(0, 0), await ReviewAsync(Owner, 0, kept: 0));
        Assert.Equal(new SlotGrant(5, 5), await ReviewAsync(Other, 9));
    }

    [LedgerFact]
    public async Task A_budget_that_shrinks_gives_nothing_until_enough_has_come_back()
    {
        Assert.Equal(6, (await ReviewAsync(Owner, 6, budget: 6)).Most);
        Assert.Equal(new SlotGrant(6, 3), await ReviewAsync(Owner, 6, kept: 6, budget: 3));
        Assert.Equal(0, (await ReviewAsync(Other, 6, budget: null)).Held);
        Assert.Equal(new SlotGrant(2, 2), await ReviewAsync(Owner, 6, kept: 2, budget: null));
        Assert.Equal(new SlotGrant(1, 1), await ReviewAsync(Other, 6, budget: null));
    }

    [LedgerFact]
    public async Task Sessions_of_a_node_that_is_gone_come_back_with_their_lease_or_its_next_start()
    {
        Assert.Equal(Budget, (await ReviewAsync(Owner, 9, lease: Over)).Most);
        Assert.Equal(Budget, (await ReviewAsync(Other, 9)).Most);
        // A frozen node resumes with five open sessions and is granted none.
        Assert.Equal(new SlotGrant(0, 3), await ReviewAsync(Owner, 9, kept: 5));
        await Ledger.Claims.ReleaseNodeAsync("n2", "c", None);
        Assert.Equal(new SlotGrant(Budget, Budget), await ReviewAsync(Owner, 9, kept: 0));
    }

    [LedgerFact]
    public async Task Eight_that_ask_at_once_never_hold_more_than_the_budget()
    {
        for (var round = 0; round < 25;)
        {
            var turn = Turn();
            // The node that asks first gets more than its final share and gives it back at its second request. If that is the last request
            // of all, the others have got nothing by then.
            await AllAsync(Wanted);
            Assert.InRange((await AllAsync(Wanted)).Sum(grant => grant.Held), 0, Budget);
            var grants = await AllAsync(Wanted);
            Assert.InRange(grants.Sum(grant => grant.Held), 0, Budget);
            await AllAsync(static _ => 0);
            // A new turn moves the shares, so replies from two turns do not add up.
            if (turn != Turn()) continue;
            Assert.Equal((Budget, Budget), (grants.Sum(grant => grant.Held), grants.Sum(grant => grant.Share)));
            round++;
        }

        // The database uses this computer's clock.
        static long Turn() => DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() / (long)SlotLedger.Turn.TotalMilliseconds;

        static int Wanted(int node) => 1 + (node % 3);

        Task<SlotGrant[]> AllAsync(Func<int, int> wanted) => Task.WhenAll(Enumerable.Range(0, 8).Select(node => Task.Run(() => ReviewAsync($"n{node}/a", wanted(node)))));
    }

    private Task<SlotGrant> ReviewAsync(string owner, int wanted, int kept = 0, int? budget = Budget, TimeSpan? lease = null) =>
        Ledger.Slots.ReviewAsync(new SlotReview(Server, owner, budget, wanted, kept, lease ?? Enduring), None);
}
