using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>
/// Goodput over time, from the snapshots, in at most <see cref="Capacity"/> buckets: when they are full, neighbours are merged and buckets
/// become twice as long, so that an hour needs no more memory than a minute. Also keeps the values that a long run needs at full
/// resolution: the best second, and the mean for each number of streams.
/// </summary>
internal sealed class GoodputSeries
{
    /// <summary>The maximum number of buckets; a chart of a thousand pixels shows no more.</summary>
    public const int Capacity = 480;

    // Right after a change of the number of streams the goodput is not representative: the added streams are still in slow start (9 to 14
    // round trips).
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan BestOver = TimeSpan.FromSeconds(1);

    private readonly List<GoodputBucket> _buckets = [];
    private readonly Queue<(TimeSpan At, long Bytes)> _second = [];
    private readonly (TimeSpan Time, long Bytes)[] _byStreams = new (TimeSpan, long)[65];
    private TimeSpan _grain;
    private TimeSpan _at;
    private long _bytes;
    private double _best;
    private int _active;
    private TimeSpan _activeSince;

    /// <summary>The buckets in the order of time, without gaps.</summary>
    public IReadOnlyList<GoodputBucket> Buckets => [.. _buckets];

    /// <summary>The goodput of the best second, in bytes per second; of the whole run if it was shorter.</summary>
    public double BestBytesPerSecond => _best > 0 ? _best : _bytes / Math.Max(_at.TotalSeconds, 1e-6);

    /// <summary>The time in which streams received, summed over the streams.</summary>
    public double StreamSeconds { get; private set; }

    /// <summary>
    /// The mean goodput for each number of receiving streams, starting one second after a change; only numbers that lasted for another
    /// second.
    /// </summary>
    public IReadOnlyList<StreamRate> ByStreams =>
    [
        .. _byStreams.Select((sum, streams) => (sum, streams))
            .Where(entry => entry.streams > 0 && entry.sum.Time >= Settling)
            .Select(entry => new StreamRate(entry.streams, entry.sum.Bytes / entry.sum.Time.TotalSeconds)),
    ];

    /// <summary>Adds a snapshot. A snapshot not later than the last one is ignored.</summary>
    public void Add(TransferSnapshot snapshot)
    {
        var (at, bytes) = (snapshot.Elapsed, Math.Max(snapshot.BytesFetched, _bytes));
        if (at <= _at) return;
        NoteBest(at, bytes);
        StreamSeconds += snapshot.ActiveStreams * (at - _at).TotalSeconds;
        NoteStreams(snapshot.ActiveStreams, at, bytes - _bytes);
        var bucket = new GoodputBucket(_at, at, bytes - _bytes, snapshot.ActiveStreams, snapshot.WantedStreams);
        (_at, _bytes) = (at, bytes);

        if (_buckets.Count > 0 && _buckets[^1].To - _buckets[^1].From < _grain) _buckets[^1] = _buckets[^1].With(bucket);
        else _buckets.Add(bucket);
        if (_buckets.Count > Capacity) Merge();
    }

    private void Merge()
    {
        for (var i = 0; 2 * i < _buckets.Count; i++)
            _buckets[i] = 2 * i + 1 < _buckets.Count ? _buckets[2 * i].With(_buckets[2 * i + 1]) : _buckets[2 * i];
        _buckets.RemoveRange((_buckets.Count + 1) / 2, _buckets.Count / 2);
        _grain = TimeSpan.FromTicks(_at.Ticks / _buckets.Count);
    }

    private void NoteBest(TimeSpan at, long bytes)
    {
        if (_second.Count == 0) _second.Enqueue((_at, _bytes));
        _second.Enqueue((at, bytes));
        // The oldest entry is the latest one that is at least a second old.
        while (_second.Count > 2 && at - _second.ElementAt(1).At >= BestOver) _second.Dequeue();
        var (from, before) = _second.Peek();
        if (at - from >= BestOver) _best = Math.Max(_best, (bytes - before) / (at - from).TotalSeconds);
    }

    private void NoteStreams(int active, TimeSpan at, long bytes)
    {
        active = Math.Clamp(active, 0, 64);
        if (active != _active)
        {
            (_active, _activeSince) = (active, at);
            return;
        }
        if (_at - _activeSince < Settling) return;
        var (time, sum) = _byStreams[active];
        _byStreams[active] = (time + (at - _at), sum + bytes);
    }
}

/// <summary>The data received in one period, [<paramref name="From"/>, <paramref name="To"/>).</summary>
/// <param name="From">Time since the start of the run.</param>
/// <param name="To">Time since the start of the run.</param>
/// <param name="Bytes">Bytes received over the network by all streams.</param>
/// <param name="Active">The maximum number of streams that received.</param>
/// <param name="Wanted">The maximum number of streams wanted.</param>
internal readonly record struct GoodputBucket(TimeSpan From, TimeSpan To, long Bytes, int Active, int Wanted)
{
    /// <summary>The mean over the bucket, in bytes per second.</summary>
    public double BytesPerSecond => Bytes / Math.Max((To - From).TotalSeconds, 1e-6);

    /// <summary>Merges this bucket with the next one.</summary>
    public GoodputBucket With(GoodputBucket next) =>
        new(From, next.To, Bytes + next.Bytes, Math.Max(Active, next.Active), Math.Max(Wanted, next.Wanted));
}
