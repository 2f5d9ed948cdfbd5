namespace Accelerator.Jobs.Ledger;

/// <summary>The columns of a claim, after RETURNING.</summary>
internal static class ClaimRow
{
    /// <summary>The number of <see cref="Columns"/>.</summary>
    public const int Count = 15;

    public const string Columns =
        "id, epoch, lease_owner, job, server, (SELECT path FROM folder WHERE folder.id = folder_id), name, size, time, version, attempts, "
            + "first_seen, queued_at, delivered_path, (SELECT target FROM folder WHERE folder.id = folder_id)";

    /// <summary>The columns that follow them for an intended rename.</summary>
    public const string VerifiedColumns = "final_path, part_path, proven_size, modified, hash_kind, hash, file_mark";

    public static Claim Read(LedgerRow row) => new()
    {
        FileId = row.Long(0),
        Epoch = row.Long(1),
        Owner = row.Text(2),
        Job = row.Text(3),
        Server = row.Text(4),
        Folder = row.Text(5),
        Name = row.Text(6),
        Size = row.Long(7),
        Time = row.TextOrNull(8),
        Version = row.Int(9),
        Attempts = row.Int(10),
        FirstSeen = row.Time(11),
        QueuedAt = row.Time(12),
        PreviousPath = row.TextOrNull(13),
        Target = row.Text(14),
    };

    public static VerifiedFile ReadVerified(LedgerRow row) => new(
        row.Text(Count), row.Text(Count + 1), row.Long(Count + 2), row.TextOrNull(Count + 3), row.TextOrNull(Count + 4),
        row.TextOrNull(Count + 5), row.Text(Count + 6));
}
