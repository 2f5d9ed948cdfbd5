using System.IO.Compression;

namespace Accelerator.Tuning.Machine;

/// <summary>The files of a Linux kernel, below <c>/proc</c> and <c>/sys</c>. Tests use another root.</summary>
/// <param name="root">The folder that serves as <c>/</c>.</param>
public sealed class KernelFiles(string root)
{
    /// <summary>Returns the text of a file without the white space at its ends; null if the file is absent.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public string? Read(string path)
    {
        try
        {
            return File.ReadAllText(PathOf(path)).Trim();
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
    }

    /// <summary>Returns the text of a file; null if it is absent or cannot be read.</summary>
    public string? ReadOrNull(string path)
    {
        try
        {
            return Read(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>
    /// Returns whether a file has a right to write for any user. A network namespace shows settings of the whole computer without one.
    /// </summary>
    public bool MayBeWritten(string path) =>
        OperatingSystem.IsWindows()
        || (File.GetUnixFileMode(PathOf(path)) & (UnixFileMode.UserWrite | UnixFileMode.GroupWrite | UnixFileMode.OtherWrite))
            != UnixFileMode.None;

    /// <summary>Returns the names in a folder in order, numbers by size; empty if it is absent.</summary>
    public IReadOnlyList<string> List(string path)
    {
        try
        {
            return [.. Directory.GetFileSystemEntries(PathOf(path)).Select(entry => Path.GetFileName(entry)!)
                .OrderBy(name => name.Length).ThenBy(name => name, StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Returns the last name in the target of a symbolic link; null if it is none.</summary>
    public string? LinkTarget(string path) =>
        new DirectoryInfo(PathOf(path)) is { Exists: true, LinkTarget: { } target } ? Path.GetFileName(target.TrimEnd('/')) : null;

    /// <summary>Returns the decompressed text of a gzip file; null if it is absent or cannot be read.</summary>
    public string? ReadCompressed(string path)
    {
        try
        {
            using var text = new StreamReader(new GZipStream(File.OpenRead(PathOf(path)), CompressionMode.Decompress));
            return text.ReadToEnd();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            return null;
        }
    }

    /// <summary>Writes a file of the kernel in one call, as the kernel requires.</summary>
    /// <exception cref="IOException">The file is absent, or the kernel refuses the value.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Write(string path, string text)
    {
        using var file = File.OpenHandle(PathOf(path), FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        // Only a test's file has a length to cut; the kernel's have none.
        if (RandomAccess.GetLength(file) > 0) RandomAccess.SetLength(file, 0);
        RandomAccess.Write(file, System.Text.Encoding.UTF8.GetBytes(text), 0);
    }

    /// <summary>Replaces a file on the disk, and returns once it would survive a power failure; creates its folder.</summary>
    /// <exception cref="IOException">It could not be written; the previous file is there as before.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public void Replace(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(path))!);
        DurableFile.Write(PathOf(path), System.Text.Encoding.UTF8.GetBytes(text));
    }

    /// <summary>Deletes a file on the disk; does nothing if it is absent.</summary>
    /// <exception cref="IOException">It could not be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be deleted.</exception>
    public void Delete(string path)
    {
        if (File.Exists(PathOf(path))) File.Delete(PathOf(path));
    }

    private string PathOf(string path) => Path.Combine(root, path.TrimStart('/'));
}
