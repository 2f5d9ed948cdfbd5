namespace Accelerator.Engine.Storage;

/// <summary>
/// One local file being filled at many offsets at once: the seam to the operating system. Every member may be called from several threads
/// at a time, with ranges that do not overlap. Failures of the disk are <see cref="StorageException"/>.
/// </summary>
internal interface IFileSink : IAsyncDisposable
{
    /// <summary>The file's length in bytes now.</summary>
    long Length { get; }

    /// <summary>
    /// Writes all of <paramref name="data"/>. It is in the operating system's hands when this completes, and on stable storage only after
    /// <see cref="FlushAsync"/>. The memory must stay as it is until then completes, cancelled or not.
    /// </summary>
    /// <param name="offset">First byte in the file, 0 or more.</param>
    /// <param name="data">The bytes.</param>
    /// <param name="cancellationToken">Seen before the write starts; a write that was cancelled counts as not made.</param>
    ValueTask WriteAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken);

    /// <summary>Reads until the buffer is full or the file ends.</summary>
    /// <returns>Bytes read; fewer than the buffer holds only at the end of the file.</returns>
    ValueTask<int> ReadAsync(long offset, Memory<byte> buffer, CancellationToken cancellationToken);

    /// <summary>
    /// Puts on stable storage all that was written before the call. A flush that failed must not be tried again: Linux marks the pages
    /// clean after the first failure, so that the second try reports a success that is not one.
    /// </summary>
    ValueTask FlushAsync(CancellationToken cancellationToken);

    /// <summary>Sets the length; bytes that come into being are zero.</summary>
    void SetLength(long length);
}
