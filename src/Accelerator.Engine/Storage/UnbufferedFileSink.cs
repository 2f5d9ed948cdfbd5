namespace Accelerator.Engine.Storage;

/// <summary>
/// A sink without the page cache (O_DIRECT, FILE_FLAG_NO_BUFFERING): the disk reads from the caller's memory. Whole sectors are written
/// directly; bytes that begin or end inside a sector wait in <see cref="SectorEdges"/> for the rest of the sector, or for the next flush.
/// Memory that is not aligned with the file's sectors is copied first.
/// </summary>
/// <param name="file">An open file, readable, writable and unbuffered; owned from here on.</param>
/// <param name="path">Its name, for messages.</param>
internal sealed class UnbufferedFileSink(IRawFile file, string path) : IFileSink
{
    /// <summary>
    /// Bytes; a multiple of the sector of every disk in use. A disk that requires more is written through the page cache.
    /// </summary>
    internal const int Sector = Block.Alignment;

    private readonly SectorEdges _edges = new(file);
    // One block: the transfer's own memory is aligned with the file, and only other reads and writes need a copy.
    private readonly BlockPool _copies = new(Block.Size);
    private long _length = file.Length;

    /// <inheritdoc/>
    public long Length => Interlocked.Read(ref _length);

    /// <inheritdoc/>
    public async ValueTask WriteAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (data.IsEmpty) return;
            // Before the write: a concurrent flush cuts the file to this length, and must not cut off the new bytes.
            Grow(offset + data.Length);
            var body = Math.Min(SectorMath.Up(offset), offset + data.Length);
            var tail = Math.Max(SectorMath.Down(offset + data.Length), body);
            await _edges.ForgetAsync(body, tail, cancellationToken).ConfigureAwait(false);
            var (first, last) = (checked((int)(body - offset)), checked((int)(tail - offset)));
            if (body > offset) await _edges.PutAsync(offset, data[..first], cancellationToken).ConfigureAwait(false);
            if (tail > body)
                await WriteSectorsAsync(body, data[first..last], cancellationToken).ConfigureAwait(false);
            if (offset + data.Length > tail)
                await _edges.PutAsync(tail, data[last..], cancellationToken).ConfigureAwait(false);
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
            await _edges.StoreAsync(cancellationToken).ConfigureAwait(false);
            var wanted = checked((int)Math.Clamp(Length - offset, 0, buffer.Length));
            var done = 0;
            while (done < wanted)
            {
                var count = await ReadSomeAsync(offset + done, buffer[done..wanted], cancellationToken).ConfigureAwait(false);
                if (count == 0) break;
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
            await _edges.StoreAsync(cancellationToken).ConfigureAwait(false);
            await Task.Run(Flush, cancellationToken).ConfigureAwait(false);
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
            _edges.CutAt(length);
            file.SetLength(length);
            Interlocked.Exchange(ref _length, length);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, $"Setting the length to {length} of", path);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _edges.Dispose();
        _copies.Dispose();
        file.Dispose();
        return ValueTask.CompletedTask;
    }

    // The last sector was written as a whole: cut the file to its real length.
    private void Flush()
    {
        if (file.Length > Length) file.SetLength(Length);
        file.Flush();
    }

    private void Grow(long end)
    {
        for (var length = Length; end > length; length = Length)
        {
            if (Interlocked.CompareExchange(ref _length, end, length) == length) return;
        }
    }

    private async ValueTask WriteSectorsAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        if (SectorMath.IsAligned(data))
        {
            await file.WriteAsync(data, offset, cancellationToken).ConfigureAwait(false);
            return;
        }
        for (var done = 0; done < data.Length;)
        {
            var count = Math.Min(Block.Size, data.Length - done);
            var copy = await _copies.RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                data.Span.Slice(done, count).CopyTo(copy.GetSpan());
                await file.WriteAsync(copy.Memory[..count], offset + done, CancellationToken.None).ConfigureAwait(false);
            }
            finally
            {
                _copies.Return(copy);
            }
            done += count;
        }
    }

    private async ValueTask<int> ReadSomeAsync(long offset, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        if (offset % Sector == 0 && buffer.Length % Sector == 0 && SectorMath.IsAligned(buffer))
            return await file.ReadAsync(buffer, offset, cancellationToken).ConfigureAwait(false);

        var copy = await _copies.RentAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var start = SectorMath.Down(offset);
            var skip = checked((int)(offset - start));
            var wanted = checked((int)Math.Min(Block.Size, SectorMath.Up(offset + buffer.Length) - start));
            var read = await file.ReadAsync(copy.Memory[..wanted], start, CancellationToken.None).ConfigureAwait(false);
            var count = Math.Clamp(read - skip, 0, buffer.Length);
            copy.GetSpan().Slice(skip, count).CopyTo(buffer.Span);
            return count;
        }
        finally
        {
            _copies.Return(copy);
        }
    }
}
