namespace Accelerator.Engine.Tests.Storage;

/// <summary>
/// A file in memory that separates what was written from what a power cut would leave, and whose flush a test can delay or fail.
/// </summary>
internal sealed class MemorySink(int size) : IFileSink
{
    private readonly object _lock = new();
    private int _flushing;

    /// <summary>The bytes that a reader gets.</summary>
    internal byte[] Current { get; } = new byte[size];

    /// <summary>The bytes that are certain to survive a power cut.</summary>
    internal byte[] Stable { get; } = new byte[size];

    /// <summary>The number of flushes started.</summary>
    internal int Flushes { get; private set; }

    /// <summary>The largest number of simultaneous flushes.</summary>
    internal int MostFlushesAtOnce { get; private set; }

    /// <summary>A callback inside each flush, after the bytes to store have been determined.</summary>
    internal Func<Task>? DuringFlush { get; set; }

    /// <summary>The offset in the file of the first byte of <see cref="Current"/>; the bytes before it are not there.</summary>
    internal long First { get; init; }

    /// <summary>The offset from which reads throw.</summary>
    internal long UnreadableFrom { get; set; } = long.MaxValue;

    /// <summary>A callback before each read.</summary>
    internal Action? DuringRead { get; set; }

    public long Length => First + size;

    public ValueTask WriteAsync(long offset, ReadOnlyMemory<byte> data, CancellationToken cancellationToken)
    {
        lock (_lock)
            data.Span.CopyTo(Current.AsSpan((int)(offset - First)));
        return ValueTask.CompletedTask;
    }

    public async ValueTask<int> ReadAsync(long offset, Memory<byte> buffer, CancellationToken cancellationToken)
    {
        await Task.Yield();
        DuringRead?.Invoke();
        if (offset + buffer.Length > UnreadableFrom)
            throw new StorageException(StorageFailure.Failed, "unreadable sector");
        var count = (int)Math.Max(0, Math.Min(buffer.Length, Length - offset));
        Current.AsMemory((int)(offset - First), count).CopyTo(buffer);
        return count;
    }

    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        byte[] stored;
        lock (_lock)
        {
            Flushes++;
            MostFlushesAtOnce = Math.Max(MostFlushesAtOnce, ++_flushing);
            stored = [.. Current];
        }

        try
        {
            if (DuringFlush is { } during)
                await during();
            lock (_lock)
                stored.CopyTo(Stable, 0);
        }
        finally
        {
            lock (_lock)
                _flushing--;
        }
    }

    public void SetLength(long length) => throw new NotSupportedException();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
