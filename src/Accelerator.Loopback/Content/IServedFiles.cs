namespace Accelerator.Loopback.Content;

/// <summary>
/// What a server shows: made up for a test, or a folder of the disk. Paths are absolute, without "." and "..", one char a byte.
/// </summary>
internal interface IServedFiles
{
    /// <summary>The file at a path; null where there is none.</summary>
    IServedFile? Find(string path);

    /// <summary>The path of a directory without links; null when there is no such directory.</summary>
    string? RealDirectory(string path);

    /// <summary>What is in a directory, in byte order; null when there is no such directory.</summary>
    IEnumerable<LoopbackEntry>? Entries(string directory);
}
