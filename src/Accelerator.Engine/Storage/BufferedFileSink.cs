using Microsoft.Win32.SafeHandles;

namespace Accelerator.Engine.Storage;

/// <summary>
/// A sink through the page cache: works on every file system. On Linux each write is one pwrite on a pool thread, on Windows one overlapped
/// WriteFile; neither has a file pointer to share.
/// </summary>
/// <param name="handle">An open file, readable and writable; owned from here on.</param>
/// <param name="path">Its name, for messages.</param>
public sealed class BufferedFileSink(SafeFileHandle handle, string path) : IFileSink
{
    /// <inheritdoc/>
    public long Length => RandomAccess.GetLength(handle);

    /// <inheritdoc/>
    public async ValueTask WriteAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        try
        {
            await RandomAccess.WriteAsync(handle, data, offset, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, $"Writing {data.Length} bytes at offset {offset} of", path);
        }
    }

    /// <inheritdoc/>
    public async ValueTask<int> ReadAsync(long offset, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        try
        {
            var done = 0;
            while (done < buffer.Length)
            {
                var count = await RandomAccess.ReadAsync(handle, buffer[done..], offset + done, cancellationToken).ConfigureAwait(false);
                if (count == 0)
                    break;
                done += count;
            }

            return done;
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, $"Reading {buffer.Length} bytes at offset {offset} of", path);
        }
    }

    /// <inheritdoc/>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        try
        {
            // fsync and FlushFileBuffers have no asynchronous form and take from microseconds (tmpfs) to seconds (a busy disk).
            await Task.Run(() => RandomAccess.FlushToDisk(handle), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Flushing", path);
        }
    }

    /// <inheritdoc/>
    public void SetLength(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        try
        {
            RandomAccess.SetLength(handle, length);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, $"Setting the length to {length} of", path);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        handle.Dispose();
        return ValueTask.CompletedTask;
    }
}
