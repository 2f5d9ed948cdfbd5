namespace Accelerator.Cli.Tests.Report;

public sealed class GoodputSeriesTests
{
    private readonly GoodputSeries _series = new();
    private double _at;
    private long _bytes;

    [Fact]
    public void A_snapshot_is_a_bucket_from_the_one_before()
    {
        Pass(1, 5, 100, streams: 2);
        var (first, second) = (_series.Buckets[0], _series.Buckets[1]);
        Assert.Equal((0, 0.2, 20L, 2), (first.From.TotalSeconds, first.To.TotalSeconds, first.Bytes, first.Active));
        Assert.Equal((first.To, 100d), (second.From, Math.Round(second.BytesPerSecond, 6)));
    }

    [Fact]
    public void A_day_takes_as_many_buckets_as_a_minute_and_loses_no_byte()
    {
        Pass(86400, 1, 1000, streams: 4);
        Assert.InRange(_series.Buckets.Count, GoodputSeries.Capacity / 4, GoodputSeries.Capacity);
        Assert.Equal(86_400_000, _series.Buckets.Sum(bucket => bucket.Bytes));
        Assert.Equal(TimeSpan.FromDays(1), _series.Buckets[^1].To);
        Assert.All(_series.Buckets.Zip(_series.Buckets.Skip(1)), pair => Assert.Equal(pair.First.To, pair.Second.From));
        Assert.Equal(4 * 86400d, _series.StreamSeconds, 3);
    }

    [Fact]
    public void The_best_second_is_found_and_a_burst_within_it_is_not_its_rate()
    {
        Pass(0.6, 5, 1000, streams: 1);
        // In a run shorter than a second, the best second is the whole run.
        Assert.Equal(1000, _series.BestBytesPerSecond, 3);
        Pass(99.4, 5, 1000, streams: 1);
        Pass(0.2, 5, 21_000, streams: 1);
        Pass(10_000, 5, 1000, streams: 1);
        Assert.Equal(5000, _series.BestBytesPerSecond, 3);
    }

    [Fact]
    public void A_number_of_streams_has_its_rate_once_it_has_settled()
    {
        Pass(4, 5, 100, streams: 2);
        Pass(1, 5, 150, streams: 4);
        Pass(2, 5, 400, streams: 4);
        Pass(1.8, 5, 9999, streams: 6);
        Assert.Equal([2, 4], _series.ByStreams.Select(rate => rate.Streams));
        Assert.Equal([100, 400], _series.ByStreams.Select(rate => Math.Round(rate.BytesPerSecond / 4) * 4));
    }

    [Fact]
    public void Snapshots_that_go_back_in_time_or_bytes_are_tolerated()
    {
        Pass(2, 5, 100, streams: 1);
        var before = _series.Buckets.Count;
        _series.Add(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(1), BytesFetched = 7 });
        Assert.Equal(before, _series.Buckets.Count);
        _series.Add(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(3), BytesFetched = 7, ActiveStreams = 900 });
        Assert.Equal(0, _series.Buckets[^1].Bytes);
    }

    private void Pass(double seconds, int perSecond, double rate, int streams)
    {
        for (var i = 0; i < Math.Round(seconds * perSecond); i++)
        {
            _at += 1.0 / perSecond;
            _bytes += (long)(rate / perSecond);
            _series.Add(TransferSamples.Snapshot() with { Elapsed = TimeSpan.FromSeconds(Math.Round(_at, 3)), BytesFetched = _bytes, ActiveStreams = streams, WantedStreams = streams });
        }
    }
}
