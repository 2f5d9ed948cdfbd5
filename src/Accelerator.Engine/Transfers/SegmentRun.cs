namespace Accelerator.Engine.Transfers;

/// <summary>
/// One range given to one stream: one RETR from <see cref="Start"/>. Its end is moved only by <see cref="SegmentQueue"/>, under the queue's lock;
/// the stream moves <see cref="Position"/>.
/// </summary>
internal sealed class SegmentRun(int slot, ByteRange range, int generation, long started)
{
    private long _received;
    private long _sampledBytes;
    private long _sampledAt = started;

    /// <summary>The stream's slot.</summary>
    public int Slot { get; } = slot;

    /// <summary>Which start of the file it belongs to; see <see cref="SegmentQueue.Generation"/>.</summary>
    public int Generation { get; } = generation;

    /// <summary>First byte.</summary>
    public long Start { get; } = range.Start;

    /// <summary>Time stamp of its birth.</summary>
    public long Started { get; } = started;

    /// <summary>One past the last byte handed out to the stream; the queue never cuts below it.</summary>
    public long Claimed { get; internal set; } = range.Start;

    /// <summary>End of the range.</summary>
    public long End { get; internal set; } = range.End;

    /// <summary>Time stamp of its first byte; 0 before.</summary>
    public long FirstByteAt { get; set; }

    /// <summary>Whether the range was taken back as a whole: what it brings is thrown away.</summary>
    public bool IsRevoked { get; internal set; }

    /// <summary>Next byte to be received. Written by the stream only.</summary>
    public long Position { get; set; } = range.Start;

    /// <summary>Ends the stream's transfer from outside; set by the stream while it has one.</summary>
    public Action<Exception>? Abort { get; set; }

    /// <summary>Smoothed rate, bytes per second.</summary>
    public double BytesPerSecond { get; private set; }

    /// <summary>Counts bytes received; called by the stream on every read.</summary>
    public void Received(int bytes)
    {
        Volatile.Write(ref _received, _received + bytes);
    }

    /// <summary>Updates the rate; called by the sampler some times a second.</summary>
    public void Sample(long now, TimeProvider time)
    {
        var seconds = time.GetElapsedTime(_sampledAt, now).TotalSeconds;
        if (seconds < 0.05) return;
        var received = Volatile.Read(ref _received);
        var rate = (received - _sampledBytes) / seconds;
        // About 0.7 s of memory: a stream that stalls or recovers is seen within a second.
        var weight = BytesPerSecond == 0 ? 1 : 1 - Math.Exp(-seconds / 0.7);
        BytesPerSecond += (rate - BytesPerSecond) * weight;
        _sampledBytes = received;
        _sampledAt = now;
    }
}
