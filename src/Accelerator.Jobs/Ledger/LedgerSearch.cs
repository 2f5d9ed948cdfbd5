namespace Accelerator.Jobs.Ledger;

/// <summary>
/// Searches for single files of a job. Each call examines a limited number of rows, in the order of an index, so that its time does not
/// depend on the size of the ledger. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class LedgerSearch
{
    private readonly LedgerStore _store;

    internal LedgerSearch(LedgerStore store) => _store = store;

    /// <summary>Returns deliveries of a job, the newest first.</summary>
    public Task<FoundFiles> DeliveredAsync(FileSearch search, CancellationToken cancellationToken) => FindAsync(search,
        search.Pattern is null ? search.Most : search.MostExamined, Near(search), "",
        """
        delivery.id, folder, name, 'published', version, size, attempts, first_seen, published_at, final_path, hash_kind, hash, NULL
        FROM found JOIN delivery ON delivery.id = found.found_id
        """, cancellationToken);

    /// <summary>Returns files of a job that are not delivered, the one that changed last first.</summary>
    /// <param name="isFailed">
    /// Whether to return failed and quarantined files, without skipped ones; otherwise those that are still to be delivered.
    /// </param>
    public Task<FoundFiles> UndeliveredAsync(FileSearch search, bool isFailed, CancellationToken cancellationToken)
    {
        var states = isFailed ? $"('failed', 'quarantined') AND NOT {LedgerUpkeep.Skipped}" : FileStateNames.Waiting;
        // The files of all jobs are examined: they have one order, and only few of a large ledger are not delivered.
        return FindAsync(search, search.MostExamined, NearOpen(search),
            $"AND state IN {states} AND folder_id IN (SELECT id FROM folder WHERE job = @job)",
            """
            file.id, path, name, state, version, size, attempts, first_seen, changed_at, NULL, hash_kind, hash, error
            FROM found JOIN file ON file.id = found.found_id JOIN folder ON folder.id = file.folder_id
            """, cancellationToken);
    }

    /// <summary>The deliveries of a job in the order in which they are examined, all from the index <c>delivery_seen</c>.</summary>
    internal static string Near(FileSearch search) =>
        $"SELECT id, published_at AS stamp, name FROM delivery WHERE job = @job{Before(search, "published_at")} "
            + "ORDER BY published_at DESC, id DESC";

    /// <summary>
    /// The files that are neither delivered nor gone in the order in which they are examined, all from <c>file_pending</c>.
    /// </summary>
    internal static string NearOpen(FileSearch search) =>
        $"SELECT id, changed_at AS stamp, folder_id, state, error_kind, name FROM file WHERE {FileStateNames.Open}"
            + $"{Before(search, "changed_at")} ORDER BY changed_at DESC, id DESC";

    private async Task<FoundFiles> FindAsync(
        FileSearch search, int examined, string near, string conditions, string columns, CancellationToken cancellationToken)
    {
        var pattern = search.Pattern;
        (string, object?)[] where = [("job", search.Job), .. search.Before is { } before
            ? [("at", before.At), ("id", before.Id)] : Array.Empty<(string, object?)>()];
        return await _store.ReadAsync($"search the files of {search.Job}", async session =>
        {
            var files = await session.QueryAsync($"""
                WITH near AS ({near} LIMIT @examined),
                    found AS (SELECT id AS found_id, stamp FROM near
                        WHERE {(pattern is null ? "1 = 1" : "lower(name) LIKE @pattern ESCAPE '\\'")} {conditions}
                        ORDER BY stamp DESC, id DESC LIMIT @most)
                SELECT {columns} ORDER BY found.stamp DESC, found.found_id DESC
                """, Read, [.. where, ("examined", examined), ("most", search.Most),
                    .. pattern is null ? Array.Empty<(string, object?)>() : [("pattern", pattern)]]).ConfigureAwait(false);
            if (files.Count == search.Most) return new FoundFiles(files, new FileCursor(files[^1].At, files[^1].Id));
            // The rest of the examined rows does not match: continue after the last of them.
            var last = await session.QueryAsync($"{near} LIMIT 1 OFFSET @skipped", row => new FileCursor(row.Time(1), row.Long(0)),
                [.. where, ("skipped", examined - 1)]).ConfigureAwait(false);
            return new FoundFiles(files, last.Count == 0 ? null : last[0]);
        }, cancellationToken).ConfigureAwait(false);
    }

    private static string Before(FileSearch search, string column) =>
        search.Before is null ? "" : $" AND {column} <= @at AND ({column}, id) < (@at, @id)";

    private static FoundFile Read(LedgerRow row) => new()
    {
        Id = row.Long(0),
        Folder = row.Text(1),
        Name = row.Text(2),
        State = row.State(3),
        Version = row.Int(4),
        Size = row.Long(5),
        Attempts = row.Int(6),
        FirstSeen = row.Time(7),
        At = row.Time(8),
        FinalPath = row.TextOrNull(9),
        HashKind = row.TextOrNull(10),
        Hash = row.TextOrNull(11),
        Error = row.TextOrNull(12),
    };
}
