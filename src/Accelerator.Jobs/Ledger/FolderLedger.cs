namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The results of polls, by folder. A poll reads the known files of its folder, decides, and writes the changes: an unchanged file costs no
/// write. All members report errors as <see cref="LedgerException"/>.
/// </summary>
public sealed class FolderLedger
{
    private const string Columns = "id, name, size, time, state, version, looks, first_seen, since, missing, missing_since, epoch, "
        + $"modified, CASE WHEN state = 'quarantined' AND error_kind = '{PollStatements.Marker}' THEN 1 ELSE 0 END";
    private const string Select = "SELECT id, complete_at, complete_entries, incomplete_looks, "
        + "target FROM folder WHERE job = @job AND server = @server AND path = @path";

    private readonly LedgerStore _store;

    internal FolderLedger(LedgerStore store) => _store = store;

    /// <summary>Returns a folder's row, created if there is none.</summary>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name in the job file.</param>
    /// <param name="folder">The folder's path on the server.</param>
    /// <param name="target">The local folder that its files are delivered into.</param>
    public Task<KnownFolder> OpenAsync(string job, string server, string folder, string target, CancellationToken cancellationToken) =>
        OpenAsync(job, server, folder, target, static (_, _) => true, cancellationToken);

    /// <summary>
    /// Returns a folder's row. If there is none, it becomes that of another job or server with the same path and target which the job file
    /// no longer has: the job or its server was renamed, and its files, deliveries and outages stay. Otherwise it is created.
    /// </summary>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name in the job file.</param>
    /// <param name="folder">The folder's path on the server.</param>
    /// <param name="target">The local folder that its files are delivered into.</param>
    /// <param name="isCurrent">
    /// Returns whether the job file has a job of this name, and if a server is given, at the server of this name.
    /// </param>
    public async Task<KnownFolder> OpenAsync(
        string job, string server, string folder, string target, Func<string, string?, bool> isCurrent, CancellationToken cancellationToken)
    {
        // The row nearly always exists: a poll then costs no write.
        var known = await FindAsync(job, server, folder, cancellationToken).ConfigureAwait(false);
        if (known?.Target == target) return known;
        (string, object?)[] key = [("job", job), ("server", server), ("path", folder)];
        (string, object?)[] all = [.. key, ("target", target)];
        return await _store.WriteAsync($"open the folder {folder} of the job {job}", async session =>
        {
            var owner = new FolderOwner(job, server, folder);
            var earlier = known is not null ? null
                : await RenameStatements.FindAsync(session, owner, target, isCurrent).ConfigureAwait(false);
            if (earlier is not null)
                await RenameStatements.RunAsync(session, earlier, owner, !isCurrent(earlier.Job, null)).ConfigureAwait(false);
            await session.ExecuteAsync(
                "INSERT INTO folder (job, server, path, target) VALUES (@job, @server, @path, @target) ON CONFLICT (job, server, "
                    + "path) DO UPDATE SET target = @target", all).ConfigureAwait(false);
            return (await session.QueryAsync(Select, ReadFolder, key).ConfigureAwait(false))[0] with { Earlier = earlier };
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns a folder's row; null if there is none.</summary>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name in the job file.</param>
    /// <param name="folder">The folder's path on the server.</param>
    public async Task<KnownFolder?> FindAsync(string job, string server, string folder, CancellationToken cancellationToken) =>
        (await _store.ReadAsync(
        $"find the folder {folder} of the job {job}",
            session => session.QueryAsync(Select, ReadFolder, ("job", job), ("server", server), ("path", folder)),
            cancellationToken).ConfigureAwait(false)).SingleOrDefault();

    /// <summary>
    /// Returns the row that <see cref="OpenAsync(string, string, string, string, Func{string, string, bool}, CancellationToken)"/> would
    /// return, without a change; null if it would create one.
    /// </summary>
    /// <param name="job">The job's name.</param>
    /// <param name="server">The server's name in the job file.</param>
    /// <param name="folder">The folder's path on the server.</param>
    /// <param name="target">The local folder that its files are delivered into.</param>
    /// <param name="isCurrent">
    /// Returns whether the job file has a job of this name, and if a server is given, at the server of this name.
    /// </param>
    public async Task<KnownFolder?> FindAsync(
        string job, string server, string folder, string target, Func<string, string?, bool> isCurrent, CancellationToken cancellationToken)
    {
        if (await FindAsync(job, server, folder, cancellationToken).ConfigureAwait(false) is { } known) return known;
        var earlier = await _store.ReadAsync(
            $"find the earlier names of {job}",
            session => RenameStatements.FindAsync(session, new FolderOwner(job, server, folder), target, isCurrent),
            cancellationToken).ConfigureAwait(false);
        return earlier is null ? null
            : await FindAsync(earlier.Job, earlier.Server, folder, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns all known files of a folder, one by one and in no order.</summary>
    public IAsyncEnumerable<KnownFile> ReadAsync(long folderId, CancellationToken cancellationToken) =>
        _store.StreamAsync($"read the files of folder {folderId}", $"SELECT {Columns} FROM file WHERE folder_id = @folder", ReadFile,
            [("folder", folderId)], cancellationToken);

    /// <summary>
    /// Writes the changes of a poll in one transaction. A change is left out if another poll, a claim or an operator was faster: a new file
    /// whose name is known by now, or a file whose state, epoch or poll count differs from <see cref="FileChange.Before"/>. The next poll
    /// sees the outcome.
    /// </summary>
    /// <returns>How many changes took effect.</returns>
    /// <exception cref="ArgumentException">A change that a poll may not make: see <see cref="PollStatements.For"/>.</exception>
    public async Task<int> ApplyAsync(long folderId, IReadOnlyList<FileChange> changes, CancellationToken cancellationToken)
    {
        if (changes.Count == 0) return 0;
        var now = _store.Now;
        // Adjacent equal statements are sent together. Rows in the order of their ids meet those of another poll in the same order, so
        // there is no deadlock between the two.
        var groups = changes.OrderBy(change => change.Before?.Id ?? long.MaxValue).GroupBy(PollStatements.For).ToList();
        return await _store.WriteAsync($"write the files found in folder {folderId}", async session =>
        {
            var changed = 0;
            foreach (var group in groups)
                changed += await session.ExecuteManyAsync(
                    group.Key, group.Select(change => PollStatements.Values(change, folderId, now, group.Key))).ConfigureAwait(false);
            return changed;
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Records how a poll of a folder ended.</summary>
    public Task EndAsync(long folderId, PollEnd end, CancellationToken cancellationToken)
    {
        const string Always = "look_started = @started, look_finished = @finished, look_complete = @complete, "
            + "look_entries = @entries, look_note = @note";
        var sql = end.IsComplete
            ? $"UPDATE folder SET {Always}, complete_at = @finished, complete_entries = @entries, incomplete_looks = 0 WHERE id = @id"
            : $"UPDATE folder SET {Always}, incomplete_looks = incomplete_looks + 1 WHERE id = @id";
        return _store.WriteAsync($"write the result of the poll of folder {folderId}", session => session.ExecuteAsync(
            sql, ("started", end.Started), ("finished", end.Finished), ("complete", end.IsComplete), ("entries", end.Entries),
            ("note", end.Note), ("id", folderId)), cancellationToken);
    }

    private static KnownFolder ReadFolder(LedgerRow row) => new(row.Long(0), row.TimeOrNull(1), row.Long(2), row.Int(3), row.Text(4));

    private static KnownFile ReadFile(LedgerRow row)
    {
        var time = row.TextOrNull(3);
        return ListedClock.Is(time) ? ReadFile(row, null, time) : ReadFile(row, time, null);
    }

    private static KnownFile ReadFile(LedgerRow row, string? time, string? clock) => new()
    {
        Id = row.Long(0),
        Name = row.Text(1),
        Size = row.Long(2),
        Time = time,
        Clock = clock,
        State = row.State(4),
        Version = row.Int(5),
        Polls = row.Int(6),
        FirstSeen = row.Time(7),
        Since = row.Time(8),
        Missing = row.Int(9),
        MissingSince = row.TimeOrNull(10),
        Epoch = row.Long(11),
        Modified = row.TextOrNull(12),
        LacksMarker = row.Flag(13),
    };
}
