using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Carries one stream's bytes to the disk: fills a pooled block, hands it to a write that goes on while the next block fills. At most two
/// writes are under way for a stream; then the stream waits, and TCP slows its sender. A block ends at a whole MiB of the file.
/// </summary>
internal sealed class RunWriter(FileTransfer file, Fragment fragment, BlockPool pool, TimeProvider time, CancellationToken cancellationToken)
{
    private const int MostWrites = 2;

    // A slow stream's block is written before it is full, so that a crash costs little: with a checkpoint a second, at most 1.2 s.
    private static readonly TimeSpan MaxAge = TimeSpan.FromMilliseconds(200);

    private readonly Queue<Task> _writes = new(MostWrites + 1);
    private Block? _block;
    private long _start;
    private int _filled;
    private int _room;
    private long _born;

    /// <summary>Memory for the bytes at this offset, which follow those before.</summary>
    public async ValueTask<Memory<byte>> SpaceAsync(long offset)
    {
        if (_block is not null && (_filled == _room || time.GetElapsedTime(_born) > MaxAge)) await PostAsync().ConfigureAwait(false);
        if (_block is null)
        {
            _block = await pool.RentAsync(cancellationToken).ConfigureAwait(false);
            _start = offset;
            _filled = 0;
            _room = (int)(Block.Size - (offset % Block.Size));
            _born = time.GetTimestamp();
        }
        return _block.Memory[_filled.._room];
    }

    /// <summary>So many bytes were put there.</summary>
    public void Advance(int bytes) => _filled += bytes;

    /// <summary>Writes what is left and waits for all writes.</summary>
    /// <exception cref="StorageException">A write failed; nothing may be said of the bytes.</exception>
    public async ValueTask DrainAsync()
    {
        try
        {
            if (_block is not null) await PostAsync().ConfigureAwait(false);
        }
        finally
        {
            while (_writes.TryDequeue(out var write)) await write.ConfigureAwait(false);
        }
    }

    private async ValueTask PostAsync()
    {
        var block = _block!;
        _block = null;
        if (_filled == 0)
        {
            pool.Return(block);
            return;
        }
        // Before the write: what is written must never be ahead of what the chain of seams knows of, or a journal calls it unproven.
        file.Chain.Grow(fragment, _start + _filled);
        if (file.Checkpointer is { } checkpointer) await checkpointer.WaitForRoomAsync(cancellationToken).ConfigureAwait(false);
        _writes.Enqueue(WriteAsync(block, new ByteRange(_start, _start + _filled)));
        if (_writes.Count > MostWrites) await _writes.Dequeue().ConfigureAwait(false);
    }

    private async Task WriteAsync(Block block, ByteRange range)
    {
        try
        {
            await file.Part.Sink.WriteAsync(range.Start, block.Memory[..(int)range.Length], CancellationToken.None).ConfigureAwait(false);
            file.Map.MarkWritten(range);
        }
        finally
        {
            pool.Return(block);
        }
    }
}
