namespace Accelerator.Engine.Storage;

/// <summary>
/// Maps operating system errors to a <see cref="StorageException"/>, in one table. On Unix the runtime puts the raw errno into
/// <see cref="Exception.HResult"/>, on Windows 0x8007 and the Win32 code.
/// </summary>
internal static class StorageErrors
{
    /// <summary>HRESULT base to which a Win32 code is added.</summary>
    internal const int Win32 = unchecked((int)0x80070000);

    /// <summary>EWOULDBLOCK of flock, ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION.</summary>
    internal static bool IsHeldByAnother(Exception error) =>
        error is IOException && Is(error, unix: [11], windows: [32, 33]);

    /// <summary>EEXIST, ERROR_FILE_EXISTS, ERROR_ALREADY_EXISTS.</summary>
    internal static bool IsExisting(Exception error) => error is IOException && Is(error, unix: [17], windows: [80, 183]);

    /// <summary>EPERM, EINVAL, ENOSYS and EOPNOTSUPP: a file system without an optional operation, such as exFAT by FUSE.</summary>
    internal static bool IsUnsupported(Exception? error) =>
        error is not null && OperatingSystem.IsLinux() && error.HResult is 1 or 22 or 38 or 95;

    /// <summary>Returns whether an exception is the operating system's error for a file operation, and not a bug.</summary>
    internal static bool IsFromDisk(Exception error) =>
        error is IOException or UnauthorizedAccessException or ArgumentOutOfRangeException { ParamName: "value" or "length" };

    /// <summary>
    /// Returns the reason that the operating system gives, as a sentence. The runtime appends the path to most reasons
    /// ("No space left on device : '/data/a.bin'"); it is left out, because the message around the reason names the file.
    /// </summary>
    internal static string Reason(Exception error)
    {
        var text = error.Message;
        var end = text.EndsWith('\'') ? text.IndexOf(" : '", StringComparison.Ordinal) : -1;
        return (end < 0 ? text : text[..end]).TrimEnd('.') + ".";
    }

    /// <summary>Creates the exception with its sentence.</summary>
    /// <param name="error">What the runtime threw.</param>
    /// <param name="attempt">What was attempted, to be followed by the quoted path: "Writing at offset 4096 of".</param>
    /// <param name="path">The file.</param>
    internal static StorageException From(Exception error, string attempt, string path)
    {
        // ENOSPC and EDQUOT; ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
        if (Is(error, unix: [28, 122], windows: [39, 112]))
            return new StorageException(
                StorageFailure.Full,
                $"{attempt} '{path}' failed: the disk or the quota is full ({FreeSpace.Describe(path)}). Free some space and try again.",
                error);

        // EPERM, EACCES and EROFS; ERROR_ACCESS_DENIED and ERROR_WRITE_PROTECT.
        if (error is UnauthorizedAccessException || Is(error, unix: [1, 13, 30], windows: [5, 19]))
            return new StorageException(
                StorageFailure.Denied,
                $"{attempt} '{path}' was refused: {Reason(error)} Check the permissions and that the volume is not read-only.",
                error);

        // ENOENT and ENOTDIR of a folder.
        if (error is DirectoryNotFoundException)
            return new StorageException(
                StorageFailure.Failed,
                $"{attempt} '{path}' failed: the folder '{Path.GetDirectoryName(path)}' does not exist. Create it and try again.",
                error);

        // EFBIG: the runtime turns it, and Windows' ERROR_INVALID_PARAMETER for a length, into ArgumentOutOfRangeException.
        if (error is ArgumentOutOfRangeException || Is(error, unix: [27], windows: [223]))
            return new StorageException(
                StorageFailure.Failed,
                $"{attempt} '{path}' failed: the file system does not support files of this size (the limit of FAT32 is 4 GiB). Choose "
                    + "another folder.",
                error);

        return new StorageException(StorageFailure.Failed, $"{attempt} '{path}' failed: {Reason(error)}{Advice(error)}", error);
    }

    // The causes of which the operating system's sentence does not say what to do; elsewhere advice would be a guess.
    private static string Advice(Exception error)
    {
        // ENAMETOOLONG, which the runtime turns into an exception without a number; ERROR_INVALID_NAME and ERROR_FILENAME_EXCED_RANGE.
        if (error is PathTooLongException || Is(error, unix: [36], windows: [123, 206]))
            return " The file system does not accept this name. Choose another file name or a shorter path.";

        // ENFILE and EMFILE; ERROR_TOO_MANY_OPEN_FILES.
        if (Is(error, unix: [23, 24], windows: [4])) return " Too many files are open. Close other programs, or raise the limit.";

        // ENOTCONN, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH and ESTALE of NFS and CIFS; ERROR_BAD_NETPATH, ERROR_UNEXP_NET_ERR and
        // ERROR_NETNAME_DELETED.
        if (Is(error, unix: [107, 110, 112, 113, 116], windows: [53, 59, 64])) return " Check the connection to the file server.";

        // EIO; ERROR_CRC, ERROR_WRITE_FAULT, ERROR_READ_FAULT and ERROR_IO_DEVICE.
        return Is(error, unix: [5], windows: [23, 29, 30, 1117]) ? " Check the disk. What was written before is kept." : "";
    }

    private static bool Is(Exception error, ReadOnlySpan<int> unix, ReadOnlySpan<int> windows) => OperatingSystem.IsWindows()
        ? (error.HResult & unchecked((int)0xFFFF0000)) == Win32 && windows.Contains(error.HResult & 0xFFFF)
        : unix.Contains(error.HResult);
}
