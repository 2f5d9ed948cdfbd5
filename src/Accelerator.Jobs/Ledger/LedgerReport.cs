namespace Accelerator.Jobs.Ledger;

/// <summary>
/// Queries of the ledger. They change nothing and block no writer. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class LedgerReport
{
    /// <summary>
    /// The query of <see cref="JobsAsync"/>; reads only the index <c>file_pending</c> of files. GROUP BY has an expression, because SQLite
    /// would otherwise read all files in the order of another index.
    /// </summary>
    internal const string Standings = $"""
        SELECT known.job, oldest.first_seen, (SELECT max(published_at) FROM delivery WHERE delivery.job = known.job)
        FROM (SELECT DISTINCT job FROM folder) AS known
        LEFT JOIN (SELECT folder.job AS job, min(first_seen) AS first_seen FROM
            (SELECT folder_id + 0 AS in_folder, min(first_seen) AS first_seen FROM file WHERE {FileStateNames.Undelivered}
                GROUP BY folder_id + 0) AS waiting
            JOIN folder ON folder.id = in_folder GROUP BY folder.job) AS oldest ON oldest.job = known.job
        ORDER BY known.job
        """;

    /// <summary>
    /// The query of <see cref="DeliveredAsync"/>; as the next one, it reads only a part of the index <c>delivery_seen</c>. CROSS JOIN,
    /// because SQLite would otherwise read all of it.
    /// </summary>
    internal const string Delivered = """
        SELECT delivery.job, count(*), CAST(sum(size) AS bigint), max(size) FROM (SELECT DISTINCT job FROM folder) AS known
            CROSS JOIN delivery WHERE delivery.job = known.job AND published_at >= @since
        GROUP BY delivery.job ORDER BY delivery.job
        """;

    /// <summary>The query of <see cref="DeliveredByJobAsync"/>.</summary>
    internal const string DeliveredByTime = """
        SELECT delivery.job, (published_at - @start) / @width, count(*), CAST(sum(size) AS bigint)
        FROM (SELECT DISTINCT job FROM folder) AS known
            CROSS JOIN delivery WHERE delivery.job = known.job AND published_at >= @start AND published_at < @end
        GROUP BY 1, 2
        """;

    private readonly LedgerStore _store;

    internal LedgerReport(LedgerStore store) => _store = store;

    /// <summary>Returns the files and bytes of each job and state, for states that have any; without skipped files.</summary>
    public Task<IReadOnlyList<StateCount>> CountsAsync(CancellationToken cancellationToken) =>
        CountAsync("count the files", "", cancellationToken);

    /// <summary>
    /// Returns the same for the states of files that are not delivered, without those that vanished: their number does not grow with the
    /// ledger.
    /// </summary>
    public Task<IReadOnlyList<StateCount>> OpenCountsAsync(CancellationToken cancellationToken) =>
        CountAsync("count the files that are not delivered",
            $"WHERE state IN {FileStateNames.Waiting} OR state IN ('failed', 'quarantined')", cancellationToken);

    private async Task<IReadOnlyList<StateCount>> CountAsync(string purpose, string condition, CancellationToken cancellationToken)
    {
        var counts = await QueryAsync(purpose, $"""
            SELECT folder.job, state, CAST(sum(files) AS bigint), CAST(sum(bytes) AS bigint)
            FROM (SELECT state, folder_id, count(*) AS files, sum(size) AS bytes FROM file {condition} GROUP BY state, folder_id) AS counted
                JOIN folder ON folder.id = folder_id
            GROUP BY folder.job, state ORDER BY folder.job, state
            """, row => new StateCount(row.Text(0), row.State(1), row.Long(2), row.Long(3)), [], cancellationToken).ConfigureAwait(false);
        if (!counts.Exists(static count => count.State == FileState.Quarantined)) return counts;
        // Separate, so that the query above needs no row of a table with a million of them.
        var skipped = await QueryAsync("count the skipped files", $"""
            SELECT folder.job, count(*), CAST(sum(size) AS bigint) FROM file JOIN folder ON folder.id = folder_id
            WHERE {LedgerUpkeep.Skipped} GROUP BY folder.job
            """, row => (Job: row.Text(0), Files: row.Long(1), Bytes: row.Long(2)), [], cancellationToken).ConfigureAwait(false);
        foreach (var (job, files, bytes) in skipped)
        {
            var i = counts.FindIndex(count => count.Job == job && count.State == FileState.Quarantined);
            if (i >= 0) counts[i] = counts[i] with { Files = counts[i].Files - files, Bytes = counts[i].Bytes - bytes };
        }
        return [.. counts.Where(count => count.Files > 0)];
    }

    /// <summary>Returns the delivery status of each job that ever polled a folder, by name.</summary>
    public async Task<IReadOnlyList<JobStanding>> JobsAsync(CancellationToken cancellationToken) =>
        await QueryAsync("read the state of the jobs", Standings,
            row => new JobStanding(row.Text(0), row.TimeOrNull(1), row.TimeOrNull(2)), [], cancellationToken).ConfigureAwait(false);

    /// <summary>Returns the deliveries of each job since a time, for jobs that have any.</summary>
    public async Task<IReadOnlyList<DeliveryCount>> DeliveredAsync(DateTimeOffset since, CancellationToken cancellationToken) =>
        await QueryAsync("count the deliveries", Delivered,
            row => new DeliveryCount(row.Text(0), row.Long(1), row.Long(2), row.Long(3)), [("since", since)], cancellationToken)
            .ConfigureAwait(false);

    /// <summary>Returns the deliveries of each job in equal spans of time, for jobs that have any.</summary>
    /// <param name="from">The beginning of the first span.</param>
    /// <param name="width">The length of each span; whole milliseconds.</param>
    /// <param name="count">The number of spans; at least 1.</param>
    public async Task<IReadOnlyDictionary<string, IReadOnlyList<DeliveryBucket>>> DeliveredByJobAsync(
        DateTimeOffset from, TimeSpan width, int count, CancellationToken cancellationToken)
    {
        var found = await QueryAsync("count the deliveries of each job", DeliveredByTime,
            row => (Job: row.Text(0), Index: row.Int(1), Files: row.Long(2), Bytes: row.Long(3)),
            [("start", from), ("width", width), ("end", from + (width * count))], cancellationToken).ConfigureAwait(false);
        var all = new Dictionary<string, IReadOnlyList<DeliveryBucket>>(StringComparer.Ordinal);
        foreach (var job in found.GroupBy(bucket => bucket.Job, StringComparer.Ordinal))
        {
            var filled = Enumerable.Range(0, count).Select(i => new DeliveryBucket(from + (width * i), 0, 0)).ToArray();
            foreach (var (_, index, files, bytes) in job) filled[index] = filled[index] with { Files = files, Bytes = bytes };
            all[job.Key] = filled;
        }
        return all;
    }

    /// <summary>Returns failed and quarantined files, the latest first.</summary>
    /// <param name="job">The job; null for all.</param>
    /// <param name="most">The maximum number; at least 1.</param>
    public Task<IReadOnlyList<QuarantinedFile>> QuarantinedAsync(string? job, int most, CancellationToken cancellationToken) =>
        ProblemsAsync(job, most, $"state IN ('failed', 'quarantined') AND NOT {LedgerUpkeep.Skipped}", cancellationToken);

    /// <summary>Returns skipped files, the latest first.</summary>
    /// <param name="job">The job; null for all.</param>
    /// <param name="most">The maximum number; at least 1.</param>
    public Task<IReadOnlyList<QuarantinedFile>> SkippedAsync(string? job, int most, CancellationToken cancellationToken) =>
        ProblemsAsync(job, most, LedgerUpkeep.Skipped, cancellationToken);

    /// <summary>Returns files that were complete, and gone from their server before they were delivered, the latest first.</summary>
    /// <param name="job">The job; null for all.</param>
    /// <param name="most">The maximum number; at least 1.</param>
    public async Task<IReadOnlyList<QuarantinedFile>> LostAsync(string? job, int most, CancellationToken cancellationToken) =>
    [
        .. (await ProblemsAsync(job, most, FileStateNames.Lost, cancellationToken).ConfigureAwait(false)).Select(file => file with
        {
            Error = "The file disappeared from the archive before it was delivered."
                + (file.Error.Length == 0 ? "" : $" The last attempt failed: {file.Error}"),
            Kind = "lost",
        }),
    ];

    private async Task<IReadOnlyList<QuarantinedFile>> ProblemsAsync(
        string? job, int most, string condition, CancellationToken cancellationToken) =>
        await QueryAsync("read the files with a problem", $"""
        SELECT file.id, folder.job, path, name, size, state, changed_at, attempts, error, error_kind FROM file
            JOIN folder ON folder.id = folder_id
        WHERE {condition}{OfJob("AND", "folder.job", job)}
        ORDER BY changed_at DESC, file.id DESC LIMIT @most
        """, row => new QuarantinedFile(row.Long(0), row.Text(1), row.Text(2), row.Text(3), row.Long(4), row.State(5), row.Time(6),
            row.Int(7), row.TextOrNull(8) ?? "", row.TextOrNull(9) ?? ""),
        [("most", most), .. Job(job)], cancellationToken).ConfigureAwait(false);

    /// <summary>Returns how many effects of each job were given up, for jobs that have any, with the latest error.</summary>
    public async Task<IReadOnlyList<GivenUpEffects>> GivenUpAsync(CancellationToken cancellationToken) =>
        await QueryAsync("read failed commands and manifest lines", """
        SELECT delivery.job, counted.effects, error FROM (
            SELECT delivery.job AS job, count(*) AS effects, max(effect.id) AS latest FROM effect
                JOIN delivery ON delivery.id = delivery_id WHERE outcome = 'given up' GROUP BY delivery.job) AS counted
        JOIN effect ON effect.id = counted.latest JOIN delivery ON delivery.id = effect.delivery_id ORDER BY delivery.job
        """, row => new GivenUpEffects(row.Text(0), row.Long(1), row.TextOrNull(2) ?? ""), [], cancellationToken).ConfigureAwait(false);

    /// <summary>Returns deliveries, the newest first.</summary>
    /// <param name="job">The job; null for all.</param>
    /// <param name="before">Only deliveries before this <see cref="Delivery.Id"/>, for the next page; null for the newest.</param>
    /// <param name="most">The maximum number; at least 1.</param>
    public Task<IReadOnlyList<Delivery>> HistoryAsync(string? job, long? before, int most, CancellationToken cancellationToken) =>
        HistoryAsync(new DeliveryQuery(job, before, most), cancellationToken);

    /// <summary>Returns the deliveries of a query, the newest first.</summary>
    public async Task<IReadOnlyList<Delivery>> HistoryAsync(DeliveryQuery query, CancellationToken cancellationToken)
    {
        // A span of time is read by its index; without one the newest rows are wanted, which have the highest numbers.
        var order = query.HasSpan ? "published_at DESC, id DESC" : "id DESC";
        return await QueryAsync("read the deliveries", $"""
            SELECT {Delivery.Columns} FROM delivery WHERE id < @before{OfJob("AND", "job", query.Job)}{query.Conditions}
            ORDER BY {order} LIMIT @most
            """, row => Delivery.Read(row, 0),
            [("before", query.Before ?? long.MaxValue), ("most", query.Most), .. Job(query.Job), .. query.Values],
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns folders with their last poll, by job and path.</summary>
    /// <param name="job">The job; null for all.</param>
    public async Task<IReadOnlyList<FolderStanding>> FoldersAsync(string? job, CancellationToken cancellationToken) =>
        await QueryAsync("read the folders", $"""
        SELECT job, server, path, complete_at, incomplete_looks, look_started, look_finished, look_complete, look_entries, look_note
            FROM folder{OfJob("WHERE", "job", job)} ORDER BY job, path, server
        """, row => new FolderStanding(row.Text(0), row.Text(1), row.Text(2), row.TimeOrNull(5) is { } started
            ? new PollEnd(started, row.Time(6), row.Flag(7), row.Long(8), row.TextOrNull(9)) : null, row.TimeOrNull(3), row.Int(4)),
        Job(job), cancellationToken).ConfigureAwait(false);

    /// <summary>Returns files that are not delivered yet and what they wait for, the longest-waiting first.</summary>
    /// <param name="job">The job; null for all.</param>
    /// <param name="most">The maximum number; at least 1.</param>
    public async Task<IReadOnlyList<WaitingFile>> WaitingAsync(string? job, int most, CancellationToken cancellationToken) =>
        await QueryAsync("read the waiting files", $"""
        SELECT path, name, size, state, looks, missing, since, not_before, error, lease_owner,
            CASE WHEN folder.job IN (SELECT job FROM paused) THEN 1 ELSE 0 END
        FROM file JOIN folder ON folder.id = folder_id WHERE state IN {FileStateNames.Waiting}{OfJob("AND", "folder.job", job)}
            ORDER BY first_seen, file.id LIMIT @most
        """, ReadWaiting, [("most", most), .. Job(job)], cancellationToken).ConfigureAwait(false);

    private static WaitingFile ReadWaiting(LedgerRow row) => new()
    {
        Folder = row.Text(0),
        Name = row.Text(1),
        Size = row.Long(2),
        State = row.State(3),
        Polls = row.Int(4),
        Missing = row.Int(5),
        Since = row.Time(6),
        NotBefore = row.Long(7) == 0 ? null : row.Time(7),
        Error = row.TextOrNull(8),
        Owner = row.TextOrNull(9),
        IsPaused = row.Flag(10),
    };

    private static string OfJob(string word, string column, string? job) => job is null ? "" : $" {word} {column} = @job";

    private static (string Name, object? Value)[] Job(string? job) => job is null ? [] : [("job", job)];

    private Task<List<T>> QueryAsync<T>(
        string attempt, string sql, Func<LedgerRow, T> read, (string Name, object? Value)[] values, CancellationToken cancellationToken) =>
        _store.ReadAsync(attempt, session => session.QueryAsync(sql, read, values), cancellationToken);
}
