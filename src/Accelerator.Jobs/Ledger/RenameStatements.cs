namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The statements that give a folder to a job whose name, or whose server's name, was changed in the job file. The job keeps what it has
/// delivered: otherwise it would download its whole archive again, and every file whose name the ledger has for the old job would be
/// refused.
/// </summary>
internal static class RenameStatements
{
    private const string Candidates =
        "SELECT job, server FROM folder WHERE path = @path AND target = @target AND NOT (job = @job AND server = @server)";

    // Rows that belong to a job, not to one of its folders. The new name keeps what it has already.
    private static readonly string[] OfJob =
    [
        "INSERT INTO expecting (job, at) SELECT @job, at FROM expecting WHERE job = @old ON CONFLICT (job) DO NOTHING",
        "INSERT INTO paused (job, at, reason) SELECT @job, at, reason FROM paused WHERE job = @old ON CONFLICT (job) DO NOTHING",
        "DELETE FROM expecting WHERE job = @old",
        "DELETE FROM paused WHERE job = @old",
        "UPDATE outage SET job = @job WHERE job = @old",
    ];

    // The folder itself, and those that the old job no longer polled, such as the folders of past days: no poll will find them. Its other
    // folders may go to other jobs, each of which takes its own; one that the new job has polled already stays apart.
    private const string Moved = """
        (SELECT id FROM folder AS past WHERE job = @old AND server = @old_server AND (path = @path OR look_finished <
            (SELECT max(look_finished) FROM folder WHERE job = @old AND server = @old_server) - @day)
            AND NOT EXISTS (SELECT 1 FROM folder AS own WHERE own.job = @job AND own.server = @server AND own.path = past.path))
        """;

    private static readonly string[] OfFolder =
    [
        $"UPDATE delivery SET job = @job, server = @server WHERE file_id IN (SELECT id FROM file WHERE folder_id IN {Moved})",
        $"UPDATE file SET job = @job, server = @server WHERE folder_id IN {Moved} AND job IS NOT NULL",
        $"UPDATE folder SET job = @job, server = @server WHERE id IN {Moved}",
    ];

    /// <summary>
    /// Returns the owner that the folder had before, if exactly one other row has the same path and target and its owner is not in the job
    /// file. With several, nothing shows which of them it was.
    /// </summary>
    public static async Task<FolderOwner?> FindAsync(
        LedgerSession session, FolderOwner owner, string target, Func<string, string?, bool> isCurrent)
    {
        var found = await session.QueryAsync(
            Candidates, row => new FolderOwner(row.Text(0), row.Text(1), owner.Folder),
            ("path", owner.Folder), ("target", target), ("job", owner.Job), ("server", owner.Server)).ConfigureAwait(false);
        return found.Where(earlier => !isCurrent(earlier.Job, earlier.Server)).ToList() is [var only] ? only : null;
    }

    /// <summary>
    /// Gives the folder to the new owner, with the folders that the old one no longer polled, and with the rows of the old job unless the
    /// job file still has a job of that name.
    /// </summary>
    public static async Task RunAsync(LedgerSession session, FolderOwner earlier, FolderOwner owner, bool isJobGone)
    {
        var (old, job) = (("old", (object?)earlier.Job), ("job", (object?)owner.Job));
        (string, object?)[] names =
        [
            job, ("server", owner.Server), old, ("old_server", earlier.Server), ("path", owner.Folder), ("day", TimeSpan.FromDays(1)),
        ];
        foreach (var sql in OfFolder) await session.ExecuteAsync(sql, names).ConfigureAwait(false);
        if (!isJobGone) return;
        foreach (var sql in OfJob) await session.ExecuteAsync(sql, job, old).ConfigureAwait(false);
    }
}
