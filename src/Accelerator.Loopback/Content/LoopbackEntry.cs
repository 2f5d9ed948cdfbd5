namespace Accelerator.Loopback.Content;

/// <summary>One name in a directory.</summary>
/// <param name="Name">The name, one char per byte.</param>
/// <param name="File">The file; null for a directory, and for a link that leads to one or nowhere.</param>
/// <param name="Directory">The directory's own path, without links; null for a file, and for a link that leads to one or nowhere.</param>
/// <param name="Target">The target of a link as it is stored; null for anything else.</param>
internal readonly record struct LoopbackEntry(string Name, IServedFile? File, string? Directory, string? Target)
{
    /// <summary>The time of a directory, or of a link itself; null if it has none.</summary>
    public DateTimeOffset? OwnUtc { get; init; }

    /// <summary>The modification time shown in a listing.</summary>
    public DateTimeOffset ModifiedUtc => Target is null && File is not null ? File.ModifiedUtc : OwnUtc ?? LoopbackTree.DefaultModifiedUtc;
}
