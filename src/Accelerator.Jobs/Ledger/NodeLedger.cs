namespace Accelerator.Jobs.Ledger;

/// <summary>The nodes that share a ledger. Errors of all of it are <see cref="LedgerException"/>.</summary>
public sealed class NodeLedger
{
    private const string Columns = "name, incarnation, version, beat, jobs, jobs_at, sessions";

    private readonly LedgerStore _store;

    internal NodeLedger(LedgerStore store) => _store = store;

    /// <summary>Tells that a node is there. Another one that has its name and has told of itself of late keeps it.</summary>
    /// <param name="word">What it tells.</param>
    /// <param name="home">At a start: what incarnations of the same data folder begin with, which only one service has at a time. Null for
    /// none.</param>
    /// <param name="silence">How long a node must have told nothing to be thought gone.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<NodeAnswer> BeatAsync(NodeReport word, string? home, TimeSpan silence, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(word);
        // A file with which a node comes for the first time is older than all that are there: a computer that was put beside others with
        // yesterday's file must not rule them.
        var tell = $"""
            INSERT INTO node ({Columns}) VALUES (@node, @incarnation, @version, {_store.Database.Now}, @jobs, 0, @sessions)
            ON CONFLICT (name) DO UPDATE SET incarnation = excluded.incarnation, version = excluded.version, beat = excluded.beat,
                sessions = excluded.sessions,
                jobs_at = CASE WHEN node.jobs = excluded.jobs THEN node.jobs_at ELSE excluded.beat END, jobs = excluded.jobs
            WHERE node.incarnation = excluded.incarnation OR node.beat <= excluded.beat - @silence OR (@home <> ''
                AND substr(node.incarnation, 1, length(@home)) = @home)
            RETURNING beat
            """;
        var rules = $"SELECT {Columns}, {_store.Database.Now} - beat FROM node WHERE jobs IS NOT NULL AND beat > {_store.Database.Now} - "
            + "@silence ORDER BY jobs_at DESC, name LIMIT 1";
        return await _store.WriteAsync($"tell that {word.Node} is there", async session =>
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

    /// <summary>A node that told of itself does not join after all: for the others it is not there.</summary>
    public Task WithdrawAsync(string node, string incarnation, CancellationToken cancellationToken) =>
        _store.WriteAsync($"withdraw {node}", session => session.ExecuteAsync(
        "UPDATE node SET beat = 0 WHERE name = @node AND incarnation = @incarnation", ("node", node), ("incarnation", incarnation)),
            cancellationToken);

    /// <summary>All nodes that ever told of themselves, by name.</summary>
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
