using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Checks that a file that decides what a run writes (a part, a journal, a record, a lock) belongs to this user, and that not all users may
/// write to it. In a folder that several users may write to, another user can place a file under the name that the next run will use.
/// Write access of the group is accepted: with the usual umask of 002, the user's own files have it. On Windows the rights of the folder
/// decide, and the nodes of a cluster, which have different accounts, continue each other's files on a share.
/// </summary>
internal static class OwnFile
{
    /// <summary>The mode with which such a file is created, less the umask, in place of 0666.</summary>
    internal const UnixFileMode Mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead
        | UnixFileMode.GroupWrite | UnixFileMode.OtherRead;

    private static readonly Lazy<bool> UmaskIsOpen = new(ReadUmask);

    /// <summary>Whether the user's umask lets all users write to new files; on Linux.</summary>
    internal static bool IsUmaskOpen => OperatingSystem.IsLinux() && UmaskIsOpen.Value;

    /// <summary>Returns why the file of an open handle is not used, as the rest of a sentence that begins with "it"; else null.</summary>
    /// <param name="handle">The file.</param>
    /// <param name="path">Its name.</param>
    internal static string? Fault(SafeFileHandle handle, string path) =>
        OperatingSystem.IsLinux() && Posix.Identify(handle) is { } found ? Fault(found, path) : null;

    /// <summary>Returns the same for a file whose facts are known; on Linux.</summary>
    internal static string? Fault(FileIdentity found, string path)
    {
        var why = Fault(found, Posix.User);
        return why is null || CreateBeside(path) is not { } fresh ? why : Fault(found, Posix.User, fresh);
    }

    /// <summary>Returns the same from facts alone.</summary>
    /// <param name="found">The file.</param>
    /// <param name="user">The effective user.</param>
    /// <param name="fresh">A file that this user has just created beside it. FAT, CIFS and 9p give every file the owner and the mode of the
    /// mount, and NFS gives the files of root to another user; there a new file has the same ones. Null if there is none.</param>
    internal static string? Fault(FileIdentity found, uint user, FileIdentity? fresh = null)
    {
        if (found.Owner != user && found.Owner != fresh?.Owner) return $"belongs to the user with the ID {found.Owner}";
        return found.IsWritableByAll && fresh is not { IsWritableByAll: true } ? "can be written by all users" : null;
    }

    /// <summary>Throws if a file of that name may not be used, replaced or deleted; a missing one may.</summary>
    /// <exception cref="StorageException">Denied.</exception>
    internal static void Require(string path)
    {
        if (OperatingSystem.IsLinux() && Posix.Identify(path) is { } found && Fault(found, path) is { } why) throw Refused(path, why);
    }

    /// <summary>Lets all users write to an open file that is complete, if the umask does.</summary>
    internal static void OpenAsUmask(SafeFileHandle handle)
    {
        if (OperatingSystem.IsWindows() || !IsUmaskOpen) return;
        try
        {
            File.SetUnixFileMode(handle, File.GetUnixFileMode(handle) | UnixFileMode.OtherWrite);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            // The file system has modes of its own.
        }
    }

    /// <summary>Returns the refusal of a file.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="why">The rest of a sentence that begins with "it".</param>
    internal static StorageException Refused(string path, string why) => new(
        StorageFailure.Denied,
        $"'{path}' {why}, so other users can change it and it is not used. Remove it, or use a folder that other users cannot write to, "
            + "and run the command again.");

    private static FileIdentity? CreateBeside(string path)
    {
        var probe = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, $".ftpx-owner-{Guid.NewGuid():N}");
        try
        {
            var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.ReadWrite, BufferSize = 0,
                Options = FileOptions.DeleteOnClose };
            if (OperatingSystem.IsLinux()) options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
            using var file = new FileStream(probe, options);
            return Posix.Identify(file.SafeFileHandle);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            return null;
        }
    }

    // Asking for it otherwise sets it, for all threads.
    private static bool ReadUmask()
    {
        const string Name = "Umask:";
        try
        {
            var line = File.ReadLines("/proc/self/status").FirstOrDefault(line => line.StartsWith(Name, StringComparison.Ordinal));
            return line is not null && (Convert.ToInt32(line[Name.Length..].Trim(), 8) & (int)UnixFileMode.OtherWrite) == 0;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or FormatException)
        {
            return false;
        }
    }
}
