namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The failures that operators are alerted of. A failure stays pending until an alert about it was sent, across restarts and for whichever
/// node sends first. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class AlertLedger
{
    // Limits how many rows a writer waits for.
    private const int RecordAtOnce = 500;

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

    private static Task<int> RecordAsync(LedgerSession session, string table, IEnumerable<FailureKey> failures) => session.ExecuteManyAsync(
        $"UPDATE {table} SET alerted = @epoch WHERE id = @id AND alerted < @epoch",
        failures.Select(failure => ((string, object?)[])[("epoch", failure.Epoch), ("id", failure.Id)]));
}
