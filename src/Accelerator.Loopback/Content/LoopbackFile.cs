namespace Accelerator.Loopback.Content;

/// <summary>
/// One file, like an inode. A running transfer keeps this object, so it continues with the old content when another file is renamed over
/// this one. <see cref="LoopbackTree.ReplaceInPlace"/> changes what running transfers send next.
/// </summary>
public sealed class LoopbackFile : IServedFile
{
    private volatile Version _version;

    internal LoopbackFile(FileContent content, DateTimeOffset modifiedUtc) => _version = new(content, modifiedUtc);

    /// <summary>The current bytes.</summary>
    public FileContent Content => _version.Content;

    /// <summary>Current length in bytes, as reported by SIZE.</summary>
    public long Size => _version.Content.Length;

    /// <summary>The modification time, as reported by MDTM and MLSD.</summary>
    public DateTimeOffset ModifiedUtc => _version.ModifiedUtc;

    OpenedFile? IServedFile.Open() => new(() => Content);

    internal void Set(FileContent content, DateTimeOffset modifiedUtc) => _version = new(content, modifiedUtc);

    // One reference, so that a session never sees new bytes with the old time.
    private sealed record Version(FileContent Content, DateTimeOffset ModifiedUtc);
}
