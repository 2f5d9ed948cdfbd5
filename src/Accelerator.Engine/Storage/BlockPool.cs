namespace Accelerator.Engine.Storage;

/// <summary>
/// The only limit on the process's transfer memory: blocks are allocated when first needed, kept for reuse, and never exceed the capacity.
/// A stream that finds none waits, so its socket fills and the server slows down: this is the back-pressure.
/// </summary>
internal sealed class BlockPool : IDisposable
{
    /// <summary>96 MiB: two to four blocks for each of 32 streams, with some to spare.</summary>
    public const long DefaultCapacity = 96L << 20;

    private readonly object _lock = new();
    private readonly Stack<Block> _free = new();
    private readonly SemaphoreSlim _room;
    private int _allocated;
    private bool _disposed;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="capacityBytes">Most bytes ever allocated; at least one block, rounded down to whole blocks.</param>
    public BlockPool(long capacityBytes = DefaultCapacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacityBytes, Block.Size);
        Capacity = checked((int)Math.Min(capacityBytes / Block.Size, 1 << 20));
        _room = new SemaphoreSlim(Capacity);
    }

    /// <summary>Most blocks that can be rented at once.</summary>
    public int Capacity { get; }

    /// <summary>Blocks that exist now, rented or free.</summary>
    public int Allocated
    {
        get
        {
            lock (_lock)
                return _allocated;
        }
    }

    /// <summary>Whether every block is rented: the next caller waits for the disk.</summary>
    public bool IsExhausted => _room.CurrentCount == 0;

    /// <summary>Takes a block with undefined content; waits in turn while all are rented. Allocates nothing when a block is free.</summary>
    /// <exception cref="ObjectDisposedException">The pool is, or was while this waited, disposed.</exception>
    public ValueTask<Block> RentAsync(CancellationToken cancellationToken)
    {
        var room = _room.WaitAsync(cancellationToken);
        return room.IsCompletedSuccessfully ? new ValueTask<Block>(Take()) : TakeAfterAsync(room);
    }

    /// <summary>Returns a block. After <see cref="Dispose"/> it is freed instead.</summary>
    /// <exception cref="InvalidOperationException">The block is not rented: it was returned before.</exception>
    public void Return(Block block)
    {
        ArgumentNullException.ThrowIfNull(block);
        lock (_lock)
        {
            if (!block.IsRented)
                throw new InvalidOperationException("The block was returned already.");
            block.IsRented = false;
            if (_disposed)
            {
                block.Free();
                _allocated--;
                return;
            }

            _free.Push(block);
            _room.Release();
        }
    }

    /// <summary>
    /// Frees the blocks that are not rented; the others are freed as they are returned, because the kernel may still write from them.
    /// </summary>
    public void Dispose()
    {
        lock (_lock)
        {
            if (_disposed)
                return;
            _disposed = true;
            _allocated -= _free.Count;
            while (_free.TryPop(out var block))
                block.Free();

            // Wakes all waiters: they find the pool disposed.
            _room.Release(1 << 30);
            _room.Dispose();
        }
    }

    private async ValueTask<Block> TakeAfterAsync(Task room)
    {
        await room.ConfigureAwait(false);
        return Take();
    }

    private Block Take()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (!_free.TryPop(out var block))
                block = Allocate();
            block.IsRented = true;
            return block;
        }
    }

    private Block Allocate()
    {
        try
        {
            var block = new Block();
            _allocated++;
            return block;
        }
        catch (OutOfMemoryException)
        {
            _room.Release();
            throw;
        }
    }
}
