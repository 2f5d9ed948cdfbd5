namespace Accelerator.Jobs.Ledger;

/// <summary>The nodes that share a ledger. Errors of all of it are <see cref="LedgerException"/>.</summary>
public sealed class NodeLedger
{
    private readonly LedgerStore _store;

    internal NodeLedger(LedgerStore store) => _store = store;

    /// <summary>Tells that a node is there.</summary>
    /// <param name="node">Its name.</param>
    /// <param name="incarnation">Which start of it.</param>
    /// <param name="version">The program's version.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>The database's clock minus the node's: a node that is far off must not work beside others. Exact to half a round trip.</returns>
    public async Task<TimeSpan> BeatAsync(string node, string incarnation, string version, CancellationToken cancellationToken)
    {
        var sql = $"""
            INSERT INTO node (name, incarnation, version, beat) VALUES (@node, @incarnation, @version, {_store.Database.Now})
            ON CONFLICT (name) DO UPDATE SET incarnation = excluded.incarnation, version = excluded.version, beat = excluded.beat
            RETURNING beat
            """;
        return await _store.WriteAsync($"tell that {node} is there", async session =>
        {
            var before = _store.Now;
            var clock = (await session.QueryAsync(sql, row => row.Time(0), ("node", node), ("incarnation", incarnation), ("version", version)).ConfigureAwait(false))[0];
            var after = _store.Now;
            return clock - (before + ((after - before) / 2));
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>All nodes that ever told of themselves, by name.</summary>
    public async Task<IReadOnlyList<NodeBeat>> ListAsync(CancellationToken cancellationToken) => await _store.ReadAsync("read the nodes", session => session.QueryAsync(
        $"SELECT name, incarnation, version, beat, {_store.Database.Now} - beat FROM node ORDER BY name",
        row => new NodeBeat(row.Text(0), row.Text(1), row.Text(2), row.Time(3), TimeSpan.FromMilliseconds(row.Long(4)))), cancellationToken).ConfigureAwait(false);
}
