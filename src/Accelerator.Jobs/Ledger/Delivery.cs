namespace Accelerator.Jobs.Ledger;

/// <summary>A delivered file. Its row is never changed, except for the names of its job and server when those are renamed.</summary>
public sealed record Delivery
{
    /// <summary>The delivery's row; grows with time.</summary>
    public required long Id { get; init; }

    /// <summary>The file's row.</summary>
    public required long FileId { get; init; }

    /// <summary>The version of the file.</summary>
    public required int Version { get; init; }

    /// <summary>The job's name.</summary>
    public required string Job { get; init; }

    /// <summary>The server's name in the job file.</summary>
    public required string Server { get; init; }

    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>The file's name in the folder.</summary>
    public required string Name { get; init; }

    /// <summary>The file's bytes.</summary>
    public required long Size { get; init; }

    /// <summary>The last change, from the server; null if it reported none.</summary>
    public string? Modified { get; init; }

    /// <summary>The full local path.</summary>
    public required string FinalPath { get; init; }

    /// <summary>The algorithm of <see cref="Hash"/>; null without one.</summary>
    public string? HashKind { get; init; }

    /// <summary>The content's hash in hexadecimal; null if none was computed.</summary>
    public string? Hash { get; init; }

    /// <summary>The bytes received over the network for it.</summary>
    public required long Fetched { get; init; }

    /// <summary>The number of earlier tries that failed.</summary>
    public required int Attempts { get; init; }

    /// <summary>The worker that delivered it: <c>node/incarnation</c>.</summary>
    public required string Owner { get; init; }

    /// <summary>When this version was first seen on the server.</summary>
    public required DateTimeOffset FirstSeen { get; init; }

    /// <summary>When the file was queued.</summary>
    public required DateTimeOffset QueuedAt { get; init; }

    /// <summary>When the file was claimed.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When the file was delivered.</summary>
    public required DateTimeOffset PublishedAt { get; init; }

    /// <summary>The columns that <see cref="Read"/> reads.</summary>
    internal const string Columns = """
        delivery.id, delivery.file_id, delivery.version, delivery.job, delivery.server, delivery.folder, delivery.name, delivery.size,
            delivery.modified, delivery.final_path,
        delivery.hash_kind, delivery.hash, delivery.fetched, delivery.attempts, delivery.owner, delivery.first_seen, delivery.queued_at,
            delivery.started_at, delivery.published_at
        """;

    /// <summary>Reads a delivery.</summary>
    /// <param name="first">The index of the first of <see cref="Columns"/>.</param>
    internal static Delivery Read(LedgerRow row, int first) => new()
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
