namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The failures that operators are alerted of. A failure stays pending until an alert about it was sent, across restarts and for whichever
/// node sends first. For incidents it keeps when each receiver was last sent a cause. All members report errors as
/// <see cref="LedgerException"/>.
/// </summary>
public sealed class AlertLedger
{
    // Limits how many rows a writer waits for.
    private const int RecordAtOnce = 500;

    // Longer than any time in which a cause is not reported again.
    private static readonly TimeSpan CausesKept = TimeSpan.FromHours(2);

    private readonly LedgerStore _store;

    internal AlertLedger(LedgerStore store) => _store = store;

    /// <summary>
    /// Returns the failures that no alert has reported, the oldest first. It leaves out files and effects that were queued again since.
    /// </summary>
    public async Task<IReadOnlyList<PendingAlert>> PendingAsync(CancellationToken cancellationToken) =>
        await _store.ReadAsync("read the failures to send alerts about", session => session.QueryAsync("""
        SELECT 0, file.id, epoch, folder.job, error, changed_at FROM file JOIN folder ON folder.id = folder_id
            WHERE state IN ('failed', 'quarantined') AND alerted < epoch
        UNION ALL
        SELECT 1, effect.id, effect.epoch, delivery.job, error, ended_at FROM effect JOIN delivery ON delivery.id = delivery_id
            WHERE outcome = 'given up' AND alerted < effect.epoch
        ORDER BY 6, 1, 2
        """, row => new PendingAlert(
            new FailureKey(row.Flag(0), row.Long(1), row.Long(2)), row.Text(3), row.TextOrNull(4) ?? "", row.Time(5))), cancellationToken)
            .ConfigureAwait(false);

    /// <summary>Records that alerts about these failures were sent. Repeated, it changes nothing.</summary>
    public async Task SentAsync(IEnumerable<FailureKey> failures, CancellationToken cancellationToken)
    {
        // In a fixed order, so that two nodes never wait for each other.
        foreach (var some in failures.OrderBy(failure => failure.IsEffect).ThenBy(failure => failure.Id).Chunk(RecordAtOnce))
            await _store.WriteAsync("record which failures an alert has reported", async session =>
                await RecordAsync(session, "file", some.Where(failure => !failure.IsEffect)).ConfigureAwait(false)
                    + await RecordAsync(session, "effect", some.Where(failure => failure.IsEffect)).ConfigureAwait(false),
                cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns when a receiver was last sent each cause, by this node or another, in the last two hours.</summary>
    /// <param name="receiver">The receiver's name.</param>
    public async Task<IReadOnlyDictionary<string, DateTimeOffset>> CausesAsync(string receiver, CancellationToken cancellationToken) =>
        (await _store.ReadAsync("read which incidents an alert has reported", session => session.QueryAsync(
            "SELECT cause, at FROM alert WHERE receiver = @receiver AND at >= @since", row => (Cause: row.Text(0), At: row.Time(1)),
            ("receiver", receiver), ("since", _store.Now - CausesKept)), cancellationToken).ConfigureAwait(false))
            .ToDictionary(row => row.Cause, row => row.At, StringComparer.Ordinal);

    /// <summary>Records that a receiver was sent these causes now.</summary>
    /// <param name="receiver">The receiver's name.</param>
    /// <param name="causes">The causes, each once.</param>
    public Task CausesSentAsync(string receiver, IEnumerable<string> causes, CancellationToken cancellationToken)
    {
        var now = _store.Now;
        return _store.WriteAsync("record which incidents an alert has reported", async session =>
        {
            await session.ExecuteAsync("DELETE FROM alert WHERE at < @since", ("since", now - CausesKept)).ConfigureAwait(false);
            // In a fixed order, so that two nodes never wait for each other.
            return await session.ExecuteManyAsync(
                "INSERT INTO alert (receiver, cause, at) VALUES (@receiver, @cause, @at) "
                    + "ON CONFLICT (receiver, cause) DO UPDATE SET at = excluded.at",
                causes.Order(StringComparer.Ordinal).Select(
                    cause => ((string, object?)[])[("receiver", receiver), ("cause", cause), ("at", now)])).ConfigureAwait(false);
        }, cancellationToken);
    }

    private static Task<int> RecordAsync(LedgerSession session, string table, IEnumerable<FailureKey> failures) => session.ExecuteManyAsync(
        $"UPDATE {table} SET alerted = @epoch WHERE id = @id AND alerted < @epoch",
        failures.Select(failure => ((string, object?)[])[("epoch", failure.Epoch), ("id", failure.Id)]));
}
