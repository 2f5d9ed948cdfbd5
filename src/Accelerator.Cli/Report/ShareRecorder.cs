using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>Goodput of each source and local path over time, in bounded memory.</summary>
internal sealed class ShareRecorder
{
    /// <summary>The maximum number of shares recorded: more lines could not be told apart.</summary>
    public const int Most = 16;

    private readonly List<Entry> _entries = [];

    /// <summary>The shares to show.</summary>
    public IReadOnlyList<ShareRecord> Records =>
        [.. _entries.Select(entry =>
            new ShareRecord(entry.Last, entry.Goodput.Buckets, entry.Goodput.BestBytesPerSecond, entry.MostStreams))];

    /// <summary>Adds a snapshot.</summary>
    public void See(TransferSnapshot snapshot)
    {
        foreach (var share in snapshot.Routes)
        {
            var entry = _entries.Find(entry => entry.Last.Source == share.Source && entry.Last.Path == share.Path);
            if (entry is null && _entries.Count == Most) continue;
            if (entry is null) _entries.Add(entry = new Entry(share));
            entry.Last = share;
            entry.MostStreams = Math.Max(entry.MostStreams, share.Streams);
            entry.Goodput.Add(snapshot
                with { BytesFetched = share.BytesFetched, ActiveStreams = share.Streams, WantedStreams = share.Streams });
        }
    }

    private sealed class Entry(RouteShare share)
    {
        public RouteShare Last { get; set; } = share;

        public int MostStreams { get; set; }

        public GoodputSeries Goodput { get; } = new();
    }
}

/// <summary>The contribution of one source over one local path.</summary>
/// <param name="Share">The last reported share.</param>
/// <param name="Goodput">The goodput over time.</param>
/// <param name="BestBytesPerSecond">The best second, in bytes per second.</param>
/// <param name="MostStreams">The maximum number of streams that received at once.</param>
internal sealed record ShareRecord(RouteShare Share, IReadOnlyList<GoodputBucket> Goodput, double BestBytesPerSecond, int MostStreams);
