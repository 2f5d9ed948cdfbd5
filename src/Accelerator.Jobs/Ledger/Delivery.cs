namespace Accelerator.Jobs.Ledger;

/// <summary>A file that was delivered, for good: its row is never changed.</summary>
public sealed record Delivery
{
    /// <summary>Its row; grows with time.</summary>
    public required long Id { get; init; }

    /// <summary>The file's row.</summary>
    public required long FileId { get; init; }

    /// <summary>Which version of the file.</summary>
    public required int Version { get; init; }

    /// <summary>The job's name.</summary>
    public required string Job { get; init; }

    /// <summary>The server's name in the job file.</summary>
    public required string Server { get; init; }

    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>The file's name in it.</summary>
    public required string Name { get; init; }

    /// <summary>Its bytes.</summary>
    public required long Size { get; init; }

    /// <summary>Its last change as the server told it; null where it told none.</summary>
    public string? Modified { get; init; }

    /// <summary>Its full local path.</summary>
    public required string FinalPath { get; init; }

    /// <summary>What <see cref="Hash"/> is; null without one.</summary>
    public string? HashKind { get; init; }

    /// <summary>The content's hash in hexadecimal; null where none was computed.</summary>
    public string? Hash { get; init; }

    /// <summary>Bytes that came over the network for it.</summary>
    public required long Fetched { get; init; }

    /// <summary>Tries that failed before.</summary>
    public required int Attempts { get; init; }

    /// <summary>Who delivered it: <c>node/incarnation</c>.</summary>
    public required string Owner { get; init; }

    /// <summary>When this version was first seen on the server.</summary>
    public required DateTimeOffset FirstSeen { get; init; }

    /// <summary>When it was queued.</summary>
    public required DateTimeOffset QueuedAt { get; init; }

    /// <summary>When it was claimed.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When it was delivered.</summary>
    public required DateTimeOffset PublishedAt { get; init; }
}
