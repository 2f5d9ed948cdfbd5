namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The effects of deliveries. Each is recorded with its delivery in one commit and is carried out at least once: after a crash in between
/// it is repeated, with the same <see cref="DueEffect.EventId"/>. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class EffectLedger
{
    private readonly LedgerStore _store;
    private readonly string _ledger;

    internal EffectLedger(LedgerStore store, string ledger) => (_store, _ledger) = (store, ledger);

    /// <summary>Claims effects that are due, those of the oldest delivery first.</summary>
    /// <param name="most">The maximum number of effects; at least 1.</param>
    /// <param name="owner"><c>node/incarnation</c>.</param>
    /// <param name="lease">How long the claims hold; an effect whose lease has run out is due again.</param>
    public async Task<IReadOnlyList<DueEffect>> ClaimAsync(int most, string owner, TimeSpan lease, CancellationToken cancellationToken)
    {
        var (clock, now) = (_store.Database.Now, _store.Now);
        var take = $"""
            WITH due AS MATERIALIZED (
                SELECT id AS due_id FROM effect WHERE outcome IS NULL AND not_before <= @now AND (lease_owner IS NULL
                    OR lease_until <= {clock})
                ORDER BY id LIMIT @most{_store.Database.SkipLocked})
            UPDATE effect SET epoch = epoch + 1, attempts = attempts + 1, lease_owner = @owner, lease_until = {clock} + @lease FROM due
                WHERE id = due_id
            RETURNING id
            """;
        return await _store.WriteAsync("claim commands and manifest lines", async session =>
        {
            var taken = await session.QueryAsync(
                take, row => row.Long(0), ("now", now), ("most", most), ("owner", owner), ("lease", lease)).ConfigureAwait(false);
            var effects = new List<DueEffect>(taken.Count);
            foreach (var id in taken.Order())
                effects.AddRange(await session.QueryAsync(Select, row => Read(row, owner), ("id", id)).ConfigureAwait(false));
            return effects;
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Records that an effect was carried out.</summary>
    /// <returns>Whether the claim was still held.</returns>
    public Task<bool> DoneAsync(DueEffect effect, CancellationToken cancellationToken) =>
        EndAsync(effect, "outcome = 'done', ended_at = @now, error = NULL", [("now", _store.Now)], cancellationToken);

    /// <summary>Records that a try failed.</summary>
    /// <param name="effect">The effect.</param>
    /// <param name="notBefore">When it may be tried next, by the service's clock.</param>
    /// <param name="error">One sentence.</param>
    /// <returns>Whether the claim was still held.</returns>
    public Task<bool> FailedAsync(DueEffect effect, DateTimeOffset notBefore, string error, CancellationToken cancellationToken) =>
        EndAsync(effect, "not_before = @not_before, error = @error", [("not_before", notBefore), ("error", error)], cancellationToken);

    /// <summary>Records that an effect is no longer retried.</summary>
    /// <returns>Whether the claim was still held.</returns>
    public Task<bool> GiveUpAsync(DueEffect effect, string error, CancellationToken cancellationToken) =>
        EndAsync(effect, "outcome = 'given up', ended_at = @now, error = @error", [("now", _store.Now), ("error", error)],
            cancellationToken);

    /// <summary>Queues all effects of a job that were given up again, with the full retry time of new ones.</summary>
    /// <returns>How many there were.</returns>
    public Task<int> RetryAsync(string job, CancellationToken cancellationToken) =>
        _store.WriteAsync($"queue failed commands and manifest lines of {job}", session => session.ExecuteAsync(
        "UPDATE effect SET outcome = NULL, ended_at = NULL, attempts = 0, not_before = 0 WHERE outcome = 'given up' AND delivery_id IN "
            + "(SELECT id FROM delivery WHERE job = @job)", ("job", job)), cancellationToken);

    private const string Select = "SELECT effect.id, kind, payload, effect.attempts, effect.epoch, "
        + $"{Delivery.Columns} FROM effect JOIN delivery ON delivery.id = delivery_id WHERE effect.id = @id";

    private DueEffect Read(LedgerRow row, string owner)
    {
        var delivery = Delivery.Read(row, 5);
        return new()
        {
            Id = row.Long(0),
            EventId = $"{_ledger}/{delivery.Id}/{row.Text(1)}",
            Kind = row.Text(1),
            Payload = row.TextOrNull(2),
            Attempt = row.Int(3),
            Epoch = row.Long(4),
            Owner = owner,
            Delivery = delivery,
        };
    }

    private async Task<bool> EndAsync(DueEffect effect, string set, (string, object?)[] values, CancellationToken cancellationToken) =>
        await _store.WriteAsync(
            $"record the outcome of the {effect.Kind} of {effect.Delivery.Name}", session => session.ExecuteAsync(
            $"UPDATE effect SET {set}, lease_owner = NULL, lease_until = NULL WHERE id = @id AND epoch = @epoch AND outcome IS NULL "
                + "AND lease_owner = @holder",
            [.. values, ("id", effect.Id), ("epoch", effect.Epoch), ("holder", effect.Owner)]), cancellationToken).ConfigureAwait(false)
            == 1;
}
