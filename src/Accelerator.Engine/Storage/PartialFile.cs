using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// A file in transfer: held by one run alone as <c>target.part</c>, and under its final name only once it is complete. Order of use: open,
/// read the journal, <see cref="StartOverAsync"/> unless it is resumed, <see cref="ReserveAsync"/>, write to <see cref="Sink"/>, then
/// <see cref="CommitAsync"/>, <see cref="DiscardAsync"/>, or neither (then a later run can resume). A batch of small files is committed in
/// the parts of <see cref="CommitAsync"/>, with one flush of the folder for all of them.
/// </summary>
internal sealed class PartialFile : IAsyncDisposable
{
    private readonly SafeFileHandle _handle;
    private readonly FileIdentity? _identity;
    private readonly TimeProvider _time;

    private PartialFile(string target, string part, SafeFileHandle handle, IFileSink sink, TimeProvider time)
    {
        (TargetPath, PartPath) = (target, part);
        _handle = handle;
        _time = time;
        Sink = sink;
        _identity = OperatingSystem.IsLinux() ? Posix.Identify(handle) : null;
        LengthAtOpen = _identity?.Length ?? Sink.Length;
    }

    /// <summary>The final name, as a full path.</summary>
    public string TargetPath { get; }

    /// <summary>The name until publication: the target and <c>.part</c>, with the tag, if any, between them.</summary>
    public string PartPath { get; }

    /// <summary>The path of the transfer's journal: <see cref="PartPath"/> and <c>.journal</c>.</summary>
    public string JournalPath => PartNames.JournalBeside(PartPath);

    /// <summary>Bytes that an earlier run left; 0 for a new file. A journal that claims bytes beyond it belongs to another file.</summary>
    public long LengthAtOpen { get; }

    /// <summary>The sink that receives the bytes. Closed with this object.</summary>
    internal IFileSink Sink { get; }

    /// <summary>The number of its volume; null where the system does not give one.</summary>
    internal ulong? Volume => _identity?.Device;

    /// <summary>Whether writes bypass the page cache.</summary>
    public bool IsUnbuffered => Sink is UnbufferedFileSink;

    /// <summary>Why writes are buffered although unbuffered ones were wanted: <c>its folder lies in memory</c>; else null.</summary>
    public string? WhyBuffered { get; private init; }

    /// <summary>
    /// Whether a journal may have been written since it was opened, so that a commit must look for one. Default true; a small file has
    /// none.
    /// </summary>
    public bool MayHaveJournal { get; set; } = true;

    /// <summary>
    /// Called when everything is flushed, before the rename; an exception from it leaves the file unchanged. Null for none.
    /// </summary>
    public Func<CancellationToken, ValueTask>? BeforeRename { get; set; }

    /// <summary>The system's identifier of the file, under any name; null where it has none.</summary>
    public string? Mark => FileMark.Of(_handle);

    /// <summary>Whether all of it is flushed, and a commit has not yet given it the final name.</summary>
    public bool AwaitsName { get; private set; }

    /// <summary>Renames it to its final name. Tests simulate interference by another program.</summary>
    internal Action<string, string, bool> Rename { get; set; } = LocalChanges.Rename;

    /// <summary>
    /// Opens the partial file of an earlier run, or creates an empty file; the target's folder must exist. A journal beside an empty file
    /// is deleted: it belongs to a file that was committed or removed.
    /// </summary>
    /// <param name="target">The final name.</param>
    /// <param name="unbuffered">Whether to write without the page cache.</param>
    /// <param name="size">Bytes in the complete file; null when unknown.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Checked before anything is done.</param>
    /// <exception cref="StorageException">Busy: another run holds it. Exists: the target is a folder, a device, a pipe or a socket. Denied
    /// or Failed.</exception>
    public static Task<PartialFile> OpenAsync(
        string target, UnbufferedWrites unbuffered, long? size, TimeProvider time, CancellationToken cancellationToken) =>
        OpenAsync(target, null, unbuffered, size, time, cancellationToken);

    /// <summary>Opens it under a separate name, because the usual one is held by a process that does not release it.</summary>
    /// <param name="target">The final name.</param>
    /// <param name="tag">The text before <c>.part</c> in the name until then; null for the usual name.</param>
    /// <param name="unbuffered">Whether to write without the page cache.</param>
    /// <param name="size">Bytes in the complete file; null when unknown.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">Checked before anything is done.</param>
    /// <exception cref="StorageException">As above.</exception>
    public static Task<PartialFile> OpenAsync(
        string target, string? tag, UnbufferedWrites unbuffered, long? size, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(target);
        ArgumentNullException.ThrowIfNull(time);
        return Task.Run(() => Open(target, tag, unbuffered, size, time), cancellationToken);
    }

    /// <summary>Opens it on the caller's thread: for a small file, whose opening is shorter than the switch to another thread.</summary>
    /// <inheritdoc cref="OpenAsync(string, string?, UnbufferedWrites, long?, TimeProvider, CancellationToken)"/>
    public static PartialFile Open(string target, string? tag, UnbufferedWrites unbuffered, long? size, TimeProvider time) =>
        OpenAt(Path.GetFullPath(target), tag, unbuffered, size, time);

    /// <summary>Returns whether a process has the partial file of a target open: this one, or one that is frozen or was cut off.</summary>
    public static bool IsHeld(string target)
    {
        ArgumentException.ThrowIfNullOrEmpty(target);
        if (!File.Exists(PartNames.PartOf(target, null))) return false;
        try
        {
            ExclusiveFile.Open(PartNames.PartOf(target, null)).Dispose();
            return false;
        }
        catch (StorageException refused)
        {
            return refused.Reason == StorageFailure.Busy;
        }
    }

    /// <summary>Deletes a partial file that no process has open, and its journal; one that is open stays.</summary>
    /// <param name="target">The final name.</param>
    /// <param name="tag">The tag it was opened with.</param>
    /// <returns>Whether it was deleted, or did not exist.</returns>
    public static bool TryDeleteLeft(string target, string? tag)
    {
        ArgumentException.ThrowIfNullOrEmpty(target);
        var part = PartNames.PartOf(target, tag);
        try
        {
            if (!File.Exists(part)) return true;
            // A run that wants to resume it waits until it is deleted, and then restarts.
            using var held = ExclusiveFile.Open(part);
            AtomicFile.Delete(PartNames.JournalBeside(part));
            AtomicFile.Delete(part);
            return true;
        }
        catch (StorageException)
        {
            return false;
        }
    }

    /// <summary>
    /// Deletes the journal beside a partial file that is gone. A partial file means that another run has begun the same target, and the
    /// journal is its own. That run writes its first journal after it has fetched and flushed data, so none can appear between the check
    /// and the deletion.
    /// </summary>
    /// <param name="part">The path of the partial file, which the caller does not hold.</param>
    /// <exception cref="StorageException">The disk refused.</exception>
    public static void DeleteJournalUnlessBegun(string part)
    {
        if (!Exists(part)) AtomicFile.Delete(PartNames.JournalBeside(part));
    }

    /// <summary>
    /// Throws for a size that cannot fit, then gives the file its full length and reserves the disk space for it. On Linux by fallocate:
    /// against a sparse file it saved 40 % of the processor time of buffered writes and nine of ten extents of unbuffered ones (ext4, 8
    /// streams), and the disk cannot become full in mid-transfer. File systems without it get a sparse file. On Windows a large file is
    /// sparse until it is published, so its space is not reserved before the bytes arrive.
    /// </summary>
    /// <param name="size">Bytes in the complete file.</param>
    /// <param name="stored">Bytes of an earlier run that are kept.</param>
    /// <param name="advice">What to do if the volume has no room; a sentence.</param>
    /// <param name="cancellationToken">Checked before anything is done.</param>
    /// <exception cref="StorageException">Full, or Failed when the file system cannot hold so long a file.</exception>
    public Task ReserveAsync(long size, long stored, string advice, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(size);
        return Task.Run(() => Reserve(size, stored, advice), cancellationToken);
    }

    /// <summary>Frees the disk space of bytes [start, end), which are then zero. Returns false where the file system cannot.</summary>
    public bool TryFree(long start, long end) => OperatingSystem.IsLinux() ? Posix.TryFree(_handle, start, end - start)
        : OperatingSystem.IsWindows() && WindowsFile.TryFree(_handle, start, end);

    /// <summary>
    /// Discards the bytes of an earlier run: the journal first, durably, so that none ever describes bytes that are gone.
    /// </summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    public Task StartOverAsync(CancellationToken cancellationToken) => Task.Run(
        () =>
        {
            DeleteJournal(isDurable: true);
            Sink.SetLength(0);
        },
        cancellationToken);

    /// <summary>
    /// Publishes: exact length, time stamp, flush, atomic rename, flush of the folder; the journal is deleted last. Stop every writer and
    /// the checkpointer before. On failure the file and its journal stay as they are, for another try.
    /// </summary>
    /// <param name="exactLength">Bytes in the finished file; bytes beyond it, the padding of unbuffered writes, are cut off.</param>
    /// <param name="modifiedUtc">Time stamp in UTC, or null to leave it.</param>
    /// <param name="overwrite">Whether a file under the final name may be replaced.</param>
    /// <param name="cancellationToken">Observed until the rename.</param>
    /// <exception cref="StorageException">Exists, Denied, Failed, Full; Busy when another process blocked it for 30 s.</exception>
    public async Task<Published> CommitAsync(
        long exactLength, DateTime? modifiedUtc, bool overwrite, CancellationToken cancellationToken)
    {
        var note = await SealAsync(exactLength, modifiedUtc, cancellationToken).ConfigureAwait(false);
        await Sink.FlushAsync(cancellationToken).ConfigureAwait(false);
        await RenameAsync(overwrite, cancellationToken).ConfigureAwait(false);
        await DiskCall.RunAsync(FlushFolder, CancellationToken.None).ConfigureAwait(false);
        await CloseCommittedAsync().ConfigureAwait(false);
        return new Published(TargetPath, note);
    }

    /// <summary>The first part of a commit: exact length and time stamp. A flush of <see cref="Sink"/> must follow.</summary>
    /// <returns>Why the time stamp could not be set, as a sentence; null where it was.</returns>
    /// <inheritdoc cref="CommitAsync"/>
    internal async ValueTask<string?> SealAsync(long exactLength, DateTime? modifiedUtc, CancellationToken cancellationToken)
    {
        var length = Sink.Length;
        if (length < exactLength)
            throw new StorageException(
                StorageFailure.Failed,
                $"'{PartPath}' has {length:N0} bytes of {exactLength:N0}: it is not complete and is not published.");
        if (length > exactLength || IsUnbuffered) Sink.SetLength(exactLength);
        SetSparse(exactLength, isSparse: false);
        OwnFile.OpenAsUmask(_handle);
        // Before the time stamp too: an unbuffered sink writes its remaining bytes now, and a write changes the stamp.
        if (IsUnbuffered) await Sink.FlushAsync(cancellationToken).ConfigureAwait(false);
        return modifiedUtc is { } stamp ? SetModified(stamp) : null;
    }

    /// <summary>The second part of a commit, after the flush: asks <see cref="BeforeRename"/>, then renames.</summary>
    /// <inheritdoc cref="CommitAsync"/>
    internal async ValueTask RenameAsync(bool overwrite, CancellationToken cancellationToken)
    {
        AwaitsName = true;
        if (BeforeRename is { } ask) await ask(cancellationToken).ConfigureAwait(false);
        try
        {
            RequireInPlace();
            await SharingRetry.RunAsync(
                () => Rename(PartPath, TargetPath, overwrite), _time, cancellationToken).ConfigureAwait(false);
            AwaitsName = false;
        }
        catch (Exception error) when (StorageErrors.IsExisting(error))
        {
            throw new StorageException(
                StorageFailure.Exists,
                $"'{TargetPath}' exists and was not replaced; the complete download is kept as '{PartPath}'. " +
                "Rename it, or allow overwriting, and try again.",
                error);
        }
        catch (Exception error) when (StorageErrors.IsHeldByAnother(error))
        {
            throw new StorageException(
                StorageFailure.Busy,
                $"'{TargetPath}' or '{PartPath}' was in use by another program for {SharingRetry.Patience.TotalSeconds:0} s; " +
                $"the complete download is kept as '{PartPath}'. Try again.",
                error);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            var refused = Unnamed(error);
            throw new StorageException(refused.Reason, $"{refused.Message} The complete download is kept as '{PartPath}'.", error);
        }
    }

    /// <summary>
    /// The third part of a commit: makes the new name durable, and with it every other name that was given in the folder before.
    /// </summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    internal void FlushFolder()
    {
        try
        {
            AtomicFile.FlushFolderOf(TargetPath);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw Unnamed(error);
        }
    }

    /// <summary>The last part of a commit: deletes the journal and closes the file.</summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    internal ValueTask CloseCommittedAsync()
    {
        if (MayHaveJournal) DeleteJournalUnlessBegun(PartPath);
        return DisposeAsync();
    }

    /// <summary>Makes all files of its volume durable; see <see cref="VolumeFlush"/>.</summary>
    internal bool TryFlushVolume() => Posix.TryFlushFileSystem(_handle);

    /// <summary>Whether the name still leads to this file.</summary>
    public bool IsInPlace => _identity is { } held
        ? ExclusiveFile.IsStillAt(held, PartPath) : ExclusiveFile.IsStillAt(_handle, PartPath);

    /// <summary>Throws when the name leads to another file, because this one was moved or a link was placed on the path.</summary>
    /// <exception cref="StorageException">Failed.</exception>
    public void RequireInPlace()
    {
        if (!IsInPlace)
            throw new StorageException(
                StorageFailure.Failed, $"'{PartPath}' was removed or replaced by another program during the transfer. Run the command "
                    + "again.");
    }

    /// <summary>Deletes the partial file and its journal, unless the name leads to another file: that one is not ours.</summary>
    /// <exception cref="StorageException">The disk refused.</exception>
    public async ValueTask DiscardAsync()
    {
        if (IsInPlace)
        {
            DeleteJournal(isDurable: false);
            AtomicFile.Delete(PartPath);
        }
        await DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Closes the file and releases the lock. The written bytes stay, for a later run.</summary>
    public ValueTask DisposeAsync() => Sink.DisposeAsync();

    private static PartialFile OpenAt(string target, string? tag, UnbufferedWrites unbuffered, long? size, TimeProvider time)
    {
        // Mostly there is nothing yet, which one call shows.
        var isNew = OperatingSystem.IsLinux() && Posix.Identify(target) is null;
        if (!isNew && Directory.Exists(target))
            throw new StorageException(StorageFailure.Exists, $"'{target}' is a folder. Choose another name for the file.");
        if (!isNew && ReplaceableFile.Obstacle(target) is { } what) throw ReplaceableFile.Refused(target, what);
        var part = PartNames.PartOf(target, tag);
        var (handle, sink) = SinkChoice.Open(part, unbuffered, size, out var refusal);
        var file = new PartialFile(target, part, handle, sink, time) { WhyBuffered = refusal };
        try
        {
            if (file.LengthAtOpen == 0) file.DeleteJournal(isDurable: true);
            return file;
        }
        catch
        {
            // Nothing is lost: it is empty.
            AtomicFile.TryDelete(part);
            handle.Dispose();
            throw;
        }
    }

    private void Reserve(long size, long stored, string advice)
    {
        FreeSpace.Require(PartPath, FreeSpace.NeededBy(PartPath, size, stored), advice);
        SetSparse(size, isSparse: true);
        try
        {
            Sink.SetLength(size);
        }
        catch (StorageException error) when (StorageErrors.IsUnsupported(error.InnerException))
        {
            // Each write extends the file.
            return;
        }
        if (!OperatingSystem.IsLinux() || FreeSpace.IsInMemory(PartPath))
            return; // tmpfs has no extents to keep together and takes 0.27 s per GiB to allocate pages, which the writes do anyway.
        try
        {
            Posix.Allocate(_handle, size);
        }
        catch (IOException error)
        {
            // A quota, or another process was faster. Space from a failed reservation is released, unless there are bytes to keep.
            if (LengthAtOpen == 0)
                Sink.SetLength(0);
            throw StorageErrors.From(error, $"Reserving {size:N0} bytes for", PartPath);
        }
    }

    // The runtime looks for a missing file twice, because it may be a link without a target.
    private static bool Exists(string path) => OperatingSystem.IsLinux() ? Posix.Identify(path) is not null : File.Exists(path);

    // On Windows a large file is sparse until it is published, whichever way it is written: see WindowsFile.SetSparse.
    internal void SetSparse(long size, bool isSparse)
    {
        if (OperatingSystem.IsWindows() && size >= SinkChoice.LeastUnbuffered) WindowsFile.SetSparse(_handle, isSparse);
    }

    private void DeleteJournal(bool isDurable)
    {
        var wasThere = Exists(JournalPath);
        if (wasThere || Exists(JournalPath + AtomicFile.TemporarySuffix)) AtomicFile.Delete(JournalPath);
        if (!wasThere || !isDurable)
            return;
        try
        {
            AtomicFile.FlushFolderOf(JournalPath);
        }
        catch (IOException error)
        {
            throw StorageErrors.From(error, "Deleting", JournalPath);
        }
    }

    private string? SetModified(DateTime stamp)
    {
        try
        {
            if (OperatingSystem.IsLinux()) Posix.SetModified(_handle, stamp);
            else File.SetLastWriteTimeUtc(_handle, stamp);
            return null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // FAT covers 1980 to 2107, and servers send any year; a complete file is not discarded for that.
            return $"The time stamp {stamp:u} could not be set on '{TargetPath}': {error.Message}";
        }
    }

    private StorageException Unnamed(Exception error) => StorageErrors.From(error, "Renaming", PartPath);
}
