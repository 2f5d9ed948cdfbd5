using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Writes one stream's bytes to the disk: fills a pooled block, then passes it to an asynchronous write while the next block fills. At most
/// two writes are in progress for a stream; then the stream waits, and TCP slows its sender. A block ends at a MiB boundary of the file,
/// and its bytes are aligned in memory as in their sectors, so that a disk can take them from there.
/// </summary>
internal sealed class RunWriter(OpenFile file, Fragment fragment, BlockPool pool, TimeProvider time, CancellationToken cancellationToken)
{
    private const int MostWrites = 2;

    // A slow stream's block is written before it is full, so that a crash costs little: with a checkpoint a second, at most 1.2 s.
    private static readonly TimeSpan MaxAge = TimeSpan.FromMilliseconds(200);

    // The reader of an output waits for the bytes.
    private static readonly TimeSpan MaxAgeOfOutput = TimeSpan.FromMilliseconds(20);

    private const int Sector = Block.Alignment;

    private readonly Queue<Task> _writes = new();
    private byte[]? _rest;
    private Block? _block;
    private long _start;
    private int _first;
    private int _filled;
    private int _kept;
    private int _room;
    private long _born;

    /// <summary>Returns memory for the bytes at this offset, which must follow the previous ones.</summary>
    public ValueTask<Memory<byte>> SpaceAsync(long offset) => MakeSpaceAsync(offset, cancellationToken);

    /// <summary>Records that so many bytes were stored there.</summary>
    public void Advance(int bytes) => _filled += bytes;

    /// <summary>
    /// Writes the remaining bytes and waits for all writes, also after the stream was cancelled: its range counts as received up to here.
    /// </summary>
    /// <exception cref="StorageException">A write failed; the state of the bytes is unknown.</exception>
    public async ValueTask DrainAsync()
    {
        try
        {
            if (_kept > 0) await MakeSpaceAsync(_start + _filled - _first + _kept, CancellationToken.None).ConfigureAwait(false);
            if (_block is not null) await PostAsync(keepsRest: false, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            if (_block is { } unwritten)
            {
                _block = null;
                pool.Return(unwritten);
            }
            while (_writes.TryDequeue(out var write)) await write.ConfigureAwait(false);
        }
    }

    private async ValueTask<Memory<byte>> MakeSpaceAsync(long offset, CancellationToken token)
    {
        if (_block is not null && (_filled == _room || time.GetElapsedTime(_born) > (file.Output is null ? MaxAge : MaxAgeOfOutput)))
            await PostAsync(keepsRest: _filled < _room, token).ConfigureAwait(false);
        if (_block is null)
        {
            _block = await pool.RentAsync(token).ConfigureAwait(false);
            _start = offset - _kept;
            _first = checked((int)(_start % Sector));
            if (_kept > 0) _rest.AsSpan(0, _kept).CopyTo(_block.GetSpan()[_first..]);
            _filled = _first + _kept;
            _kept = 0;
            _room = _first + checked((int)(Block.Size - (_start % Block.Size)));
            _born = time.GetTimestamp();
        }
        return _block.Memory[_filled.._room];
    }

    // A partly filled sector is carried into the next block, so that it is written once.
    private async ValueTask PostAsync(bool keepsRest, CancellationToken token)
    {
        // First: when the wait is cancelled, the block is still there.
        if (file.Checkpointer is { } checkpointer) await checkpointer.WaitForRoomAsync(token).ConfigureAwait(false);
        var block = _block!;
        _block = null;
        if (keepsRest && _filled - _first > Sector)
        {
            _kept = _filled % Sector;
            _filled -= _kept;
            block.GetSpan().Slice(_filled, _kept).CopyTo(_rest ??= new byte[Sector]);
        }
        var length = _filled - _first;
        if (length == 0)
        {
            pool.Return(block);
            return;
        }
        // Before the write: written data must never be ahead of the chain of seams, or a journal records it as unverified.
        file.Chain.Grow(fragment, _start + length);
        _writes.Enqueue(WriteAsync(block, _first, new ByteRange(_start, _start + length)));
        if (_writes.Count > MostWrites) await _writes.Dequeue().ConfigureAwait(false);
    }

    private async Task WriteAsync(Block block, int first, ByteRange range)
    {
        try
        {
            var data = block.Memory.Slice(first, checked((int)range.Length));
            // Before the write, while the bytes are in the processor's cache.
            uint? sum = file.Checkpointer is null ? null : Crc32C.Of(data.Span);
            await file.Part.Sink.WriteAsync(range.Start, data, CancellationToken.None).ConfigureAwait(false);
            file.Map.MarkWritten(range, sum);
        }
        finally
        {
            pool.Return(block);
        }
    }
}
