namespace Accelerator.Engine.Mirroring;

/// <summary>One name in a local folder.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Size">Bytes of a file; 0 of anything else.</param>
/// <param name="ModifiedUtc">Last write, as precisely as the disk stores it.</param>
internal readonly record struct LocalEntry(LocalKind Kind, long Size, DateTime ModifiedUtc)
{
    /// <summary>
    /// Returns a number for this entry under its name, valid in this process only: another kind, size or time gives another number.
    /// </summary>
    public int PrintOf(string name) => HashCode.Combine(name, Kind, Size, ModifiedUtc);
}

/// <summary>The kind of an entry in a local folder.</summary>
internal enum LocalKind
{
    /// <summary>A file.</summary>
    File,

    /// <summary>A folder.</summary>
    Folder,

    /// <summary>A link or a junction, whatever its target: nothing is ever written or deleted through it.</summary>
    Link,
}
