namespace Accelerator.Engine.Transfers.Files;

/// <summary>Counts the bytes that the streams of one file receive, and the time that they take. Thread-safe.</summary>
internal sealed class ReceiptCount(TimeProvider time)
{
    private readonly object _lock = new();
    private readonly long _started = time.GetTimestamp();
    private long _bytes;
    private long _askedAt;
    private long _firstByteAt;
    private int _receiving;

    /// <summary>Bytes received, overlaps and discarded bytes included.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>
    /// Time since the first bytes were requested, or since <see cref="CountFrom"/>; before both since the file was started. The queries
    /// about a file may be answered long before its first bytes are requested: they would make a file behind a large one look slow.
    /// </summary>
    public TimeSpan Elapsed => time.GetElapsedTime(Interlocked.Read(ref _askedAt) is not 0 and var asked ? asked : _started);

    /// <summary>Timestamp of the first byte; 0 before.</summary>
    public long FirstByteAt => Interlocked.Read(ref _firstByteAt);

    /// <summary>The highest number of streams that received at once.</summary>
    public int PeakStreams { get; private set; }

    /// <summary>Records that bytes are requested.</summary>
    public void Ask() => CountFrom(time.GetTimestamp());

    /// <summary>Lets <see cref="Elapsed"/> begin at this timestamp, unless bytes were requested before.</summary>
    public void CountFrom(long timestamp) => Interlocked.CompareExchange(ref _askedAt, timestamp, 0);

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
