namespace Accelerator.Engine.Storage;

/// <summary>
/// The sectors of an unbuffered file that a write covered only in part. Each is kept, with the disk's content, until its bytes are stored;
/// the neighbour's part is merged into it. One at a time: these are the few sectors where ranges of different streams meet.
/// </summary>
internal sealed class SectorEdges(IRawFile file) : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);
    private readonly SortedDictionary<long, Block> _sectors = [];

    /// <summary>Merges bytes into one sector.</summary>
    public async ValueTask PutAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        var start = SectorMath.Down(offset);
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (!_sectors.TryGetValue(start, out var sector))
            {
                sector = new Block(UnbufferedFileSink.Sector);
                sector.GetSpan().Clear();
                try
                {
                    await file.ReadAsync(sector.Memory, start, CancellationToken.None).ConfigureAwait(false);
                }
                catch
                {
                    sector.Free();
                    throw;
                }
                _sectors.Add(start, sector);
            }
            data.Span.CopyTo(sector.GetSpan()[checked((int)(offset - start))..]);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Drops sectors that are about to be written completely.</summary>
    public async ValueTask ForgetAsync(long start, long end, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            Drop(sector => sector >= start && sector < end);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Writes all sectors, and drops them: the disk has their content.</summary>
    public async ValueTask StoreAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            while (_sectors.Count > 0)
            {
                var (start, sector) = _sectors.First();
                await file.WriteAsync(sector.Memory, start, CancellationToken.None).ConfigureAwait(false);
                _sectors.Remove(start);
                sector.Free();
            }
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Adjusts to a truncated file: bytes beyond are gone, and zero when it grows again.</summary>
    public void CutAt(long length)
    {
        _turn.Wait();
        try
        {
            Drop(sector => sector >= length);
            if (_sectors.TryGetValue(SectorMath.Down(length), out var last))
                last.GetSpan()[checked((int)(length - SectorMath.Down(length)))..].Clear();
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Drop(_ => true);
        _turn.Dispose();
    }

    private void Drop(Predicate<long> which)
    {
        foreach (var start in _sectors.Keys.Where(start => which(start)).ToList())
        {
            _sectors.Remove(start, out var sector);
            sector!.Free();
        }
    }
}

/// <summary>Arithmetic on sectors of <see cref="UnbufferedFileSink.Sector"/> bytes.</summary>
internal static class SectorMath
{
    /// <summary>Returns the start of the sector that holds the byte.</summary>
    public static long Down(long offset) => offset & -UnbufferedFileSink.Sector;

    /// <summary>Returns the next start of a sector, or the offset itself.</summary>
    public static long Up(long offset) => Down(offset + UnbufferedFileSink.Sector - 1);

    /// <summary>Returns whether the disk can use the memory in place. Managed memory may move and is never aligned for long.</summary>
    public static unsafe bool IsAligned(ReadOnlyMemory<byte> memory)
    {
        if (!System.Runtime.InteropServices.MemoryMarshal.TryGetMemoryManager<byte, Block>(memory, out _)) return false;
        using var pin = memory.Pin();
        return (nint)pin.Pointer % UnbufferedFileSink.Sector == 0;
    }
}
