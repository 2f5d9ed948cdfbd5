namespace Accelerator.Jobs.Ledger;

/// <summary>The columns of a delivery.</summary>
internal static class DeliveryRow
{
    public const string Columns = """
        delivery.id, delivery.file_id, delivery.version, delivery.job, delivery.server, delivery.folder, delivery.name, delivery.size,
            delivery.modified, delivery.final_path,
        delivery.hash_kind, delivery.hash, delivery.fetched, delivery.attempts, delivery.owner, delivery.first_seen, delivery.queued_at,
            delivery.started_at, delivery.published_at
        """;

    /// <param name="row">The row.</param>
    /// <param name="first">The index of the first of <see cref="Columns"/>.</param>
    public static Delivery Read(LedgerRow row, int first) => new()
    {
        Id = row.Long(first),
        FileId = row.Long(first + 1),
        Version = row.Int(first + 2),
        Job = row.Text(first + 3),
        Server = row.Text(first + 4),
        Folder = row.Text(first + 5),
        Name = row.Text(first + 6),
        Size = row.Long(first + 7),
        Modified = row.TextOrNull(first + 8),
        FinalPath = row.Text(first + 9),
        HashKind = row.TextOrNull(first + 10),
        Hash = row.TextOrNull(first + 11),
        Fetched = row.Long(first + 12),
        Attempts = row.Int(first + 13),
        Owner = row.Text(first + 14),
        FirstSeen = row.Time(first + 15),
        QueuedAt = row.Time(first + 16),
        StartedAt = row.Time(first + 17),
        PublishedAt = row.Time(first + 18),
    };
}
