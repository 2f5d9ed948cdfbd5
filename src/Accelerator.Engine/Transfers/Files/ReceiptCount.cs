namespace Accelerator.Engine.Transfers.Files;

/// <summary>Counts the bytes that the streams of one file receive. Thread-safe.</summary>
internal sealed class ReceiptCount(TimeProvider time)
{
    private readonly object _lock = new();
    private long _bytes;
    private long _askedAt;
    private long _firstByteAt;
    private int _receiving;

    /// <summary>Bytes received, overlaps and discarded bytes included.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Timestamp of the first request for bytes; 0 before.</summary>
    public long AskedAt => Interlocked.Read(ref _askedAt);

    /// <summary>Timestamp of the first byte; 0 before.</summary>
    public long FirstByteAt => Interlocked.Read(ref _firstByteAt);

    /// <summary>The highest number of streams that received at once.</summary>
    public int PeakStreams { get; private set; }

    /// <summary>Records that bytes are requested, or that the time before the first request counts from this timestamp.</summary>
    public void Ask(long at) => Interlocked.CompareExchange(ref _askedAt, at, 0);

    /// <summary>Records that a stream started to receive.</summary>
    public void Begin()
    {
        lock (_lock) PeakStreams = Math.Max(PeakStreams, ++_receiving);
    }

    /// <summary>Records that a stream ended.</summary>
    public void End()
    {
        lock (_lock) _receiving--;
    }

    /// <summary>Counts bytes received from the network.</summary>
    public void Add(long bytes)
    {
        if (bytes > 0 && Interlocked.Add(ref _bytes, bytes) == bytes) Interlocked.Exchange(ref _firstByteAt, time.GetTimestamp());
    }
}
