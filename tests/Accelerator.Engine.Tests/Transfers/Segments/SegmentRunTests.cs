namespace Accelerator.Engine.Tests.Transfers.Segments;

public sealed class SegmentRunTests
{
    // A quarter of a second is a binary fraction: rates come out exact.
    private static readonly TimeSpan Quarter = TimeSpan.FromSeconds(0.25);

    private readonly FakeTime _time = new();
    private readonly SegmentRun _run;

    public SegmentRunTests() => _run = new SegmentRun(slot: 3, new ByteRange(1000, 5000), generation: 2, isStolen: true, _time.GetTimestamp());

    [Fact]
    public void A_run_begins_at_its_first_byte_with_nothing_handed_out()
    {
        Assert.Equal((1000, 1000, 1000, 5000), (_run.Start, _run.Position, _run.Claimed, _run.End));
        Assert.Equal((3, 2, true, _time.GetTimestamp()), (_run.Slot, _run.Generation, _run.IsStolen, _run.Started));
        Assert.Equal((0, 0, 0), (_run.BytesPerSecond, _run.RecentRate, _run.LevelRate));
    }

    [Fact]
    public void The_first_sample_counts_in_full_and_later_ones_by_their_age()
    {
        Pass(Quarter, 1000);
        Assert.Equal(4000, _run.BytesPerSecond);

        Pass(Quarter, 2000);
        Assert.Equal(4000 + (4000 * (1 - Math.Exp(-0.25 / 0.7))), _run.BytesPerSecond, precision: 6);

        var before = _run.BytesPerSecond;
        Pass(TimeSpan.FromSeconds(0.5), 0);
        Assert.Equal(before * Math.Exp(-0.5 / 0.7), _run.BytesPerSecond, precision: 6);
    }

    [Fact]
    public void Samples_less_than_50_ms_apart_are_one()
    {
        Pass(TimeSpan.FromMilliseconds(49), 100);
        Assert.Equal(0, _run.BytesPerSecond);

        Pass(TimeSpan.FromMilliseconds(1), 0);
        Assert.Equal(2000, _run.BytesPerSecond, precision: 6);
    }

    [Fact]
    public void The_last_byte_was_seen_by_the_sample_that_found_new_ones()
    {
        Pass(Quarter, 100); // Bytes of a seam, before the first byte of its range.
        Assert.Equal(0, _run.LastByteAt);

        _run.FirstByteAt = _time.GetTimestamp();
        Pass(Quarter, 100);
        var seen = _time.GetTimestamp();
        Assert.Equal(seen, _run.LastByteAt);

        Pass(Quarter, 0);
        Assert.Equal(seen, _run.LastByteAt);
    }

    [Fact]
    public void The_silence_of_a_held_back_stream_is_measured_from_its_resumption()
    {
        _run.IsHeldBack = true;
        _run.Resume(7);
        Assert.Equal((false, 0), (_run.IsHeldBack, _run.LastByteAt));

        _run.FirstByteAt = _time.GetTimestamp();
        Pass(Quarter, 100);
        var later = _time.GetTimestamp() + 1;
        _run.Resume(later);
        Assert.Equal(later, _run.LastByteAt);
    }

    [Fact]
    public void The_recent_rate_is_that_of_the_last_round_trip_and_the_smoothed_one_until_there_was_one()
    {
        _run.FirstByteAt = _time.GetTimestamp();
        Feed(100);
        Assert.Equal(400, _run.RecentRate);
        Assert.Equal(_run.BytesPerSecond, _run.RecentRate);

        Feed(300);
        Assert.Equal(1200, _run.RecentRate);
        Assert.NotEqual(_run.BytesPerSecond, _run.RecentRate);
    }

    [Fact]
    public void On_a_path_that_answers_at_once_the_recent_rate_is_that_of_a_fifth_of_a_second()
    {
        _run.FirstByteAt = _time.GetTimestamp();
        foreach (var bytes in (int[])[100, 100, 100, 300]) Pass(TimeSpan.FromSeconds(0.1), bytes, roundTrip: TimeSpan.Zero);

        Assert.Equal(2000, _run.RecentRate, precision: 6);
    }

    // The bytes of four round trips; the first serves only for comparison.
    [Theory]
    [InlineData(100, 100, 100, 400)]
    [InlineData(100, 100, 119, 438)]
    [InlineData(100, 100, 120, 0)] // a fifth more than the one before: the run grows
    [InlineData(100, 130, 149, 558)]
    [InlineData(100, 130, 150, 0)] // half as much again as the one before that
    [InlineData(100, 200, 400, 0)]
    [InlineData(400, 200, 100, 600)]
    public void A_stream_has_levelled_off_when_a_round_trip_brings_little_more_than_the_two_before(int early, int middle, int last, double level)
    {
        _run.FirstByteAt = _time.GetTimestamp();

        Feed(50, early, middle);
        Assert.Equal(0, _run.LevelRate);
        Feed(last);

        Assert.Equal(level, _run.LevelRate, precision: 9);
    }

    [Fact]
    public void Before_the_first_byte_there_is_no_recent_rate_and_what_came_then_is_no_part_of_a_level()
    {
        Feed(100, 100, 100, 100, 100);
        Assert.Equal((0, 0), (_run.RecentRate, _run.LevelRate));
        _run.FirstByteAt = _time.GetTimestamp();

        Feed(100, 100, 100);
        Assert.Equal(0, _run.LevelRate);
        Feed(100);

        Assert.Equal(400, _run.LevelRate);
    }

    [Fact]
    public void A_stream_that_grows_again_has_no_level_any_more()
    {
        _run.FirstByteAt = _time.GetTimestamp();
        Feed(100, 100, 100, 100);
        Assert.Equal(400, _run.LevelRate);

        Feed(200);

        Assert.Equal(0, _run.LevelRate);
    }

    [Fact]
    public void Sixteen_round_trips_after_the_first_byte_growth_is_no_slow_start()
    {
        Feed(0, 0);
        _run.FirstByteAt = _time.GetTimestamp();
        Feed([.. Enumerable.Range(0, 16).Select(n => 1 << n)]);
        Assert.Equal(0, _run.LevelRate);

        Feed(1 << 16);

        Assert.Equal(4 * 1.5 * (1 << 15), _run.LevelRate);
    }

    private void Feed(params int[] quarters)
    {
        foreach (var bytes in quarters) Pass(Quarter, bytes);
    }

    private void Pass(TimeSpan by, int bytes, TimeSpan? roundTrip = null)
    {
        _time.Advance(by);
        _run.Received(bytes);
        _run.Sample(_time.GetTimestamp(), _time, roundTrip ?? Quarter);
    }
}
