namespace Accelerator.Engine.Storage;

/// <summary>
/// One local file being filled at many offsets at once: the interface to the operating system. Every member may be called from several
/// threads at a time, with ranges that do not overlap. Disk failures are reported as <see cref="StorageException"/>.
/// </summary>
internal interface IFileSink : IAsyncDisposable
{
    /// <summary>The file's length in bytes now.</summary>
    long Length { get; }

    /// <summary>
    /// Writes all of <paramref name="data"/>. The operating system has it when this completes, and it is on stable storage only after
    /// <see cref="FlushAsync"/>. The memory must not change until the flush completes, cancelled or not.
    /// </summary>
    /// <param name="offset">First byte in the file, 0 or more.</param>
    /// <param name="data">The bytes.</param>
    /// <param name="cancellationToken">Checked before the write starts; a cancelled write counts as not made.</param>
    ValueTask WriteAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken);

    /// <summary>Reads until the buffer is full or the file ends.</summary>
    /// <returns>Bytes read; fewer than the buffer holds only at the end of the file.</returns>
    ValueTask<int> ReadAsync(long offset, Memory<byte> buffer, CancellationToken cancellationToken);

    /// <summary>
    /// Flushes everything written before the call to stable storage. A failed flush must not be retried: Linux marks the pages clean after
    /// the first failure, so that the second try reports a false success.
    /// </summary>
    ValueTask FlushAsync(CancellationToken cancellationToken);

    /// <summary>Sets the length; new bytes are zero.</summary>
    void SetLength(long length);
}
