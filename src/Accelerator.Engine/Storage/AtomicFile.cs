namespace Accelerator.Engine.Storage;

/// <summary>
/// Replaces a small file atomically: after a crash at any instruction the name leads to all of the old content or all of the new. Also the
/// durable rename that publishes a big file.
/// </summary>
internal static class AtomicFile
{
    /// <summary>Suffix of the new file until it replaces the old one.</summary>
    internal const string TemporarySuffix = ".new";

    private const int MostAttempts = 8;

    /// <summary>
    /// Writes a new file beside <paramref name="path"/>, flushes it, renames it over the old one and flushes the folder. One writer per
    /// path: the caller ensures that.
    /// </summary>
    /// <param name="path">The file; its folder exists.</param>
    /// <param name="content">The complete content.</param>
    /// <param name="time">For the pauses while another process blocks the rename, 30 s at most.</param>
    /// <param name="cancellationToken">Leaves the old file as it was.</param>
    /// <exception cref="StorageException">The disk refused; the old file is as it was.</exception>
    public static Task ReplaceAsync(string path, ReadOnlyMemory<byte> content, TimeProvider time, CancellationToken cancellationToken) =>
        ReplaceAsync(path, content, mode: null, time, cancellationToken);

    /// <summary>Replaces a file that on Linux only its owner may read or write, from its first byte on.</summary>
    /// <inheritdoc cref="ReplaceAsync(string, ReadOnlyMemory{byte}, TimeProvider, CancellationToken)"/>
    public static Task ReplacePrivateAsync(
        string path, ReadOnlyMemory<byte> content, TimeProvider time, CancellationToken cancellationToken) =>
        ReplaceAsync(path, content, OperatingSystem.IsWindows() ? null : UnixFileMode.UserRead | UnixFileMode.UserWrite, time,
            cancellationToken);

    private static async Task ReplaceAsync(
        string path, ReadOnlyMemory<byte> content, UnixFileMode? mode, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        ArgumentNullException.ThrowIfNull(time);
        var temporary = path + TemporarySuffix;
        try
        {
            await Task.Run(() => WriteNew(temporary, content.Span, mode), cancellationToken).ConfigureAwait(false);
            await MoveAsync(temporary, path, overwrite: true, time, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            // The sentence first: it has the free space as the write found it.
            var failure = StorageErrors.From(error, "Writing", path);
            TryDelete(temporary);
            throw failure;
        }
    }

    /// <summary>Deletes the file and any successor that a crash left. A missing file is no error.</summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    public static void Delete(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        try
        {
            DeleteOne(path);
            DeleteOne(path + TemporarySuffix);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Deleting", path);
        }
    }

    /// <summary>Renames in one folder, repeated while another process blocks it, and makes the new name durable.</summary>
    internal static async Task MoveAsync(
        string source, string target, bool overwrite, TimeProvider time, CancellationToken cancellationToken)
    {
        await SharingRetry.RunAsync(() => Move(source, target, overwrite), time, cancellationToken).ConfigureAwait(false);
        await DiskCall.RunAsync(() => FlushFolderOf(target), CancellationToken.None).ConfigureAwait(false);
    }

    /// <summary>
    /// Makes a rename or a deletion durable. On Windows the rename has done that itself, and a power failure that reverts a deletion also
    /// reverts everything after it: NTFS journals names in order.
    /// </summary>
    internal static void FlushFolderOf(string path)
    {
        if (!OperatingSystem.IsWindows())
            Posix.FlushFolder(Path.GetDirectoryName(Path.GetFullPath(path))!);
    }

    /// <summary>Renames once.</summary>
    internal static void Move(string source, string target, bool overwrite)
    {
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

    private static void TryDelete(string path)
    {
        try
        {
            DeleteOne(path);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            // The next write replaces it; the failure of this one is reported.
        }
    }

    private static void DeleteOne(string path)
    {
        // The runtime's deletion gives the reason for a refusal.
        if (!OperatingSystem.IsLinux() || !Posix.TryDelete(path)) File.Delete(path);
    }

    private static void WriteNew(string path, ReadOnlySpan<byte> content, UnixFileMode? mode)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, Share = FileShare.None,
            BufferSize = 0 };
        if (!OperatingSystem.IsWindows() && mode is { } narrow) options.UnixCreateMode = narrow;
        using var file = OpenNew(path, options);
        RandomAccess.Write(file.SafeFileHandle, content, fileOffset: 0);
        RandomAccess.FlushToDisk(file.SafeFileHandle);
    }

    // Delete and create, never truncate: a link placed at this name would redirect the write. One that is placed between the two calls
    // (observed: a run ended for it) is deleted as well.
    private static FileStream OpenNew(string path, FileStreamOptions options)
    {
        for (var attempt = 1; ; attempt++)
        {
            File.Delete(path);
            try
            {
                return new FileStream(path, options);
            }
            catch (IOException) when (attempt < MostAttempts && new FileInfo(path) is { Exists: true } or { LinkTarget: not null })
            {
            }
        }
    }
}
