namespace Accelerator.Jobs.Ledger;

/// <summary>
/// Sessions of servers, shared by all nodes: no more are held at once than a server's budget, and each node that wants one has one if there
/// are enough. A lease that has run out is free for others. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class SlotLedger
{
    /// <summary>
    /// The time after which sessions are reassigned, if there are fewer of them than nodes that want one: 30 s of the database's clock.
    /// </summary>
    public static readonly TimeSpan Turn = TimeSpan.FromSeconds(30);

    private readonly LedgerStore _store;

    internal SlotLedger(LedgerStore store) => _store = store;

    /// <summary>
    /// Reports what a node has and wants of a server's sessions, extends the lease of what it has, and grants what it may have. Must be
    /// called again well before the lease ends.
    /// </summary>
    public Task<SlotGrant> ReviewAsync(SlotReview review, CancellationToken cancellationToken) =>
        _store.WriteAsync($"share the sessions of {review.Server}", session => RunAsync(session, review), cancellationToken);

    private static async Task<SlotGrant> RunAsync(LedgerSession session, SlotReview review)
    {
        var now = session.Database.Now;
        (string, object?) server = ("server", review.Server), owner = ("owner", review.Owner), lease = ("lease", review.Lease);
        if (review.Budget is { } budget)
        {
            await session.ExecuteAsync(
                "INSERT INTO budget (server, sessions) VALUES (@server, @budget) ON CONFLICT (server) DO UPDATE SET sessions = "
                    + "excluded.sessions WHERE budget.sessions <> excluded.sessions",
                server, ("budget", budget)).ConfigureAwait(false);
        }
        // Concurrent callers wait for each other here, so that the counts below are of committed rows.
        if (await session.QueryAsync($"SELECT sessions FROM budget WHERE server = @server{session.Database.ForUpdate}", row => row.Int(0),
            server).ConfigureAwait(false) is not [var most])
            return new SlotGrant(0, 0);
        await session.ExecuteAsync($"DELETE FROM slot WHERE server = @server AND lease_until <= {now}", server).ConfigureAwait(false);
        await session.ExecuteAsync(
            $"DELETE FROM want WHERE server = @server AND (until <= {now} OR owner = @owner)", server, owner).ConfigureAwait(false);
        if (review.Wanted > 0)
            await session.ExecuteAsync($"INSERT INTO want (server, owner, wanted, until) VALUES (@server, @owner, @wanted, {now} + @lease)",
                server, owner, ("wanted", review.Wanted), lease).ConfigureAwait(false);
        var wants = await session.QueryAsync($"SELECT owner, wanted, {now} FROM want WHERE server = @server ORDER BY owner",
            row => (Owner: row.Text(0), Wanted: row.Int(1), Now: row.Long(2)), server).ConfigureAwait(false);
        var held =
            (await session.QueryAsync("SELECT owner, count(*) FROM slot WHERE server = @server GROUP BY owner",
                row => (Owner: row.Text(0), Count: row.Int(1)), server).ConfigureAwait(false))
            .ToDictionary(row => row.Owner, row => row.Count, StringComparer.Ordinal);

        var shares = Divide(
            most, [.. wants.Select(want => want.Wanted)], wants.Count == 0 ? 0 : wants[0].Now / (long)Turn.TotalMilliseconds);
        var mine = held.GetValueOrDefault(review.Owner);
        var isScarce = wants.Where((want, i) => want.Owner != review.Owner && held.GetValueOrDefault(want.Owner) < shares[i]).Any();
        var share = wants.Select((want, i) => want.Owner == review.Owner ? shares[i] : 0).Sum();
        // Sessions that no other node wants may stay open: the next poll then needs no login.
        if (!isScarce) share = Math.Max(share, Math.Min(review.Kept, Math.Min(mine, most)));

        var spare = mine - Math.Max(share, review.Kept);
        if (spare > 0)
        {
            await session.ExecuteAsync(
                "DELETE FROM slot WHERE id IN (SELECT id FROM slot WHERE server = @server AND owner = @owner ORDER BY id LIMIT @spare)",
                server, owner, ("spare", spare)).ConfigureAwait(false);
            mine -= spare;
        }
        if (mine > 0)
            await session.ExecuteAsync($"UPDATE slot SET lease_until = {now} + @lease WHERE server = @server AND owner = @owner", server,
                owner, lease).ConfigureAwait(false);
        for (var free = most - held.Values.Sum() + Math.Max(spare, 0); mine < share && free > 0; mine++, free--)
            await session.ExecuteAsync($"INSERT INTO slot (server, owner, lease_until) VALUES (@server, @owner, {now} + @lease)", server,
                owner, lease).ConfigureAwait(false);
        return new SlotGrant(mine, share);
    }

    /// <summary>
    /// Divides sessions among the nodes that want some: each in turn gets another one, as long as it wants more and there are any. If there
    /// are fewer sessions than such nodes, the turn decides, so that every node eventually gets one.
    /// </summary>
    /// <param name="budget">The number of sessions.</param>
    /// <param name="wanted">The number that each node wants, in an order that all nodes agree on.</param>
    /// <param name="turn">A number that grows with time.</param>
    /// <returns>The number that each node gets.</returns>
    internal static IReadOnlyList<int> Divide(int budget, IReadOnlyList<int> wanted, long turn)
    {
        var shares = new int[wanted.Count];
        var takers = Enumerable.Range(0, wanted.Count).Where(i => wanted[i] > 0).ToList();
        // Only in that case: a session that changes hands needs a new login.
        var first = takers.Count > budget ? checked((int)(turn % takers.Count)) : 0;
        for (var left = budget; left > 0 && takers.Exists(i => shares[i] < wanted[i]);)
        {
            for (var i = 0; i < takers.Count && left > 0; i++)
            {
                var taker = takers[(first + i) % takers.Count];
                if (shares[taker] == wanted[taker]) continue;
                shares[taker]++;
                left--;
            }
        }
        return shares;
    }
}
