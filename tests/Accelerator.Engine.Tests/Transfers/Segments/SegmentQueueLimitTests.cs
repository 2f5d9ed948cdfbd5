namespace Accelerator.Engine.Tests.Transfers.Segments;

/// <summary>Ranges of a file whose reader is slower than the fetch.</summary>
public sealed class SegmentQueueLimitTests
{
    private const long MiB = 1 << 20;

    private readonly FakeTime _time = new();

    [Fact]
    public void No_range_begins_beyond_the_limit()
    {
        var queue = Queue();
        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);
        Assert.Equal((0, 4 * MiB, 4 * MiB), (first.Start, first.End, second.Start));
        Assert.Null(queue.TryTake(2));

        queue.SetLimit(9 * MiB);
        Assert.Equal(8 * MiB, queue.TryTake(2)!.Start);
    }

    [Fact]
    public void A_stream_that_waits_ends_when_the_front_is_free_and_only_the_last_one_does()
    {
        var queue = Queue();
        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);
        queue.SetLimit(6 * MiB);
        Receive(queue, second, 2 * MiB);
        Assert.True(queue.IsAtLimit(second));
        queue.YieldToFront(second);
        Assert.False(second.IsTruncated);

        Receive(queue, first, MiB);
        queue.Release(first);
        queue.YieldToFront(second);

        Assert.Equal((true, 6 * MiB, false), (second.IsTruncated, second.End, queue.IsAtLimit(second)));
        Assert.Equal(MiB, queue.TryTake(0, isFirst: false)!.Start);
    }

    [Fact]
    public void The_bytes_that_verify_the_others_are_taken_first_and_beyond_the_limit()
    {
        var queue = new SegmentQueue([new(0, 100 * MiB)], [], single: false, SegmentLimits.Default, _time) { Urgent = new(99 * MiB, 100 * MiB) };
        queue.SetLimit(8 * MiB);

        var run = queue.TryTake(0)!;

        Assert.Equal((99 * MiB, 100 * MiB, false), (run.Start, queue.Claim(run, 2 * MiB), queue.IsAtLimit(run)));
        Assert.Equal(0, queue.TryTake(1)!.Start);
        run.Position = run.Start + 5;
        queue.Release(run);
        Assert.Equal(run.Position, queue.TryTake(0)!.Start);
    }

    private SegmentQueue Queue()
    {
        var queue = new SegmentQueue([new(0, 100 * MiB)], [], single: false, SegmentLimits.Default, _time);
        queue.Order(4 * MiB);
        queue.SetLimit(8 * MiB);
        return queue;
    }

    private static void Receive(SegmentQueue queue, SegmentRun run, long bytes)
    {
        queue.Claim(run, bytes);
        run.Position += bytes;
    }
}
