namespace Accelerator.Engine.Tests.Transfers.Segments;

/// <summary>Ranges of a file that is hashed as a whole: from the front, in parts that become shorter.</summary>
public sealed class SegmentQueueOrderTests
{
    private const long MiB = 1 << 20;
    private const long Size = 6144 * MiB;

    private readonly FakeTime _time = new();

    [Fact]
    public void Streams_finish_their_parts_and_continue_at_the_first_gap()
    {
        var (queue, runs) = Begin(streams: 4);
        foreach (var run in runs) Receive(queue, run, 20 * MiB);

        queue.Order(100 * MiB);

        Assert.All(runs, run => Assert.Equal(run.Start + (120 * MiB), run.End));
        Receive(queue, runs[3], 100 * MiB);
        queue.Release(runs[3]);
        var next = queue.TryTake(3, isFirst: false)!;
        Assert.Equal((runs[0].End, runs[0].End + (100 * MiB)), (next.Start, next.End));
    }

    [Fact]
    public void At_the_end_of_its_part_a_stream_continues_into_the_next_part_if_it_is_free()
    {
        var (queue, runs) = Begin(streams: 2);
        queue.Order(100 * MiB);

        Assert.Equal(100 * MiB, queue.Claim(runs[0], 100 * MiB));
        Assert.Equal(110 * MiB, queue.Claim(runs[0], 10 * MiB));
        Assert.Equal(200 * MiB, runs[0].End);
    }

    [Fact]
    public void A_rest_little_longer_than_a_part_is_not_divided()
    {
        var (queue, runs) = Begin(streams: 1);
        queue.Order(Size / 2);
        Assert.Equal(Size, runs[0].End);
    }

    [Fact]
    public void Surplus_streams_end_and_the_foremost_streams_continue()
    {
        var (queue, runs) = Begin(streams: 4);
        foreach (var run in runs) Receive(queue, run, 20 * MiB);
        queue.TruncateSurplus(route: null, wanted: 2);
        // The order is not in effect yet.
        Assert.DoesNotContain(runs, run => run.IsTruncated);
        queue.Order(100 * MiB);

        queue.TruncateSurplus(route: null, wanted: 2);

        Assert.Equal([false, false, true, true], runs.Select(run => run.IsTruncated));
        Assert.All(runs.Skip(2), run => Assert.Equal(run.Claimed, run.End));
    }

    [Fact]
    public void No_stream_is_truncated_near_the_end()
    {
        var (queue, runs) = Begin(streams: 4);
        foreach (var run in runs) Receive(queue, run, 20 * MiB);
        queue.Order(Size);
        queue.TruncateSurplus(route: null, wanted: 1);
        Assert.DoesNotContain(runs, run => run.IsTruncated);
    }

    [Theory]
    // 43 s at 50 MB/s and 20 ms.
    [InlineData(2048, 8, 50e6, 0.02, false, 85)]
    [InlineData(300, 8, 50e6, 0.02, true, 32)]
    // 4 GiB at 10 Gbit/s and 186 ms: 18 round trips. 20 s at 8 ms are many.
    [InlineData(4096, 8, 1.2e9, 0.186, false, null)]
    [InlineData(24_000, 4, 1.2e9, 0.008, false, 2000)]
    // A part has to last 60 round trips.
    [InlineData(200_000, 8, 1.2e9, 0.186, true, 8333)]
    [InlineData(20_000, 8, 1.2e9, 0.186, true, 1596)]
    [InlineData(2048, 8, 0, 0.02, true, null)]
    public void Parts_are_worth_their_slow_start_and_there_must_be_time_for_them(long left, int streams, double rate, double roundTrip, bool hasBegun, int? expected) =>
        Assert.Equal(expected, (int?)(OrderPolicy.Part(left * MiB, streams, rate, roundTrip, hasBegun) / MiB));

    [Theory]
    // What is in flight decides on a long fat path (1 and 10 Gbit/s, 186 ms), up to the longest window, and the usual window on others.
    [InlineData(32, 23.25, 11, 744)]
    [InlineData(32, 232.5, 116, 7440)]
    [InlineData(8, 400, 512, 8192)]
    [InlineData(4, 0.4, 32, 256)]
    public void The_window_holds_two_parts_that_are_worth_their_slow_start_for_each_stream(int streams, double inFlight, int part, int window)
    {
        const long left = long.MaxValue;
        var (length, ahead) = OrderPolicy.InOrder(256 * MiB, 8192 * MiB, left, streams, inFlight * MiB);
        Assert.Equal((part, window), ((int)(length / MiB), (int)(ahead / MiB)));
        Assert.Equal((256 * MiB / (2 * streams), 256 * MiB), OrderPolicy.InOrder(256 * MiB, 256 * MiB, left, streams, inFlight * MiB));
    }

    [Theory]
    // 4 GiB at 10 Gbit/s and 186 ms, while the rate still rises: 44 round trips are left.
    [InlineData(4096, 92, true)]
    // 65 round trips; and a disk that does not hold the rest.
    [InlineData(4096, 63, false)]
    [InlineData(4800, 92, false)]
    public void The_window_holds_the_rest_of_a_file_that_ends_within_64_round_trips(int left, double inFlight, bool isWhole)
    {
        var (_, ahead) = OrderPolicy.InOrder(256 * MiB, 4700 * MiB, left * MiB, streams: 4, inFlight * MiB);
        Assert.Equal(isWhole, ahead >= left * MiB);
    }

    [Theory]
    [InlineData(12_000, 0, 3000)]
    [InlineData(100_000, 0, 8192)]
    [InlineData(400, 0, 256)]
    [InlineData(null, 0, 256)]
    [InlineData(4000, 4000, 2000)]
    public void The_longest_window_is_a_quarter_of_the_disk_that_this_file_has_or_could_have(int? free, int held, int longest)
    {
        Assert.Equal(longest * MiB, OrderPolicy.Longest(256 * MiB, free * MiB, held * MiB));
    }

    [Fact]
    public void Eight_files_whose_readers_do_not_read_leave_a_part_of_the_disk_free()
    {
        const long disk = 20_000 * MiB;
        var held = new long[8];
        for (var round = 0; round < 100; round++)
        {
            for (var file = 0; file < held.Length; file++) held[file] = OrderPolicy.Longest(256 * MiB, disk - held.Sum(), held[file]);
        }
        Assert.InRange(held.Sum(), disk / 2, disk * 3 / 4);
    }

    private (SegmentQueue Queue, List<SegmentRun> Runs) Begin(int streams)
    {
        var planned = Enumerable.Range(0, streams).Select(part => new ByteRange(Size / streams * part, Size / streams * (part + 1)));
        var queue = new SegmentQueue([new(0, Size)], planned, single: false, SegmentLimits.Default, _time);
        return (queue, [.. Enumerable.Range(0, streams).Select(slot => queue.TryTake(slot)!)]);
    }

    private static void Receive(SegmentQueue queue, SegmentRun run, long bytes)
    {
        queue.Claim(run, bytes);
        run.Position += bytes;
    }
}
