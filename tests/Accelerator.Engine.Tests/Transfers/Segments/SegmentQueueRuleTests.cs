namespace Accelerator.Engine.Tests.Transfers.Segments;

/// <summary>The individual rules for assigning, extending and taking back ranges.</summary>
public sealed class SegmentQueueRuleTests
{
    private const long MiB = 1 << 20;
    private const long Size = 100 * MiB;
    private static readonly TimeSpan Quarter = TimeSpan.FromSeconds(0.25);

    private readonly FakeTime _time = new();

    [Fact]
    public void A_stream_begins_where_a_planned_range_begins_and_not_in_its_middle()
    {
        var queue = Queue([new(20, 30), new(60, 70), new(80, 100)], [new(0, 30), new(50, 70), new(80, 100)]);

        Assert.Equal((80, 100), Bounds(queue.TryTake(0)));
        Assert.Equal((20, 30), Bounds(queue.TryTake(1)));
        Assert.Equal((60, 70), Bounds(queue.TryTake(2)));
    }

    [Fact]
    public void A_run_does_not_continue_over_bytes_already_present()
    {
        var queue = Queue([new(0, 10), new(20, 30)], [new(0, 10)]);
        var run = queue.TryTake(0)!;

        Assert.Equal(10, queue.Claim(run, 10));
        Assert.Equal(10, queue.Claim(run, 10));
        Assert.Equal((20, 30), Bounds(queue.TryTake(1)));
    }

    [Fact]
    public void A_run_extends_into_free_bytes_only_when_it_reaches_its_end()
    {
        var queue = Queue([new(0, Size)], [new(0, 50 * MiB), new(50 * MiB, Size)]);
        var run = queue.TryTake(0)!;

        queue.Claim(run, 10 * MiB);
        Assert.Equal(50 * MiB, run.End);
        queue.Claim(run, 40 * MiB);
        Assert.Equal(50 * MiB, run.End);
        queue.Claim(run, 1);
        Assert.Equal(Size, run.End);
    }

    [Fact]
    public void The_longest_range_is_counted_from_its_start()
    {
        var queue = new SegmentQueue([new(20 * MiB, 40 * MiB)], [new(20 * MiB, 24 * MiB)], single: false, new SegmentLimits(MiB, 8 * MiB), _time);
        var run = queue.TryTake(0)!;
        queue.Claim(run, 4 * MiB);

        Assert.Equal(25 * MiB, queue.Claim(run, MiB));
    }

    [Theory]
    [InlineData(100, 50)]
    // A file of unknown length.
    [InlineData(long.MaxValue, long.MaxValue)]
    public void A_claim_hands_out_what_is_wanted_and_no_more_than_there_is(long length, long last)
    {
        var queue = Queue([new(0, length)], [new(0, length)]);
        var run = queue.TryTake(0)!;

        Assert.Equal(30, queue.Claim(run, 30));
        Assert.Equal(60, queue.Claim(run, 30));
        Assert.Equal(length, queue.Claim(run, last));
    }

    [Fact]
    public void Beyond_the_end_of_a_file_of_unknown_length_nothing_is_given_out()
    {
        var queue = new SegmentQueue([new(0, long.MaxValue)], [], single: false, new SegmentLimits(MiB, 8 * MiB), _time);
        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);
        second.Position = queue.Claim(second, 100);

        queue.EndAt(second);
        queue.Release(second);

        Assert.Equal((8 * MiB) + 100, second.End);
        Assert.Null(queue.TryTake(1));
        queue.Release(first);
        Assert.Equal((0, 8 * MiB), Bounds(queue.TryTake(1)));
    }

    [Fact]
    public void Until_a_file_starts_over_nothing_of_it_is_free_and_then_it_has_no_plan()
    {
        var queue = Queue([new(0, Size)], [new(0, 50 * MiB), new(50 * MiB, Size)]);
        queue.RevokeAll(new InvalidOperationException());
        Assert.Null(queue.TryTake(0));
        Assert.False(queue.IsExhausted);

        queue.Restart(new(0, Size), single: false);

        Assert.Equal((0, Size), Bounds(queue.TryTake(0)));
        Assert.False(queue.IsExhausted);
    }

    [Fact]
    public void After_a_restart_work_can_be_stolen_again_unless_one_stream_is_to_do_it_all()
    {
        foreach (var single in (bool[])[false, true])
        {
            var queue = Queue([new(0, Size)], []);
            queue.RevokeAll(new InvalidOperationException());
            queue.Restart(new(0, Size), single);
            Sample(queue.TryTake(0)!, MiB);

            Assert.Equal(single, queue.TrySteal(1, new PathView(0.01)) is null);
        }
    }

    [Fact]
    public void A_stolen_range_is_marked_and_belongs_to_its_new_stream()
    {
        var queue = Queue([new(0, Size)], []);
        var victim = queue.TryTake(0)!;
        Sample(victim, MiB);

        var stolen = queue.TrySteal(7, new PathView(0.01))!;

        Assert.Equal((false, true, 7), (victim.IsStolen, stolen.IsStolen, stolen.Slot));
        Assert.Equal([victim, stolen], queue.Runs());
        Assert.False(queue.IsIdle);
    }

    [Fact]
    public void A_spare_stream_steals_near_the_end_and_not_before()
    {
        var (idle, spare) = (Queue([new(0, Size)], []), Queue([new(0, Size)], []));
        foreach (var queue in new[] { idle, spare }) Sample(queue.TryTake(0)!, (int)MiB / 4);

        Assert.NotNull(idle.TrySteal(1, new PathView(0.01)));
        Assert.Null(spare.TrySteal(1, new PathView(0.01), isSpare: true));
        Assert.NotNull(spare.TrySteal(1, new PathView(0.01)));
    }

    // The rate of the last round trip is 400 bytes per second, the levelled rate 600, and a successor needs 0.75 s.
    [Theory]
    [InlineData("50 400 200 100", 449, 1)]
    [InlineData("50 400 200 100", 450, 0)]
    [InlineData("50 400 200 100", 301, 1)]
    // The end of a run that still grows cannot be predicted.
    [InlineData("1000", 1, 0)]
    // One stream alone has no successor.
    [InlineData("100 100 100 100", 1, 0, true)]
    public void A_run_needs_a_successor_when_it_ends_sooner_than_that_could_begin(
        string received, long rest, int ending, bool isAlone = false)
    {
        var queue = new SegmentQueue([new(0, Size)], [], isAlone, SegmentLimits.Default, _time);
        var run = queue.TryTake(0)!;
        foreach (var bytes in received.Split(' ')) Sample(run, int.Parse(bytes, null));
        queue.Claim(run, Size - rest);

        Assert.Equal(ending, queue.Ending(new PathView(0.25)));
    }

    private static (long Start, long End) Bounds(SegmentRun? run) => (run!.Start, run.End);

    private SegmentQueue Queue(IEnumerable<ByteRange> missing, IEnumerable<ByteRange> planned) => new(missing, planned, single: false, SegmentLimits.Default, _time);

    private void Sample(SegmentRun run, long bytes)
    {
        if (run.FirstByteAt == 0) run.FirstByteAt = _time.GetTimestamp();
        _time.Advance(Quarter);
        run.Received((int)bytes);
        run.Sample(_time.GetTimestamp(), _time, Quarter);
    }
}
