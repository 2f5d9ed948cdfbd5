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

    // What the ledger has for a job and not for a folder. A name that the new job has already stays as it is.
    private static readonly string[] OfJob =
    [
        "INSERT INTO expecting (job, at) SELECT @job, at FROM expecting WHERE job = @old ON CONFLICT (job) DO NOTHING",
        "INSERT INTO paused (job, at, reason) SELECT @job, at, reason FROM paused WHERE job = @old ON CONFLICT (job) DO NOTHING",
        "DELETE FROM expecting WHERE job = @old",
        "DELETE FROM paused WHERE job = @old",
        "UPDATE outage SET job = @job WHERE job = @old",
    ];

    private const string Old = "(SELECT id FROM folder WHERE job = @old AND server = @old_server AND path = @path)";

    private static readonly string[] OfFolder =
    [
        $"UPDATE delivery SET job = @job, server = @server WHERE file_id IN (SELECT id FROM file WHERE folder_id = {Old})",
        $"UPDATE file SET job = @job, server = @server WHERE folder_id = {Old} AND job IS NOT NULL",
        "UPDATE folder SET job = @job, server = @server WHERE job = @old AND server = @old_server AND path = @path",
    ];

    /// <summary>
    /// Returns the owner that the folder had before, if exactly one other row has the same path and target and its owner is not in the job
    /// file. With several, nothing shows which of them it was.
    /// </summary>
    public static async Task<FolderOwner?> FindAsync(
        LedgerSession session, FolderOwner owner, string target, Func<string, string, bool> isCurrent)
    {
        var found = await session.QueryAsync(
            Candidates, row => new FolderOwner(row.Text(0), row.Text(1), owner.Folder),
            ("path", owner.Folder), ("target", target), ("job", owner.Job), ("server", owner.Server)).ConfigureAwait(false);
        return found.Where(earlier => !isCurrent(earlier.Job, earlier.Server)).ToList() is [var only] ? only : null;
    }

    /// <summary>Gives the folder and what the ledger has of its job to the new owner.</summary>
    public static async Task RunAsync(LedgerSession session, FolderOwner earlier, FolderOwner owner)
    {
        var (old, job) = (("old", (object?)earlier.Job), ("job", (object?)owner.Job));
        (string, object?)[] names = [job, ("server", owner.Server), old, ("old_server", earlier.Server), ("path", owner.Folder)];
        foreach (var sql in OfFolder) await session.ExecuteAsync(sql, names).ConfigureAwait(false);
        if (earlier.Job == owner.Job) return;
        foreach (var sql in OfJob) await session.ExecuteAsync(sql, job, old).ConfigureAwait(false);
    }
}
