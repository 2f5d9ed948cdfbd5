namespace Accelerator.Jobs.Ledger;

/// <summary>A file of a job: a version that was delivered, or a file that is not delivered.</summary>
public sealed record FoundFile
{
    /// <summary>The row: of the delivery, or of the file.</summary>
    public required long Id { get; init; }

    /// <summary>The folder on the server.</summary>
    public required string Folder { get; init; }

    /// <summary>The file's name in the folder.</summary>
    public required string Name { get; init; }

    /// <summary>The state; <see cref="FileState.Published"/> for a delivery.</summary>
    public required FileState State { get; init; }

    /// <summary>The version, from 1.</summary>
    public required int Version { get; init; }

    /// <summary>The file's bytes, of the delivery or from the listing.</summary>
    public required long Size { get; init; }

    /// <summary>The number of earlier tries that failed.</summary>
    public required int Attempts { get; init; }

    /// <summary>When this version was first seen on the server.</summary>
    public required DateTimeOffset FirstSeen { get; init; }

    /// <summary>When it was delivered, or when its state last changed.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Where it was delivered; null if it was not.</summary>
    public string? FinalPath { get; init; }

    /// <summary>The algorithm of <see cref="Hash"/>; null without one.</summary>
    public string? HashKind { get; init; }

    /// <summary>The content's hash in hexadecimal; null if none was computed.</summary>
    public string? Hash { get; init; }

    /// <summary>The reason of the last failure; null without one.</summary>
    public string? Error { get; init; }
}
