using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Sources;

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

    /// <summary>Returns the entry at a path, without following a link; null when there is none.</summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    public static LocalEntry? At(string path)
    {
        try
        {
            var file = new FileInfo(path);
            if ((int)file.Attributes == -1) return null;
            var isFolder = file.Attributes.HasFlag(FileAttributes.Directory);
            if (IsLink(file.Attributes, isFolder, path)) return new LocalEntry(LocalKind.Link, 0, file.LastWriteTimeUtc);
            return new LocalEntry(isFolder ? LocalKind.Folder : LocalKind.File, isFolder ? 0 : file.Length, file.LastWriteTimeUtc);
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Looking at", path);
        }
    }

    /// <summary>
    /// Returns whether an entry is a link. NTFS marks files that are deduplicated, compressed or kept in a cloud with the same attribute:
    /// those are files. For folders every mark counts.
    /// </summary>
    public static bool IsLink(FileAttributes attributes, bool isFolder, string path) =>
        attributes.HasFlag(FileAttributes.ReparsePoint) && (isFolder || new FileInfo(path).LinkTarget is not null);
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
