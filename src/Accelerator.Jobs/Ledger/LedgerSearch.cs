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
        $"SELECT id, published_at AS stamp FROM delivery WHERE job = @job{Before(search, "published_at")} "
            + "ORDER BY published_at DESC, id DESC",
        """
        delivery.id, folder, name, 'published', version, size, attempts, first_seen, published_at, final_path, hash_kind, hash, NULL
        FROM near JOIN delivery ON delivery.id = near.id
        """, cancellationToken);

    /// <summary>Returns files of a job that are not delivered, the one that changed last first.</summary>
    /// <param name="isFailed">
    /// Whether to return failed and quarantined files, without skipped ones; otherwise those that are still to be delivered.
    /// </param>
    public Task<FoundFiles> UndeliveredAsync(FileSearch search, bool isFailed, CancellationToken cancellationToken)
    {
        var states = isFailed ? $"('failed', 'quarantined') AND NOT {LedgerUpkeep.Skipped}" : FileStateNames.Waiting;
        return FindAsync(search,
            $"SELECT id, changed_at AS stamp FROM file WHERE state IN {states} AND folder_id IN (SELECT id FROM folder WHERE job = @job)"
                + $"{Before(search, "changed_at")} ORDER BY changed_at DESC, id DESC",
            """
            file.id, path, name, state, version, size, attempts, first_seen, changed_at, NULL, hash_kind, hash, error
            FROM near JOIN file ON file.id = near.id JOIN folder ON folder.id = file.folder_id
            """, cancellationToken);
    }

    private async Task<FoundFiles> FindAsync(FileSearch search, string near, string columns, CancellationToken cancellationToken)
    {
        var pattern = search.Pattern;
        (string, object?)[] where = [("job", search.Job), .. search.Before is { } before
            ? [("at", before.At), ("id", before.Id)] : Array.Empty<(string, object?)>()];
        return await _store.ReadAsync($"search the files of {search.Job}", async session =>
        {
            var files = await session.QueryAsync($"""
                WITH near AS ({near} LIMIT @examined) SELECT {columns}
                {(pattern is null ? "" : "WHERE lower(name) LIKE @pattern ESCAPE '\\'")}
                ORDER BY near.stamp DESC, near.id DESC LIMIT @most
                """, Read, [.. where, ("examined", search.Examined), ("most", search.Most),
                    .. pattern is null ? Array.Empty<(string, object?)>() : [("pattern", pattern)]]).ConfigureAwait(false);
            if (files.Count == search.Most) return new FoundFiles(files, new FileCursor(files[^1].At, files[^1].Id));
            // The rest of the examined rows does not match: continue after the last of them.
            var last = await session.QueryAsync($"{near} LIMIT 1 OFFSET @skipped", row => new FileCursor(row.Time(1), row.Long(0)),
                [.. where, ("skipped", search.Examined - 1)]).ConfigureAwait(false);
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
