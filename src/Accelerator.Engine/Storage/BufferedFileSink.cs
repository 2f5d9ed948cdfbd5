namespace Accelerator.Engine.Storage;

/// <summary>A sink through the page cache: works on every file system.</summary>
/// <param name="file">An open file, readable and writable; owned from here on.</param>
/// <param name="path">Its name, for messages.</param>
internal sealed class BufferedFileSink(IRawFile file, string path) : IFileSink
{
    /// <inheritdoc/>
    public long Length => file.Length;

    /// <inheritdoc/>
    public async ValueTask WriteAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        try
        {
            await file.WriteAsync(data, offset, cancellationToken).ConfigureAwait(false);
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
                var count = await file.ReadAsync(buffer[done..], offset + done, cancellationToken).ConfigureAwait(false);
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
            await DiskCall.RunAsync(file.Flush, cancellationToken).ConfigureAwait(false);
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
            file.SetLength(length);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, $"Setting the length to {length} of", path);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        file.Dispose();
        return ValueTask.CompletedTask;
    }
}
