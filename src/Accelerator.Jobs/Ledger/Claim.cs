using Accelerator.Engine.Sources;

namespace Accelerator.Jobs.Ledger;

/// <summary>A file that is claimed by a worker: what it needs to fetch it, and what its writes are guarded by.</summary>
public sealed record Claim
{
    /// <summary>The file's row.</summary>
    public required long FileId { get; init; }

    /// <summary>
    /// This claim among all of the file: grows with each, and with each take-over. Who writes with an older one is refused.
    /// </summary>
    public required long Epoch { get; init; }

    /// <summary>Who holds it: <c>node/incarnation</c>.</summary>
    public required string Owner { get; init; }

    /// <summary>The job's name.</summary>
    public required string Job { get; init; }

    /// <summary>The server's name in the job file.</summary>
    public required string Server { get; init; }

    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>The local folder that it is delivered into.</summary>
    public required string Target { get; init; }

    /// <summary>The file's name in the folder on the server.</summary>
    public required string Name { get; init; }

    /// <summary>Bytes, as the listing told.</summary>
    public required long Size { get; init; }

    /// <summary>The listing's time in its own words; null for none.</summary>
    public string? Time { get; init; }

    /// <summary>From 1; grows when a file that was delivered changes at its source.</summary>
    public required int Version { get; init; }

    /// <summary>Tries that were charged before this one.</summary>
    public required int Attempts { get; init; }

    /// <summary>When this version was first seen.</summary>
    public required DateTimeOffset FirstSeen { get; init; }

    /// <summary>When it was queued.</summary>
    public required DateTimeOffset QueuedAt { get; init; }

    /// <summary>Where the version before this one was delivered; null for the first.</summary>
    public string? PreviousPath { get; init; }

    /// <summary>
    /// Whether what came is what the listing told: as long, and by times that both were told, to the second, of the same time.
    /// </summary>
    /// <param name="size">Bytes that came.</param>
    /// <param name="modified">Its time at the source as MDTM tells it; null where it does not.</param>
    public bool IsAsListed(long size, string? modified) =>
        size == Size && (Time is null || modified is null || ListedFacts.ToTheSecond(Time) == ListedFacts.ToTheSecond(modified));
}
