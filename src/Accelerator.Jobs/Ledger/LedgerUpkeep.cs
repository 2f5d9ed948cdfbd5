namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The operations of operators and of the service's housekeeping on the ledger. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class LedgerUpkeep
{
    // Limits how many rows a writer waits for.
    private const int PruneAtOnce = 500;

    // A condition: an operator has skipped the file.
    internal const string Skipped = $"(state = 'quarantined' AND COALESCE(error_kind, '') = '{ProductLedger.Skipped}')";

    private readonly LedgerStore _store;

    internal LedgerUpkeep(LedgerStore store) => _store = store;

    /// <summary>Queues quarantined files again, with the full number of tries.</summary>
    /// <param name="name">The files of this name, in any folder, skipped ones too; null for all that no operator has skipped.</param>
    /// <returns>How many there were.</returns>
    public Task<int> RetryAsync(string job, string? name, CancellationToken cancellationToken) =>
        _store.WriteAsync($"queue the quarantined files of {job}", session => session.ExecuteAsync($"""
        UPDATE file SET state = 'queued', attempts = 0, not_before = 0, error = NULL, error_kind = NULL, queued_at = @now,
            changed_at = @now, job = (SELECT folder.job FROM folder WHERE folder.id = folder_id),
            server = (SELECT folder.server FROM folder WHERE folder.id = folder_id)
        WHERE state IN ('failed', 'quarantined') AND folder_id IN (SELECT id FROM folder
            WHERE job = @job) AND {(name is null ? $"NOT {Skipped}" : "name = @name")}
        """, [("now", _store.Now), ("job", job), .. name is null ? [] : ((string, object?)[])[("name", name)]]), cancellationToken);

    /// <summary>
    /// Skips files: they are not delivered, not expected and not reported, until they change or are queued again by their name. A file
    /// that a worker has is not skipped.
    /// </summary>
    /// <param name="name">The files of this name, in any folder.</param>
    /// <param name="reason">The reason; null for none.</param>
    /// <returns>How many there were.</returns>
    public Task<int> SkipAsync(string job, string name, string? reason, CancellationToken cancellationToken) =>
        _store.WriteAsync($"skip {name} of {job}", session => session.ExecuteAsync($"""
        UPDATE file SET state = 'quarantined', error = @error, error_kind = '{ProductLedger.Skipped}', not_before = 0, changed_at = @now,
            epoch = epoch + 1, alerted = epoch + 1
        WHERE state IN ('discovered', 'stable', 'queued', 'failed', 'quarantined') AND name = @name
            AND folder_id IN (SELECT id FROM folder WHERE job = @job)
        """, ("error", $"Skipped by an operator{(reason is null ? "" : $": {reason.TrimEnd('.')}")}."), ("now", _store.Now),
            ("name", name), ("job", job)), cancellationToken);

    /// <summary>
    /// Pauses a job until it is resumed: its files are not claimed, and it should not poll. Transfers in progress continue.
    /// </summary>
    /// <param name="reason">The reason; null for none.</param>
    public Task PauseAsync(string job, string? reason, CancellationToken cancellationToken) =>
        _store.WriteAsync($"pause {job}", session => session.ExecuteAsync(
        "INSERT INTO paused (job, at, reason) VALUES (@job, @now, @reason) ON CONFLICT (job) DO UPDATE SET reason = excluded.reason",
            ("job", job), ("now", _store.Now), ("reason", reason)), cancellationToken);

    /// <summary>Resumes a paused job.</summary>
    /// <returns>Whether it was paused.</returns>
    public async Task<bool> ResumeAsync(string job, CancellationToken cancellationToken) =>
        await _store.WriteAsync($"resume {job}", session => session.ExecuteAsync("DELETE FROM paused WHERE job = @job", ("job", job)),
            cancellationToken).ConfigureAwait(false) == 1;

    /// <summary>Returns since when and why a job is paused; null if it is not.</summary>
    public async Task<PausedJob?> PausedAsync(string job, CancellationToken cancellationToken) =>
        (await ListPausedAsync(cancellationToken).ConfigureAwait(false)).FirstOrDefault(paused => paused.Job == job);

    /// <summary>Returns all paused jobs, by name.</summary>
    public async Task<IReadOnlyList<PausedJob>> ListPausedAsync(CancellationToken cancellationToken) =>
        await _store.ReadAsync("read which jobs are paused", session => session.QueryAsync(
        "SELECT job, at, reason FROM paused ORDER BY job", row => new PausedJob(row.Text(0), row.Time(1), row.TextOrNull(2))),
            cancellationToken).ConfigureAwait(false);

    /// <summary>
    /// Forgets files that were delivered, vanished or failed and are missing at their source since before a time, with their deliveries and
    /// effects. A file stays if some of its effects are neither carried out nor given up. A file that is still listed stays, however old it
    /// is: it would be fetched again. After the date of a dated folder is over, polls no longer report what is missing in it. So a folder
    /// that its job has not polled since before that time is forgotten with its files, but only if the job has since polled another folder
    /// completely. A job that is paused, or whose server is gone, forgets nothing.
    /// </summary>
    /// <returns>How many files were forgotten.</returns>
    public async Task<int> PruneAsync(DateTimeOffset before, CancellationToken cancellationToken)
    {
        const string Over = """
            SELECT past.id FROM folder AS past WHERE past.look_finished < @before
            AND EXISTS (SELECT 1 FROM folder AS other WHERE other.job = past.job AND other.complete_at >= @before)
            """;
        var gone = await ForgetAsync(
            "missing_since < @before AND state IN ('published', 'vanished', 'failed')", before, cancellationToken).ConfigureAwait(false);
        var past = await ForgetAsync(
            $"folder_id IN ({Over}) AND state IN ('published', 'vanished', 'failed', 'discovered', 'stable') AND changed_at < @before",
            before, cancellationToken).ConfigureAwait(false);
        await _store.WriteAsync("delete records of old folders", session => session.ExecuteAsync(
            $"DELETE FROM folder WHERE id IN ({Over}) AND NOT EXISTS (SELECT 1 FROM file WHERE folder_id = folder.id)", ("before", before)),
            cancellationToken).ConfigureAwait(false);
        return gone + past;
    }

    private async Task<int> ForgetAsync(string which, DateTimeOffset before, CancellationToken cancellationToken)
    {
        var sql = $"""
            WITH old AS MATERIALIZED (
                SELECT id AS old_id FROM file WHERE {which}
                AND NOT EXISTS (SELECT 1 FROM delivery JOIN effect ON delivery_id = delivery.id WHERE file_id = file.id AND outcome IS NULL)
                LIMIT {PruneAtOnce}{_store.Database.SkipLocked})
            DELETE FROM file WHERE id IN (SELECT old_id FROM old)
            """;
        var (all, some) = (0, 0);
        do
        {
            some = await _store.WriteAsync(
                "delete old file records", session => session.ExecuteAsync(sql, ("before", before)),
                cancellationToken).ConfigureAwait(false);
            all += some;
        }
        while (some == PruneAtOnce);
        return all;
    }
}
