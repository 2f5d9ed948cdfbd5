namespace Accelerator.Loopback.Content;

/// <summary>
/// One file as an inode: a transfer that has begun keeps this object, so that a file renamed over it goes on under the old content,
/// while <see cref="LoopbackTree.ReplaceInPlace"/> changes what running transfers send next.
/// </summary>
public sealed class LoopbackFile : IServedFile
{
    private volatile Version _version;

    internal LoopbackFile(FileContent content, DateTimeOffset modifiedUtc) => _version = new(content, modifiedUtc);

    /// <summary>The bytes as they are now.</summary>
    public FileContent Content => _version.Content;

    /// <summary>Current length in bytes; what SIZE answers.</summary>
    public long Size => _version.Content.Length;

    /// <summary>What MDTM and MLSD answer.</summary>
    public DateTimeOffset ModifiedUtc => _version.ModifiedUtc;

    /// <inheritdoc/>
    OpenedFile? IServedFile.Open() => new(() => Content);

    internal void Set(FileContent content, DateTimeOffset modifiedUtc) => _version = new(content, modifiedUtc);

    // One reference, so that a session never sees new bytes under the old time.
    private sealed record Version(FileContent Content, DateTimeOffset ModifiedUtc);
}
