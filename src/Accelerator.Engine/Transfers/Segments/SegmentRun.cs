using Accelerator.Engine.Ranges;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers.Routes;

namespace Accelerator.Engine.Transfers.Segments;

/// <summary>
/// One range assigned to one stream: one RETR from <see cref="Start"/>. Its end is moved only by <see cref="SegmentQueue"/>, under the
/// queue's lock; the stream moves <see cref="Position"/>.
/// </summary>
/// <param name="slot">The stream.</param>
/// <param name="range">The range to fetch.</param>
/// <param name="generation">The generation of the file.</param>
/// <param name="isStolen">Whether it was cut from another stream's range.</param>
/// <param name="started">Timestamp of its start.</param>
/// <param name="route">Its route; null when irrelevant.</param>
internal sealed class SegmentRun(int slot, ByteRange range, int generation, bool isStolen, long started, Route? route = null)
{
    private readonly GoodputHistory _history = new();
    private long _received;
    // A stall or recovery of a stream is detected within a second.
    private readonly SmoothedRate _rate = new(0.7);

    /// <summary>The stream's slot.</summary>
    public int Slot { get; } = slot;

    /// <summary>Its route.</summary>
    public Route? Route { get; } = route;

    /// <summary>Whether it was cut from another stream's range.</summary>
    public bool IsStolen { get; } = isStolen;

    /// <summary>The generation of the file it belongs to; see <see cref="SegmentQueue.Generation"/>.</summary>
    public int Generation { get; } = generation;

    /// <summary>First byte.</summary>
    public long Start { get; } = range.Start;

    /// <summary>Timestamp of its start.</summary>
    public long Started { get; } = started;

    /// <summary>One past the last byte assigned to the stream; the queue never cuts below it.</summary>
    public long Claimed { get; internal set; } = range.Start;

    /// <summary>End of the range.</summary>
    public long End { get; internal set; } = range.End;

    /// <summary>Timestamp of its first byte; 0 before.</summary>
    public long FirstByteAt { get; set; }

    /// <summary>Timestamp of the last sample that saw new bytes; 0 before the first byte.</summary>
    public long LastByteAt { get; private set; }

    /// <summary>Whether its transfer is ended because it is late; see <see cref="SegmentQueue.TakeLate"/>.</summary>
    public bool IsGivenUp { get; internal set; }

    /// <summary>Whether it ends at the last assigned byte because its stream is surplus.</summary>
    public bool IsTruncated { get; internal set; }

    /// <summary>Whether the complete range was revoked: its bytes are discarded.</summary>
    public bool IsRevoked { get; internal set; }

    /// <summary>Next byte to be received. Written by the stream only.</summary>
    public long Position { get; set; } = range.Start;

    /// <summary>Ends the stream's transfer from outside; set by the stream from its first command on.</summary>
    public Action<Exception>? Abort { get; set; }

    /// <summary>Whether RETR was sent, so that its first byte is due; set by the stream, with <see cref="Abort"/>.</summary>
    public Func<bool> IsAsked { get; set; } = static () => false;

    /// <summary>Smoothed rate, bytes per second.</summary>
    public double BytesPerSecond => _rate.BytesPerSecond;

    /// <summary>
    /// Rate of the last round trip, or fifth of a second, bytes per second; the smoothed rate of a stream in slow start lags behind it.
    /// </summary>
    public double RecentRate { get; private set; }

    /// <summary>The rate at which it has levelled off, bytes per second; 0 while it grows, or is too young to tell.</summary>
    public double LevelRate { get; private set; }

    /// <summary>
    /// Rate of the last 3 s, or 10 round trips, bytes per second: slow start ends within it, and a short stall is not mistaken for a crawl.
    /// 0 before it is that old.
    /// </summary>
    public double LongRate { get; private set; }

    /// <summary>Whether the stream is throttled by the user's limit, or waits for the reader of an output.</summary>
    public bool IsHeldBack { get; set; }

    /// <summary>Resumes after throttling: silence is measured from now on.</summary>
    public void Resume(long now)
    {
        if (LastByteAt != 0) LastByteAt = now;
        IsHeldBack = false;
    }

    /// <summary>Bytes received, including those outside its range.</summary>
    public long BytesReceived => Volatile.Read(ref _received);

    /// <summary>Counts bytes received; called by the stream on every read.</summary>
    public void Received(int bytes)
    {
        Volatile.Write(ref _received, _received + bytes);
    }

    /// <summary>Updates the rate; called by the sampler a few times a second.</summary>
    /// <param name="now">The current timestamp.</param>
    /// <param name="time">Clock.</param>
    /// <param name="roundTrip">R of the path.</param>
    public void Sample(long now, TimeProvider time, TimeSpan roundTrip)
    {
        var (received, before) = (Volatile.Read(ref _received), _rate.Bytes);
        if (!_rate.TryAdd(time.GetElapsedTime(Started, now), received)) return;
        if (FirstByteAt != 0 && received != before) LastByteAt = now;
        if (FirstByteAt != 0) SampleLevel(received, now, time, roundTrip);
    }

    // The last round trip brought little more than the two before it: in slow start it would bring twice and four times as much. Whole
    // round trips are compared, because slow start comes in one burst a round trip.
    private void SampleLevel(long received, long now, TimeProvider time, TimeSpan roundTrip)
    {
        var seconds = time.GetElapsedTime(Started, now).TotalSeconds;
        var window = Math.Max(roundTrip.TotalSeconds, 0.2);
        _history.Add(seconds, received);
        LongRate = _history.Rate(seconds - Math.Max(3, 10 * roundTrip.TotalSeconds), seconds) ?? 0;
        RecentRate = _history.Rate(seconds - window, seconds) ?? BytesPerSecond;
        // Samples are kept from the first byte on: with less than three round trips of them, one of these is null.
        if (_history.Rate(seconds - window, seconds) is not { } last
            || _history.Rate(seconds - (2 * window), seconds - window) is not { } middle)
            return;
        if (_history.Rate(seconds - (3 * window), seconds - (2 * window)) is not { } early) return;
        // Long after slow start, a rising rate is recovery from loss.
        var isOld = time.GetElapsedTime(FirstByteAt, now) > 16 * roundTrip;
        LevelRate = isOld || (last < 1.2 * middle && last < 1.5 * early) ? (last + middle) / 2 : 0;
    }
}

/// <summary>The range was revoked because the file restarts or has ended.</summary>
internal sealed class RunRevokedException() : Exception("The range was taken back.");
