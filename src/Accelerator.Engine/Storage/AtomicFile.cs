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

    /// <summary>
    /// Replaces a file of this program itself: a journal, a record. One that is not the user's own stays (<see cref="OwnFile"/>).
    /// </summary>
    /// <exception cref="StorageException">The same, or Denied: the old file or its successor is not the user's own.</exception>
    /// <inheritdoc cref="ReplaceAsync(string, ReadOnlyMemory{byte}, TimeProvider, CancellationToken)"/>
    public static Task ReplaceOwnAsync(string path, ReadOnlyMemory<byte> content, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        OwnFile.Require(path);
        return ReplaceAsync(path, content, OwnFile.Mode, time, cancellationToken);
    }

    /// <summary>Replaces a file that on Linux only its owner may read or write, from its first byte on.</summary>
    /// <inheritdoc cref="ReplaceAsync(string, ReadOnlyMemory{byte}, TimeProvider, CancellationToken)"/>
    public static Task ReplacePrivateAsync(
        string path, ReadOnlyMemory<byte> content, TimeProvider time, CancellationToken cancellationToken) =>
        ReplaceAsync(path, content, UnixFileMode.UserRead | UnixFileMode.UserWrite, time, cancellationToken);

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

    /// <summary>
    /// Deletes a file of this program itself and any successor that a crash left. A missing file is no error; one that is not the user's
    /// own stays (<see cref="OwnFile"/>).
    /// </summary>
    /// <exception cref="StorageException">The disk refused, or Denied: it is not the user's own.</exception>
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
        await SharingRetry.RunAsync(() => LocalChanges.Rename(source, target, overwrite), time, cancellationToken).ConfigureAwait(false);
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

    /// <summary>Deletes one file of this program itself, if possible.</summary>
    internal static void TryDelete(string path)
    {
        try
        {
            DeleteOne(path);
        }
        catch (Exception error) when (error is StorageException || StorageErrors.IsFromDisk(error))
        {
            // The next run replaces it; the failure of this one is reported.
        }
    }

    private static void DeleteOne(string path)
    {
        OwnFile.Require(path);
        LocalChanges.Delete(path);
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
            DeleteOne(path);
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
