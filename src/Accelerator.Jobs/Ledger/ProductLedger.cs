namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The data about expected products: what was delivered, the known outages, and when each job began to expect files. All members report
/// errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class ProductLedger
{
    /// <summary>The keyword for the reason of a skipped file.</summary>
    public const string Skipped = "skipped";

    /// <summary>The query of <see cref="ArrivalsAsync"/>, answered by the index <c>delivery_seen</c>.</summary>
    internal const string Arrivals =
        "SELECT folder, name, modified, first_seen, published_at FROM delivery WHERE job = @job AND published_at >= @since AND version = 1";

    /// <summary>
    /// The query of <see cref="PendingAsync"/>, answered by the indexes <c>file_pending</c> and <c>file_lost</c>. CROSS JOIN, because
    /// SQLite would otherwise read all files of each folder.
    /// </summary>
    internal const string Pending = $"""
        SELECT path, name, state, time, first_seen, CASE WHEN error_kind = '{Skipped}' THEN 1 ELSE 0 END
        FROM file CROSS JOIN folder
        WHERE folder.id = folder_id AND {FileStateNames.Open} AND folder.job = @job AND first_seen >= @since
        UNION ALL
        SELECT path, name, state, time, first_seen, 0 FROM folder CROSS JOIN file
        WHERE folder.id = folder_id AND {FileStateNames.Lost} AND folder.job = @job AND first_seen >= @since
        """;

    private readonly LedgerStore _store;

    internal ProductLedger(LedgerStore store) => _store = store;

    /// <summary>Returns the first deliveries of files since a time, one by one and in no order. A replaced file is returned once.</summary>
    public IAsyncEnumerable<Arrival> ArrivalsAsync(string job, DateTimeOffset since, CancellationToken cancellationToken) =>
        _store.StreamAsync("read the deliveries by slot", Arrivals,
            row => new Arrival(row.Text(0), row.Text(1), row.TextOrNull(2), row.Time(3), row.Time(4)),
            [("job", job), ("since", since)], cancellationToken);

    /// <summary>Returns the files of a job that are known and not delivered, and those that are lost.</summary>
    /// <param name="since">The time from which files count by their first sighting.</param>
    public async Task<IReadOnlyList<PendingFile>> PendingAsync(string job, DateTimeOffset since, CancellationToken cancellationToken) =>
        await _store.ReadAsync("read the undelivered files by slot", session => session.QueryAsync(Pending,
            row => new PendingFile(row.Text(0), row.Text(1), row.State(2), row.TextOrNull(3), row.Time(4), row.Flag(5)),
            ("job", job), ("since", since)), cancellationToken).ConfigureAwait(false);

    /// <summary>Returns when a job began to expect files; records the current time at the first call.</summary>
    public async Task<DateTimeOffset> BegunAsync(string job, CancellationToken cancellationToken)
    {
        const string Select = "SELECT at FROM expecting WHERE job = @job";
        var known = await _store.ReadAsync("read since when files are expected",
            session => session.QueryAsync(Select, row => row.Time(0), ("job", job)), cancellationToken).ConfigureAwait(false);
        if (known is [var at]) return at;
        return await _store.WriteAsync("record since when files are expected", async session =>
        {
            await session.ExecuteAsync("INSERT INTO expecting (job, at) VALUES (@job, @now) ON CONFLICT (job) DO NOTHING",
                ("job", job), ("now", _store.Now)).ConfigureAwait(false);
            return (await session.QueryAsync(Select, row => row.Time(0), ("job", job)).ConfigureAwait(false))[0];
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Records a known outage and returns it.</summary>
    /// <param name="from">The beginning, inclusive.</param>
    /// <param name="to">The end, exclusive; later than the beginning.</param>
    /// <param name="reason">The reason; null for none.</param>
    public async Task<Outage> AddOutageAsync(
        string job, DateTimeOffset from, DateTimeOffset to, string? reason, CancellationToken cancellationToken)
    {
        var now = _store.Now;
        return await _store.WriteAsync($"record the outage of {job}", async session => (await session.QueryAsync(
            "INSERT INTO outage (job, begins_at, ends_at, reason, at) VALUES (@job, @from, @to, @reason, @now) RETURNING "
                + "id, job, begins_at, ends_at, reason, at", ReadOutage,
            ("job", job), ("from", from), ("to", to), ("reason", reason), ("now", now)).ConfigureAwait(false))[0],
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Removes an outage of a job.</summary>
    /// <returns>Whether there was one of this number.</returns>
    public async Task<bool> RemoveOutageAsync(string job, long id, CancellationToken cancellationToken) =>
        await _store.WriteAsync($"remove the outage of {job}", session => session.ExecuteAsync(
            "DELETE FROM outage WHERE id = @id AND job = @job", ("id", id), ("job", job)), cancellationToken).ConfigureAwait(false) == 1;

    /// <summary>Returns the known outages, by their beginning.</summary>
    /// <param name="job">The job; null for all.</param>
    public async Task<IReadOnlyList<Outage>> OutagesAsync(string? job, CancellationToken cancellationToken) =>
        await _store.ReadAsync("read the known outages", session => session.QueryAsync(
            $"SELECT id, job, begins_at, ends_at, reason, at FROM outage{(job is null ? "" : " WHERE job = @job")} ORDER BY begins_at, id",
            ReadOutage, job is null ? [] : [("job", job)]), cancellationToken).ConfigureAwait(false);

    private static Outage ReadOutage(LedgerRow row) =>
        new(row.Long(0), row.Text(1), row.Time(2), row.Time(3), row.TextOrNull(4), row.Time(5));
}
