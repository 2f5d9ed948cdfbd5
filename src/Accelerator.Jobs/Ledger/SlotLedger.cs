namespace Accelerator.Jobs.Ledger;

/// <summary>
/// Sessions of servers, shared by all nodes: no more are held at once than a server's budget. Where a budget shrinks below what is held, nothing more is given until enough has come back.
/// A lease that has run out is free for others, and is not renewed. Errors of all of it are <see cref="LedgerException"/>.
/// </summary>
public sealed class SlotLedger
{
    private readonly LedgerStore _store;

    internal SlotLedger(LedgerStore store) => _store = store;

    /// <summary>Sets how many sessions of a server all nodes together may hold; 0 and more. Without it none are given.</summary>
    public Task SetBudgetAsync(string server, int count, CancellationToken cancellationToken) => _store.WriteAsync($"set the sessions of {server}", session => session.ExecuteAsync(
        "INSERT INTO budget (server, sessions) VALUES (@server, @count) ON CONFLICT (server) DO UPDATE SET sessions = excluded.sessions", ("server", server), ("count", count)), cancellationToken);

    /// <summary>Takes sessions of a server, as many as are wanted and free.</summary>
    /// <param name="server">The server's name in the job file.</param>
    /// <param name="owner"><c>node/incarnation</c>.</param>
    /// <param name="wanted">At least 1.</param>
    /// <param name="lease">How long they are held unless they are renewed.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public Task<SlotHold> TakeAsync(string server, string owner, int wanted, TimeSpan lease, CancellationToken cancellationToken)
    {
        var now = _store.Database.Now;
        return _store.WriteAsync($"take sessions of {server}", async session =>
        {
            // Whoever takes waits here for whoever takes at the same moment: the count below is of what is committed.
            var budget = await session.QueryAsync($"SELECT sessions FROM budget WHERE server = @server{session.Database.ForUpdate}", row => row.Int(0), ("server", server)).ConfigureAwait(false);
            if (budget is not [var most]) return new SlotHold(server, []);
            await session.ExecuteAsync($"DELETE FROM slot WHERE server = @server AND lease_until <= {now}", ("server", server)).ConfigureAwait(false);
            var held = (await session.QueryAsync("SELECT count(*) FROM slot WHERE server = @server", row => row.Int(0), ("server", server)).ConfigureAwait(false))[0];
            var slots = new List<long>();
            while (slots.Count < Math.Min(wanted, most - held))
            {
                slots.AddRange(await session.QueryAsync(
                    $"INSERT INTO slot (server, owner, lease_until) VALUES (@server, @owner, {now} + @lease) RETURNING id", row => row.Long(0), ("server", server), ("owner", owner), ("lease", lease)).ConfigureAwait(false));
            }
            return new SlotHold(server, slots);
        }, cancellationToken);
    }

    /// <summary>Prolongs the lease of sessions from now on.</summary>
    /// <returns>Those that are still held: close the others.</returns>
    public Task<SlotHold> RenewAsync(SlotHold hold, TimeSpan lease, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(hold);
        var now = _store.Database.Now;
        return _store.WriteAsync($"renew sessions of {hold.Server}", async session =>
        {
            var held = new List<long>();
            foreach (var slot in hold.Slots.Order())
            {
                if (await session.ExecuteAsync($"UPDATE slot SET lease_until = {now} + @lease WHERE id = @id AND lease_until > {now}", ("lease", lease), ("id", slot)).ConfigureAwait(false) == 1) held.Add(slot);
            }
            return hold with { Slots = held };
        }, cancellationToken);
    }

    /// <summary>Gives sessions back that are closed.</summary>
    public Task GiveBackAsync(SlotHold hold, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(hold);
        return _store.WriteAsync($"give sessions of {hold.Server} back", async session =>
        {
            foreach (var slot in hold.Slots.Order()) await session.ExecuteAsync("DELETE FROM slot WHERE id = @id", ("id", slot)).ConfigureAwait(false);
            return 0;
        }, cancellationToken);
    }
}
