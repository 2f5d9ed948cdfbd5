using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// The real file. On Linux each call is one pwrite or pread, on Windows one overlapped WriteFile or ReadFile; neither shares a file
/// pointer. A length that is no multiple of the sector is valid for an unbuffered handle too: NTFS requires whole sectors for reads, writes
/// and the file pointer (MS-FSA 2.1.5.15.9), not for the end of the file, and the runtime sets only that.
/// </summary>
/// <param name="handle">An open file, readable and writable; owned from here on.</param>
/// <param name="isCached">Whether it is written through the page cache. On Linux such a write copies memory, and passing it to a pool
/// thread costs more than it saves; an unbuffered one waits for the disk.</param>
internal sealed class HandleFile(SafeFileHandle handle, bool isCached = false) : IRawFile
{
    /// <inheritdoc/>
    public long Length => RandomAccess.GetLength(handle);

    /// <inheritdoc/>
    public ValueTask WriteAsync(ReadOnlyMemory<byte> data, long offset, CancellationToken cancellationToken)
    {
        if (!isCached || !OperatingSystem.IsLinux()) return RandomAccess.WriteAsync(handle, data, offset, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        RandomAccess.Write(handle, data.Span, offset);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public ValueTask<int> ReadAsync(Memory<byte> buffer, long offset, CancellationToken cancellationToken) =>
        RandomAccess.ReadAsync(handle, buffer, offset, cancellationToken);

    /// <inheritdoc/>
    public void SetLength(long length) => RandomAccess.SetLength(handle, length);

    /// <inheritdoc/>
    public void Flush() => RandomAccess.FlushToDisk(handle);

    /// <inheritdoc/>
    public void Dispose() => handle.Dispose();
}
