using Accelerator.Engine.Sources;

namespace Accelerator.Jobs.Ledger;

/// <summary>A file that is claimed by a worker: the data to fetch it, and the guard of the worker's writes.</summary>
public sealed record Claim
{
    /// <summary>The file's row.</summary>
    public required long FileId { get; init; }

    /// <summary>
    /// The number of this claim among all of the file: grows with each claim and each take-over. A write with an older one is refused.
    /// </summary>
    public required long Epoch { get; init; }

    /// <summary>The holder: <c>node/incarnation</c>.</summary>
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

    /// <summary>Bytes, from the listing.</summary>
    public required long Size { get; init; }

    /// <summary>The time in the listing's own format; null for none.</summary>
    public string? Time { get; init; }

    /// <summary>The version, from 1; grows when a delivered file changes at its source.</summary>
    public required int Version { get; init; }

    /// <summary>Tries that were charged before this one.</summary>
    public required int Attempts { get; init; }

    /// <summary>When this version was first seen.</summary>
    public required DateTimeOffset FirstSeen { get; init; }

    /// <summary>When the file was queued.</summary>
    public required DateTimeOffset QueuedAt { get; init; }

    /// <summary>Where the version before this one was delivered; null for the first.</summary>
    public string? PreviousPath { get; init; }

    /// <summary>
    /// Returns whether the received file matches the listing: the length is equal, and so is the time, to the second, if both were
    /// reported.
    /// </summary>
    /// <param name="size">The bytes received.</param>
    /// <param name="modified">Its time at the source from MDTM; null if there is none.</param>
    public bool IsAsListed(long size, string? modified) =>
        size == Size && (Time is null || modified is null || ListedFacts.ToTheSecond(Time) == ListedFacts.ToTheSecond(modified));
}
