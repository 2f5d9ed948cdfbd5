namespace Accelerator.Engine.Transfers;

/// <summary>Counts what the streams of one file receive. Thread-safe.</summary>
internal sealed class ReceiptCount(TimeProvider time)
{
    private readonly object _lock = new();
    private long _bytes;
    private long _firstByteAt;
    private int _receiving;

    /// <summary>Bytes received, overlaps and discarded bytes included.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Time stamp of the first byte; 0 before.</summary>
    public long FirstByteAt => Interlocked.Read(ref _firstByteAt);

    /// <summary>Most streams that received at once.</summary>
    public int PeakStreams { get; private set; }

    /// <summary>A stream has begun to receive.</summary>
    public void Begin()
    {
        lock (_lock) PeakStreams = Math.Max(PeakStreams, ++_receiving);
    }

    /// <summary>A stream has ended.</summary>
    public void End()
    {
        lock (_lock) _receiving--;
    }

    /// <summary>Counts bytes off the network.</summary>
    public void Add(long bytes)
    {
        if (bytes > 0 && Interlocked.Add(ref _bytes, bytes) == bytes) Interlocked.Exchange(ref _firstByteAt, time.GetTimestamp());
    }
}
