using Accelerator.Engine.Transfers;
using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Transfers;

/// <summary>Ranges of a file whose whole is hashed: from the front, in parts that become shorter.</summary>
public sealed class SegmentQueueOrderTests
{
    private const long MiB = 1 << 20;
    private const long Size = 6144 * MiB;

    private readonly FakeTime _time = new();

    [Fact]
    public void Each_stream_takes_the_next_part_from_the_front()
    {
        var queue = Queue(streams: 4);

        var runs = Enumerable.Range(0, 4).Select(slot => queue.TryTake(slot)!).ToList();

        Assert.Equal(runs.Select(run => run.Start), runs.Select(run => run.End).Prepend(0).SkipLast(1));
        // A third of a fourth, and there is as much left as before when the next one asks.
        Assert.All(runs, run => Assert.Equal(512 * MiB, run.End - run.Start));
    }

    [Fact]
    public void Parts_become_shorter_and_a_stream_comes_back_some_ten_times()
    {
        var queue = Queue(streams: 4);
        var running = Enumerable.Range(0, 4).Select(slot => queue.TryTake(slot)!).ToList();
        var lengths = running.Select(run => run.End - run.Start).ToList();
        for (var turn = 0; running[turn % 4] is { } run; turn++)
        {
            Receive(queue, run);
            queue.Release(run);
            if (queue.TryTake(turn % 4, isFirst: false) is not { } next) break;
            // Nobody is before the front: what is behind it all streams have in hand.
            Assert.True(next.Start >= running.Max(other => other.Start));
            lengths.Add(next.End - next.Start);
            running[turn % 4] = next;
        }

        Assert.Equal(lengths.OrderDescending(), lengths);
        Assert.InRange(lengths.Count, 32, 60);
        Assert.True(lengths[^1] <= 32 * MiB);
    }

    [Fact]
    public void What_was_right_for_one_stream_is_cut_when_others_come()
    {
        var queue = Queue(streams: 1);
        var first = queue.TryTake(0)!;
        Assert.Equal(Size / 3, first.End);
        queue.Claim(first, 10 * MiB);

        var others = Enumerable.Range(1, 15).Select(slot => queue.TryTake(slot)!).ToList();

        Assert.InRange(first.End, 10 * MiB, 512 * MiB);
        Assert.Equal(first.End, others.Min(run => run.Start));
    }

    [Fact]
    public void On_a_long_fast_path_a_part_is_worth_its_slow_start()
    {
        // 60 round trips of 0.186 s at 150 MB/s.
        Assert.Equal((long)(60 * 0.186 * 150e6), OrderPolicy.Length(20L << 30, 8, new PathView(0.186, Usual: 150e6)));
        Assert.Equal(32 * MiB, OrderPolicy.Length(256 * MiB, 4, new PathView(0.02, Usual: 12e6)));
        // And nobody goes without.
        Assert.Equal(8 * MiB, OrderPolicy.Length(256 * MiB, 32, new PathView(0.02, Usual: 12e6)));
    }

    [Fact]
    public void Streams_that_are_too_many_end_and_those_at_the_front_go_on()
    {
        var queue = Queue(streams: 4);
        var runs = Enumerable.Range(0, 4).Select(slot => queue.TryTake(slot)!).ToList();
        foreach (var run in runs) Receive(queue, run, 20 * MiB);

        queue.LetGoSurplus(lane: null, wanted: 2);

        Assert.Equal([false, false, true, true], runs.Select(run => run.IsLetGo));
        Assert.All(runs.Skip(2), run => Assert.Equal(run.Claimed, run.End));
    }

    [Fact]
    public void At_the_end_and_where_the_order_means_nothing_nobody_is_sent_away()
    {
        var (ending, any) = (Queue(streams: 1, size: 32 * MiB), new SegmentQueue([new(0, Size)], [], single: false, SegmentLimits.Default, _time));
        foreach (var queue in (SegmentQueue[])[ending, any])
        {
            var run = queue.TryTake(0)!;
            Receive(queue, run, 20 * MiB);
            queue.LetGoSurplus(lane: null, wanted: 0);
            Assert.False(run.IsLetGo);
        }
    }

    private SegmentQueue Queue(int streams, long size = Size) => new([new(0, size)], [], single: false, SegmentLimits.Default, _time, streams);

    private static void Receive(SegmentQueue queue, SegmentRun run, long? bytes = null)
    {
        var end = run.Start + (bytes ?? run.End - run.Start);
        queue.Claim(run, end - run.Start);
        run.Position = end;
    }
}
