namespace Accelerator.Engine.Storage;

/// <summary>
/// Renames and deletes local files and folders. All of the product but Tuning does so here, so that one check keeps what is no regular
/// file: a rename over <c>/dev/null</c>, run as root, leaves the system without it.
/// </summary>
internal static class LocalChanges
{
    /// <summary>Renames a file on one volume, and with <paramref name="overwrite"/> replaces a regular file of that name.</summary>
    /// <exception cref="StorageException">Exists: the target is a device, a pipe or a socket, or a link to one.</exception>
    /// <exception cref="IOException">The system refused it; without <paramref name="overwrite"/> because the target exists,
    /// too.</exception>
    /// <exception cref="UnauthorizedAccessException">The system refused it.</exception>
    public static void Rename(string source, string target, bool overwrite)
    {
        if (overwrite && ReplaceableFile.Obstacle(target) is { } what) throw ReplaceableFile.Refused(target, what);
        // On Unix File.Move without overwrite checks first and then renames: a file created in between is lost. On Windows it copies where
        // it cannot rename, and does not wait for the disk.
        if (OperatingSystem.IsWindows())
            WindowsFile.Rename(source, target, overwrite);
        else if (overwrite && OperatingSystem.IsLinux())
            Posix.Rename(source, target);
        else if (overwrite)
            File.Move(source, target, overwrite);
        else
            Posix.RenameNew(source, target);
    }

    /// <summary>Deletes a file, or a link and not its target. A missing one is no error.</summary>
    /// <exception cref="IOException">The system refused it.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Delete(string path)
    {
        // The runtime's deletion gives the reason for a refusal.
        if (!OperatingSystem.IsLinux() || !Posix.TryDelete(path)) File.Delete(path);
    }

    /// <summary>Deletes an empty folder, or on Windows a link to a folder.</summary>
    /// <exception cref="IOException">The system refused it, because the folder is not empty for example.</exception>
    /// <exception cref="UnauthorizedAccessException">The system refused it.</exception>
    public static void DeleteFolder(string path) => Directory.Delete(path, recursive: false);

    /// <summary>Deletes a folder with all that is in it; a link in it, but not its target.</summary>
    /// <exception cref="IOException">The system refused it.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void DeleteTree(string path) => Directory.Delete(path, recursive: true);
}
