namespace Accelerator.Engine.Tests.Transfers.Segments;

public sealed class SegmentQueueTests
{
    private const long MiB = 1 << 20;
    private const long Size = 100 * MiB;

    private readonly FakeTime _time = new();

    [Fact]
    public void Planned_ranges_come_first_and_in_order()
    {
        var queue = Queue([new(0, Size)], [new(0, 40 * MiB), new(40 * MiB, Size)]);

        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);

        Assert.Equal((0, 40 * MiB), (first.Start, first.End));
        Assert.Equal((40 * MiB, Size), (second.Start, second.End));
        Assert.Null(queue.TryTake(2));
    }

    [Fact]
    public void Where_fewer_streams_come_than_were_planned_the_rest_is_one_range()
    {
        var queue = Queue([new(0, Size)], [new(0, 25 * MiB), new(25 * MiB, 50 * MiB), new(50 * MiB, 75 * MiB), new(75 * MiB, Size)]);
        var (first, _) = (queue.TryTake(0)!, queue.TryTake(1)!);
        Receive(queue, first, 25 * MiB);
        queue.Release(first);

        var next = queue.TryTake(0, isFirst: false)!;

        Assert.Equal((50 * MiB, Size), (next.Start, next.End));
        // A third stream that arrives after all finds its start taken.
        Assert.Null(queue.TryTake(2));
    }

    [Fact]
    public void A_run_that_is_let_go_ends_where_its_stream_is_and_the_rest_is_another_s()
    {
        var queue = Queue([new(0, Size)], [new(0, Size)]);
        var run = queue.TryTake(0)!;
        queue.Truncate(run);
        // The run has delivered nothing yet: to end it would waste its start.
        Assert.Equal(Size, run.End);
        Receive(queue, run, 10 * MiB);

        queue.Truncate(run);

        Assert.Equal((run.Claimed, run.Claimed), (run.End, queue.Claim(run, MiB)));
        Assert.Equal((run.End, Size), (queue.TryTake(1)!.Start, queue.Runs()[1].End));
    }

    [Fact]
    public void Returned_bytes_are_taken_before_anything_is_stolen()
    {
        var queue = Queue([new(0, Size)], [new(0, 50 * MiB), new(50 * MiB, Size)]);
        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);
        Receive(queue, first, 10 * MiB);
        Receive(queue, second, 10 * MiB);
        queue.Release(first);

        var next = queue.TryTake(2)!;

        Assert.Equal((10 * MiB, 50 * MiB), (next.Start, next.End));
    }

    [Fact]
    public void Bytes_already_present_are_not_assigned()
    {
        var queue = Queue([new(10, 20), new(50, 60)], [new(10, 20), new(50, 60)]);

        Assert.Equal((10, 20), (queue.TryTake(0)!.Start, queue.Runs()[0].End));
        Assert.Equal((50, 60), (queue.TryTake(1)!.Start, queue.Runs()[1].End));
        Assert.Null(queue.TryTake(2));
    }

    [Fact]
    public void A_planned_range_that_another_stream_ran_into_is_skipped()
    {
        var queue = Queue([new(0, Size)], [new(0, 50 * MiB), new(50 * MiB, Size)]);
        var first = queue.TryTake(0)!;
        Receive(queue, first, 60 * MiB); // into the free bytes of the second range

        Assert.Equal(Size, first.End);
        Assert.Null(queue.TryTake(1));
    }

    [Fact]
    public void A_claim_extends_into_free_bytes_and_stops_at_another_run()
    {
        var queue = Queue([new(0, Size)], [new(0, 10 * MiB), new(20 * MiB, 30 * MiB)]);
        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);

        Receive(queue, first, 20 * MiB);

        Assert.Equal(20 * MiB, queue.Claim(first, MiB));
        Assert.Equal(20 * MiB, second.Start);
    }

    [Fact]
    public void A_cut_never_falls_below_a_byte_that_was_handed_out()
    {
        var queue = Queue([new(0, Size)], [new(0, Size)]);
        var run = queue.TryTake(0)!;
        Receive(queue, run, 60 * MiB);
        SetRate(run, 1e6);
        queue.Claim(run, 30 * MiB);

        var stolen = queue.TrySteal(1, new PathView(0.01))!;

        Assert.True(stolen.Start >= 90 * MiB, $"stolen from {stolen.Start}");
        Assert.Equal(stolen.Start, run.End);
        Assert.Equal(Size, stolen.End);
        Assert.Equal(run.End, queue.Claim(run, Size));
    }

    [Fact]
    public void In_single_mode_there_is_one_run_from_the_first_free_byte()
    {
        var queue = new SegmentQueue([new(0, Size)], [], single: true, new SegmentLimits(MiB, 8 * MiB), _time);
        var run = queue.TryTake(0)!;

        Assert.Equal((0, Size), (run.Start, run.End));
        Assert.Null(queue.TryTake(1));
        SetRate(run, 1e6);
        Assert.Null(queue.TrySteal(1, new PathView(0.001)));
    }

    [Fact]
    public void A_maximum_bounds_every_run()
    {
        var queue = new SegmentQueue([new(0, Size)], [], single: false, new SegmentLimits(MiB, 8 * MiB), _time);
        var run = queue.TryTake(0)!;

        Receive(queue, run, 8 * MiB);

        Assert.Equal(8 * MiB, queue.Claim(run, MiB));
        Assert.Equal(8 * MiB, queue.TryTake(1)!.Start);
    }

    [Fact]
    public void Nothing_is_stolen_of_a_revoked_run()
    {
        var (torn, whole) = (Queue([new(0, Size)], [new(0, Size)]), Queue([new(0, Size)], [new(0, Size)]));
        foreach (var queue in new[] { torn, whole }) SetRate(queue.TryTake(0)!, 1e6);

        torn.RevokeAll(new InvalidOperationException());

        Assert.Null(torn.TrySteal(1, new PathView(0.01)));
        Assert.NotNull(whole.TrySteal(1, new PathView(0.01)));
    }

    [Fact]
    public void Revoking_ends_every_run_and_all_is_to_come_until_the_restart()
    {
        var queue = Queue([new(0, Size)], [new(0, 50 * MiB), new(50 * MiB, Size)]);
        var (first, second) = (queue.TryTake(0)!, queue.TryTake(1)!);
        Exception? told = null;
        first.Abort = e => told = e;
        var reason = new InvalidOperationException();

        queue.RevokeAll(reason);
        Assert.Same(reason, told);
        Assert.True(first.IsRevoked && second.IsRevoked);
        Assert.Equal(first.Claimed, queue.Claim(first, MiB));
        Assert.False(queue.IsIdle);
        queue.Release(first);
        queue.Release(second);
        Assert.True(queue.IsIdle);
        Assert.False(queue.IsExhausted);
        Assert.Null(queue.TryTake(0));

        queue.Restart(new(0, Size), single: true);
        Assert.Equal(first.Generation + 1, queue.TryTake(0)!.Generation);
    }

    [Fact]
    public void The_end_of_a_file_of_unknown_length_is_where_the_data_ended()
    {
        var queue = Queue([new(0, long.MaxValue)], [new(0, long.MaxValue)]);
        var run = queue.TryTake(0)!;
        run.Position = queue.Claim(run, 12_345);

        queue.EndAt(run);
        queue.Release(run);

        Assert.True(queue.IsExhausted);
    }

    [Fact]
    public void A_crawling_run_is_returned_once_and_its_missing_bytes_are_free_after_its_release()
    {
        var queue = Queue([new(0, MiB)], [new(0, MiB)]);
        var run = Crawling(queue);

        Assert.Null(queue.TakeLate(usual: 0, new PathView(0.01)));
        Assert.Same(run, queue.TakeLate(usual: 1e6, new PathView(0.01)));
        Assert.Null(queue.TakeLate(usual: 1e6, new PathView(0.01)));

        // Until its release the range belongs to the run: a byte has one owner.
        Assert.Null(queue.TryTake(1));
        Assert.Equal(256 << 10, run.Claimed);
        queue.Release(run);
        Assert.Equal((run.Position, MiB), (queue.TryTake(1)!.Start, queue.Runs()[0].End));
    }

    [Fact]
    public void Slow_streams_are_kept_longer_where_new_connections_are_no_better()
    {
        var queue = Queue([new(0, MiB)], [new(0, MiB)]);
        var given = 0;
        for (var tries = 0; tries < 40; tries++)
        {
            var run = Crawling(queue);
            if (queue.TakeLate(usual: 1e6, new PathView(0.01)) is not null) given++;
            queue.Release(run);
        }
        Assert.InRange(given, 5, 10);

        // A run that reaches its end shows that the path works.
        var whole = queue.TryTake(0)!;
        Receive(queue, whole, MiB);
        queue.Release(whole);
        queue.Restart(new(0, MiB), single: false);
        Crawling(queue);
        Assert.NotNull(queue.TakeLate(usual: 1e6, new PathView(0.01)));
    }

    [Fact]
    public void A_stream_that_is_held_back_is_not_late_and_one_that_is_alone_by_order_is_left_alone()
    {
        var held = Queue([new(0, MiB)], [new(0, MiB)]);
        Crawling(held).IsHeldBack = true;
        var single = new SegmentQueue([new(0, MiB)], [], single: true, SegmentLimits.Default, _time);
        Crawling(single);

        Assert.Null(held.TakeLate(usual: 1e6, new PathView(0.01)));
        Assert.Null(single.TakeLate(usual: 1e6, new PathView(0.01)));
    }

    [Fact]
    public void However_streams_take_steal_fail_and_finish_each_byte_is_received_once()
    {
        Prop.ForAll(Gen.Choose(0, int.MaxValue - 1).ToArbitrary(), seed =>
        {
            var random = new Random(seed);
            var size = random.NextInt64(1, 40 * MiB);
            var queue = new SegmentQueue([new(0, size)], [], single: random.Next(5) == 0, new SegmentLimits(64 << 10, random.Next(2) == 0 ? long.MaxValue : 3 * MiB), _time);
            var received = new IntervalSet();
            var running = new List<SegmentRun>();
            for (var step = 0; !queue.IsExhausted; step++)
            {
                Assert.True(step < 20_000, "It does not end.");
                if (random.Next(100) == 0) queue.Order(random.NextInt64(1, 8 * MiB));
                if (random.Next(100) == 0) queue.TruncateSurplus(route: null, wanted: random.Next(6));
                if (running.Count < 6 && random.Next(3) == 0 && (queue.TryTake(0) ?? queue.TrySteal(0, new PathView(0.001))) is { } taken) running.Add(taken);
                if (running.Count == 0) continue;
                var run = running[random.Next(running.Count)];
                var end = queue.Claim(run, random.NextInt64(1, MiB));
                var until = random.Next(20) == 0 ? run.Position + ((end - run.Position) / 2) : end;
                Assert.True(received.Gaps(new(run.Position, until)).Sum(gap => gap.Length) == until - run.Position, "A byte was received twice.");
                received.Add(new(run.Position, until));
                run.Position = until;
                _time.Advance(TimeSpan.FromMilliseconds(300));
                SetRate(run, 1e6 * (1 + random.Next(20)));
                if (until == end && random.Next(30) != 0 && queue.Claim(run, 1) > until) continue;
                if (until == end && run.Position < run.End && random.Next(3) != 0) continue;
                queue.Release(run);
                running.Remove(run);
            }
            Assert.Equal(size, received.TotalLength);
        }).QuickCheckThrowOnFailure();
    }

    private SegmentQueue Queue(IEnumerable<ByteRange> missing, IEnumerable<ByteRange> planned) => new(missing, planned, single: false, SegmentLimits.Default, _time);

    // At 2 KB/s for four seconds.
    private SegmentRun Crawling(SegmentQueue queue)
    {
        var run = queue.TryTake(0)!;
        queue.Claim(run, 256 << 10);
        for (var i = 0; i < 40; i++)
        {
            run.Position += 200;
            SetRate(run, 2_000);
        }
        return run;
    }

    private static void Receive(SegmentQueue queue, SegmentRun run, long until)
    {
        while (run.Position < until)
        {
            var end = queue.Claim(run, until - run.Position);
            Assert.True(end > run.Position, "The run is at its end.");
            run.Position = end;
        }
    }

    private void SetRate(SegmentRun run, double bytesPerSecond)
    {
        if (run.FirstByteAt == 0) run.FirstByteAt = Math.Max(1, _time.GetTimestamp());
        run.Received((int)(bytesPerSecond / 10));
        _time.Advance(TimeSpan.FromMilliseconds(100));
        run.Sample(_time.GetTimestamp(), _time, TimeSpan.Zero);
    }
}
