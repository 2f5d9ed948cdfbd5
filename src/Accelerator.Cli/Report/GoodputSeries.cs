using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>
/// Goodput over time, from the snapshots, in at most <see cref="Capacity"/> buckets: whenever they are full, neighbours are merged and
/// buckets get twice as long, so that an hour costs what a minute costs. Also what a long run must remember at full resolution: the best
/// second, and the mean for each number of streams.
/// </summary>
internal sealed class GoodputSeries
{
    /// <summary>Most buckets; a chart of a thousand pixels shows no more.</summary>
    public const int Capacity = 480;

    // A number of streams that has just changed says nothing yet: what was added is still in slow start (9 to 14 round trips).
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

    /// <summary>Buckets in the order of time, without gaps.</summary>
    public IReadOnlyList<GoodputBucket> Buckets => [.. _buckets];

    /// <summary>Goodput of the best second, bytes per second; of the whole where it was shorter.</summary>
    public double BestBytesPerSecond => _best > 0 ? _best : _bytes / Math.Max(_at.TotalSeconds, 1e-6);

    /// <summary>Time in which streams received, summed over the streams.</summary>
    public double StreamSeconds { get; private set; }

    /// <summary>
    /// Mean goodput while a number of streams received and had done so for a second; only numbers that did for a second more.
    /// </summary>
    public IReadOnlyList<StreamRate> ByStreams =>
    [
        .. _byStreams.Select((sum, streams) => (sum, streams))
            .Where(entry => entry.streams > 0 && entry.sum.Time >= Settling)
            .Select(entry => new StreamRate(entry.streams, entry.sum.Bytes / entry.sum.Time.TotalSeconds)),
    ];

    /// <summary>Takes in a snapshot. One that is not younger than the last is left out.</summary>
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
        // The oldest entry is the youngest that is a second or more ago.
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

/// <summary>What came in one piece of time, [<paramref name="From"/>, <paramref name="To"/>).</summary>
/// <param name="From">Since the start of the run.</param>
/// <param name="To">Since the start of the run.</param>
/// <param name="Bytes">Over the network, by all streams.</param>
/// <param name="Active">Most streams that received.</param>
/// <param name="Wanted">Most streams that were wanted.</param>
internal readonly record struct GoodputBucket(TimeSpan From, TimeSpan To, long Bytes, int Active, int Wanted)
{
    /// <summary>Mean over the bucket, bytes per second.</summary>
    public double BytesPerSecond => Bytes / Math.Max((To - From).TotalSeconds, 1e-6);

    /// <summary>This bucket and the next one as one.</summary>
    public GoodputBucket With(GoodputBucket next) =>
        new(From, next.To, Bytes + next.Bytes, Math.Max(Active, next.Active), Math.Max(Wanted, next.Wanted));
}
