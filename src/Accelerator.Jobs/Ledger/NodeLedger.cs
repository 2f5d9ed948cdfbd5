namespace Accelerator.Jobs.Ledger;

/// <summary>The nodes that share a ledger. All members report errors as <see cref="LedgerException"/>.</summary>
public sealed class NodeLedger
{
    private const string Columns = "name, incarnation, version, beat, jobs, jobs_at, sessions";

    private readonly LedgerStore _store;

    internal NodeLedger(LedgerStore store) => _store = store;

    /// <summary>Records a node's heartbeat. Another node that has its name and a recent heartbeat keeps the name.</summary>
    /// <param name="word">The report of the node.</param>
    /// <param name="home">At a start: the prefix of incarnations of the same data folder, which only one service uses at a time. Null for
    /// none.</param>
    /// <param name="silence">The time without a heartbeat after which a node is considered gone.</param>
    public async Task<NodeAnswer> BeatAsync(NodeReport word, string? home, TimeSpan silence, CancellationToken cancellationToken)
    {
        // The job file of a node that joins for the first time counts as older than all others, also those that were never changed: a
        // computer that is added with yesterday's file must not override them.
        var tell = $"""
            INSERT INTO node ({Columns}) VALUES (@node, @incarnation, @version, {_store.Database.Now}, @jobs,
                (SELECT COALESCE(MIN(jobs_at) - 1, 0) FROM node), @sessions)
            ON CONFLICT (name) DO UPDATE SET incarnation = excluded.incarnation, version = excluded.version, beat = excluded.beat,
                sessions = excluded.sessions,
                jobs_at = CASE WHEN node.jobs = excluded.jobs THEN node.jobs_at ELSE excluded.beat END, jobs = excluded.jobs
            WHERE node.incarnation = excluded.incarnation OR node.beat <= excluded.beat - @silence OR (@home <> ''
                AND substr(node.incarnation, 1, length(@home)) = @home)
            RETURNING beat
            """;
        var rules = $"SELECT {Columns}, {_store.Database.Now} - beat FROM node WHERE jobs IS NOT NULL AND beat > {_store.Database.Now} - "
            + "@silence ORDER BY jobs_at DESC, name LIMIT 1";
        return await _store.WriteAsync($"report that {word.Node} is alive", async session =>
        {
            var before = _store.Now;
            var beats = await session.QueryAsync(
                tell, row => row.Time(0), ("node", word.Node), ("incarnation", word.Incarnation), ("version", word.Version),
                ("jobs", word.Jobs), ("sessions", word.Sessions), ("silence", silence), ("home", home ?? "")).ConfigureAwait(false);
            var half = (_store.Now - before) / 2;
            if (beats is not [var beat]) return new NodeAnswer(true, default, default, null);
            return new NodeAnswer(false, beat - (before + half), half,
                (await session.QueryAsync(rules, Read, ("silence", silence)).ConfigureAwait(false)).FirstOrDefault());
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Removes a node that reported itself but does not join: the other nodes no longer see it.</summary>
    public Task WithdrawAsync(string node, string incarnation, CancellationToken cancellationToken) =>
        _store.WriteAsync($"withdraw {node}", session => session.ExecuteAsync(
        "UPDATE node SET beat = 0 WHERE name = @node AND incarnation = @incarnation", ("node", node), ("incarnation", incarnation)),
            cancellationToken);

    /// <summary>Returns all nodes that ever reported themselves, by name.</summary>
    public async Task<IReadOnlyList<NodeBeat>> ListAsync(CancellationToken cancellationToken) =>
        await _store.ReadAsync("read the nodes", session => session.QueryAsync(
        $"SELECT {Columns}, {_store.Database.Now} - beat FROM node ORDER BY name", Read), cancellationToken).ConfigureAwait(false);

    private static NodeBeat Read(LedgerRow row) => new()
    {
        Node = row.Text(0),
        Incarnation = row.Text(1),
        Version = row.Text(2),
        LastBeat = row.Time(3),
        Jobs = row.TextOrNull(4),
        JobsAt = row.Time(5),
        Sessions = row.Int(6),
        Age = TimeSpan.FromMilliseconds(row.Long(7)),
    };
}
