namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The statements that give a folder to a job whose name, or whose server's name, was changed in the job file. The job keeps what it has
/// delivered: otherwise it would download its whole archive again, and every file whose name the ledger has for the old job would be
/// refused.
/// </summary>
internal static class RenameStatements
{
    private const string Candidates =
        "SELECT id, job, server FROM folder WHERE path = @path AND target = @target AND NOT (job = @job AND server = @server)";

    // What the ledger has for a job and not for a folder. A name that the new job has already stays as it is.
    private static readonly string[] OfJob =
    [
        "INSERT INTO expecting (job, at) SELECT @job, at FROM expecting WHERE job = @old ON CONFLICT (job) DO NOTHING",
        "INSERT INTO paused (job, at, reason) SELECT @job, at, reason FROM paused WHERE job = @old ON CONFLICT (job) DO NOTHING",
        "DELETE FROM expecting WHERE job = @old",
        "DELETE FROM paused WHERE job = @old",
        "UPDATE outage SET job = @job WHERE job = @old",
    ];

    private static readonly string[] OfFolder =
    [
        "UPDATE folder SET job = @job, server = @server WHERE id = @id",
        "UPDATE file SET job = @job, server = @server WHERE folder_id = @id AND job IS NOT NULL",
        "UPDATE delivery SET job = @job, server = @server WHERE file_id IN (SELECT id FROM file WHERE folder_id = @id)",
    ];

    /// <summary>
    /// Gives the folder to its new owner, if exactly one other row has the same path and target and its owner is not in the job file. With
    /// several, nothing shows which of them it was.
    /// </summary>
    /// <returns>The earlier owner; null if there is none.</returns>
    public static async Task<FolderOwner?> RunAsync(
        LedgerSession session, FolderOwner owner, string target, Func<string, string, bool> isCurrent)
    {
        (string, object?)[] names = [("job", owner.Job), ("server", owner.Server)];
        var found = await session.QueryAsync(
            Candidates, row => (Id: row.Long(0), Job: row.Text(1), Server: row.Text(2)),
            [("path", owner.Folder), ("target", target), .. names]).ConfigureAwait(false);
        if (found.Where(row => !isCurrent(row.Job, row.Server)).ToList() is not [var (id, job, server)]) return null;
        foreach (var sql in OfFolder) await session.ExecuteAsync(sql, [("id", id), .. names]).ConfigureAwait(false);
        if (job != owner.Job)
            foreach (var sql in OfJob) await session.ExecuteAsync(sql, ("job", owner.Job), ("old", job)).ConfigureAwait(false);
        return new FolderOwner(job, server, owner.Folder);
    }
}
