namespace Accelerator.Loopback.Content;

/// <summary>
/// The served files: synthetic for a test, or a folder on disk. Paths are absolute, without "." and "..", one char per byte.
/// </summary>
internal interface IServedFiles
{
    /// <summary>Returns the file at a path; null if there is none.</summary>
    IServedFile? Find(string path);

    /// <summary>Returns the path of a directory without links; null if there is no such directory.</summary>
    string? RealDirectory(string path);

    /// <summary>Returns the modification time of a directory; null if it has none of its own.</summary>
    DateTimeOffset? DirectoryTime(string path);

    /// <summary>Returns the entries of a directory, in byte order; null if there is no such directory.</summary>
    IEnumerable<LoopbackEntry>? Entries(string directory);
}
