using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Opens a plain file for one run alone. On Linux <see cref="FileShare.None"/> is an advisory flock on the open file: it excludes every
/// other run of this program, on a local disk also one in another container, but no foreign program that does not check. Where the file
/// system has no flock, or the runtime's DOTNET_SYSTEM_IO_DISABLEFILELOCKING is set, it excludes nothing. On Windows it is enforced.
/// </summary>
internal static class ExclusiveFile
{
    private const int Attempts = 8;

    // Share reading on Windows, because scanners and backups would otherwise make this open fail; Delete allows renaming the file while it
    // is open, so that no other run can take it between the last byte and the rename.
    private static readonly FileShare Share = OperatingSystem.IsWindows() ? FileShare.Read | FileShare.Delete : FileShare.None;

    /// <summary>Opens the file, or creates it empty. A file that exists must be the user's own (<see cref="OwnFile"/>).</summary>
    /// <param name="path">The file.</param>
    /// <param name="more">Flags in addition to the usual ones.</param>
    /// <exception cref="StorageException">Busy, Denied or Failed.</exception>
    internal static SafeFileHandle Open(string path, FileOptions more = FileOptions.None)
    {
        try
        {
            // The file can vanish or appear between two checks, when another run commits or starts; then check again.
            for (var attempt = 1; ; attempt++)
            {
                if (TryOpen(path, more, attempt == Attempts) is { } handle)
                    return handle;
            }
        }
        catch (Exception error) when (StorageErrors.IsHeldByAnother(error))
        {
            throw new StorageException(
                StorageFailure.Busy,
                $"'{path}' is in use by another run of ftpx or by another program. Wait until it ends, or stop it, then run the "
                    + "command again.",
                error);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Opening", path);
        }
    }

    /// <summary>
    /// Returns whether the name still leads to the handle's file, and to a plain one. A run that lost the race for the lock against a
    /// commit holds the file that was just published under its final name: further writes would destroy it.
    /// </summary>
    internal static bool IsStillAt(SafeFileHandle handle, string path) => OperatingSystem.IsLinux()
        ? Posix.Identify(handle) is { } held && IsStillAt(held, path)
        : File.Exists(path) && !File.GetAttributes(path).HasFlag(FileAttributes.ReparsePoint);

    /// <summary>Returns the same for a file whose identity is known; on Linux.</summary>
    internal static bool IsStillAt(FileIdentity held, string path) =>
        Posix.Identify(path) is { IsPlain: true } named && named.IsSameFile(held);

    private static SafeFileHandle? TryOpen(string path, FileOptions more, bool isLast)
    {
        // Most runs find the lock file of the site memory. To try to create it would throw, and the first exception takes milliseconds.
        var created = File.Exists(path) ? null : TryCreate(path, more);
        SafeFileHandle handle;
        try
        {
            if (created is null) RequirePlain(path);
            handle = created ?? Open(path, FileMode.Open, more);
        }
        catch (FileNotFoundException) when (!isLast)
        {
            return null;
        }

        var held = OperatingSystem.IsLinux() ? Posix.Identify(handle) : null;
        if (held is { } file ? IsStillAt(file, path) : IsStillAt(handle, path))
        {
            // By the handle: another user may have replaced the file that was checked by its name.
            if (created is not null || held is not { } found || Refusal(found, path) is not { } refusal) return handle;
            handle.Dispose();
            throw refusal;
        }
        handle.Dispose();
        return isLast
            ? throw new StorageException(StorageFailure.Failed, $"'{path}' is repeatedly replaced by another program. Stop that program.")
            : null;
    }

    // CreateNew is O_EXCL, which follows no link, not even a dangling one.
    private static SafeFileHandle? TryCreate(string path, FileOptions more)
    {
        try
        {
            if (OperatingSystem.IsWindows() || !OwnFile.IsUmaskOpen) return Open(path, FileMode.CreateNew, more);
            // Opened by its name next, and checked: OpenHandle takes no mode.
            var narrow = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, UnixCreateMode = OwnFile.Mode };
            new FileStream(path, narrow).Dispose();
            return null;
        }
        catch (IOException error) when (StorageErrors.IsExisting(error))
        {
            return null;
        }
    }

    private static SafeFileHandle Open(string path, FileMode mode, FileOptions more) =>
        File.OpenHandle(path, mode, FileAccess.ReadWrite, Share, FileOptions.Asynchronous | more);

    private static void RequirePlain(string path)
    {
        var found = OperatingSystem.IsLinux() ? Posix.Identify(path) : null;
        if (found is { IsPlain: false } || Directory.Exists(path) || new FileInfo(path).LinkTarget is not null)
            throw new StorageException(
                StorageFailure.Denied, $"'{path}' is a link, a folder or a device, not a plain file. Remove it and try again.");
        if (found is { } file && Refusal(file, path) is { } refusal) throw refusal;
    }

    private static StorageException? Refusal(FileIdentity found, string path)
    {
        if (found.Names > 1)
            return new StorageException(
                StorageFailure.Denied,
                $"'{path}' has several hard links, and writing to it would change the others. " +
                "Remove it and try again.");
        return OwnFile.Fault(found, path) is { } why ? OwnFile.Refused(path, why) : null;
    }
}
