using Accelerator.Engine.Ranges;
using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// One range given to one stream: one RETR from <see cref="Start"/>. Its end is moved only by <see cref="SegmentQueue"/>, under the queue's
/// lock; the stream moves <see cref="Position"/>.
/// </summary>
/// <param name="slot">The stream.</param>
/// <param name="range">What it is to bring.</param>
/// <param name="generation">The start of the file.</param>
/// <param name="isStolen">Whether it was another's.</param>
/// <param name="started">Time stamp.</param>
/// <param name="route">By which lane it comes; null where nobody asks.</param>
internal sealed class SegmentRun(int slot, ByteRange range, int generation, bool isStolen, long started, Route? route = null)
{
    private readonly GoodputHistory _history = new();
    private long _received;
    // A stream that stalls or recovers is seen within a second.
    private readonly SmoothedRate _rate = new(0.7);

    /// <summary>The stream's slot.</summary>
    public int Slot { get; } = slot;

    /// <summary>By which lane it comes.</summary>
    public Route? Route { get; } = route;

    /// <summary>Whether it was cut from another stream's range.</summary>
    public bool IsStolen { get; } = isStolen;

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

    /// <summary>Time stamp of the last sample that saw new bytes; 0 before the first byte.</summary>
    public long LastByteAt { get; private set; }

    /// <summary>Whether its transfer is ended because it is late; see <see cref="SegmentQueue.TakeLate"/>.</summary>
    public bool IsGivenUp { get; internal set; }

    /// <summary>Whether it goes on no further than it was handed out: its stream is one too many.</summary>
    public bool IsLetGo { get; internal set; }

    /// <summary>Whether the range was taken back as a whole: what it brings is thrown away.</summary>
    public bool IsRevoked { get; internal set; }

    /// <summary>Next byte to be received. Written by the stream only.</summary>
    public long Position { get; set; } = range.Start;

    /// <summary>Ends the stream's transfer from outside; set by the stream from its first command on.</summary>
    public Action<Exception>? Abort { get; set; }

    /// <summary>Whether RETR is sent, so that its first byte is due; set by the stream, with <see cref="Abort"/>.</summary>
    public Func<bool> IsAsked { get; set; } = static () => false;

    /// <summary>Smoothed rate, bytes per second.</summary>
    public double BytesPerSecond => _rate.BytesPerSecond;

    /// <summary>
    /// Rate of the last round trip, or fifth of a second, bytes per second: what the smoothed one of a stream in slow start lags behind.
    /// </summary>
    public double RecentRate { get; private set; }

    /// <summary>Rate on which it has levelled off, bytes per second; 0 while it grows, or is not old enough to tell.</summary>
    public double LevelRate { get; private set; }

    /// <summary>
    /// Rate of the last 3 s, or 10 round trips, bytes per second: slow start is over within it, and a crawl is no hiccup. 0 before it is
    /// that old.
    /// </summary>
    public double LongRate { get; private set; }

    /// <summary>Whether the user's limit keeps the stream from asking for more.</summary>
    public bool IsHeldBack { get; set; }

    /// <summary>It asks for more again: only from now on can it be called silent.</summary>
    public void GoOn(long now)
    {
        if (LastByteAt != 0) LastByteAt = now;
        IsHeldBack = false;
    }

    /// <summary>Bytes received, those beside its range included.</summary>
    public long BytesReceived => Volatile.Read(ref _received);

    /// <summary>Counts bytes received; called by the stream on every read.</summary>
    public void Received(int bytes)
    {
        Volatile.Write(ref _received, _received + bytes);
    }

    /// <summary>Updates the rate; called by the sampler some times a second.</summary>
    /// <param name="now">Time stamp.</param>
    /// <param name="time">Clock.</param>
    /// <param name="roundTrip">R of the path.</param>
    public void Sample(long now, TimeProvider time, TimeSpan roundTrip)
    {
        var (received, before) = (Volatile.Read(ref _received), _rate.Bytes);
        if (!_rate.TryAdd(time.GetElapsedTime(Started, now), received)) return;
        if (FirstByteAt != 0 && received != before) LastByteAt = now;
        if (FirstByteAt != 0) SampleLevel(received, now, time, roundTrip);
    }

    // A round trip brought little more than the one before it and the one before that: in slow start it would be twice and four times as
    // much. Whole round trips, because slow start comes in one burst a round trip.
    private void SampleLevel(long received, long now, TimeProvider time, TimeSpan roundTrip)
    {
        var seconds = time.GetElapsedTime(Started, now).TotalSeconds;
        var window = Math.Max(roundTrip.TotalSeconds, 0.2);
        _history.Add(seconds, received);
        LongRate = _history.Rate(seconds - Math.Max(3, 10 * roundTrip.TotalSeconds), seconds) ?? 0;
        RecentRate = _history.Rate(seconds - window, seconds) ?? BytesPerSecond;
        // Samples are kept from the first byte on: three round trips of it, or one of these is null.
        if (_history.Rate(seconds - window, seconds) is not { } last
            || _history.Rate(seconds - (2 * window), seconds - window) is not { } middle)
            return;
        if (_history.Rate(seconds - (3 * window), seconds - (2 * window)) is not { } early) return;
        // Long after slow start it is loss that makes a rate rise.
        var isOld = time.GetElapsedTime(FirstByteAt, now) > 16 * roundTrip;
        LevelRate = isOld || (last < 1.2 * middle && last < 1.5 * early) ? (last + middle) / 2 : 0;
    }
}
