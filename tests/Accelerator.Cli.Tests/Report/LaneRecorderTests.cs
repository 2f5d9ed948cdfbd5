using Accelerator.Cli.Report;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Tests.Report;

public sealed class LaneRecorderTests
{
    private readonly LaneRecorder _lane = new();

    [Fact]
    public void Moments_make_bars_that_are_exact()
    {
        Happen(0.1, StreamMomentKind.Connecting);
        Happen(0.8, StreamMomentKind.LoggedIn);
        Happen(0.9, StreamMomentKind.Took, 100, 500);
        Happen(1.0, StreamMomentKind.FirstByte, 100, 500);
        Happen(1.3, StreamMomentKind.Completed, 100, 500);
        Assert.Equal(["Connecting 0.1-0.8", "Requesting 0.9-1", "Receiving 1-1.3"], Bars());
        Assert.Equal((100L, 500L), (_lane.Spans[2].Start, _lane.Spans[2].Position));
        Assert.Equal(400, _lane.Bytes);
    }

    [Fact]
    public void Without_moments_snapshots_do()
    {
        See(0.2, StreamState.Connecting, 0, 0);
        See(0.4, StreamState.Connecting, 0, 0);
        See(0.6, StreamState.Requesting, 100, 100);
        See(0.8, StreamState.Receiving, 100, 150);
        See(1.0, StreamState.Receiving, 100, 250);
        See(1.2, StreamState.Receiving, 900, 950);
        _lane.Miss(At(1.4));
        Assert.Equal(["Connecting 0.2-0.6", "Receiving 0.6-1", "Receiving 1-1.4"], Bars());
        Assert.Equal(200, _lane.Bytes);
    }

    [Fact]
    public void A_snapshot_that_is_older_than_the_last_moment_is_left_out()
    {
        Happen(1.0, StreamMomentKind.FirstByte, 0, 500);
        Happen(2.0, StreamMomentKind.Completed, 0, 500);
        See(1.9, StreamState.Receiving, 0, 480);
        _lane.Miss(At(1.95));
        Assert.Equal(["Receiving 1-2"], Bars());
    }

    [Fact]
    public void A_moment_that_comes_after_the_snapshot_that_shows_it_changes_nothing()
    {
        See(1.0, StreamState.Receiving, 0, 100);
        Happen(0.9, StreamMomentKind.FirstByte, 0, 500);
        See(1.2, StreamState.Receiving, 0, 200);
        Assert.Equal(["Receiving 1-1.2"], Bars());
        Assert.Equal(200, _lane.Bytes);
    }

    [Theory]
    [InlineData(StreamMomentKind.Failed)]
    [InlineData(StreamMomentKind.Stalled)]
    public void A_stream_that_failed_or_stalled_keeps_what_it_had(StreamMomentKind kind)
    {
        Happen(1.0, StreamMomentKind.FirstByte, 0, 500);
        See(1.5, StreamState.Receiving, 0, 300);
        Happen(2.0, kind, 300, 500);
        See(2.2, StreamState.BackingOff, 0, 0);
        See(2.4, StreamState.BackingOff, 0, 0);
        Assert.Equal(["Receiving 1-2", "BackingOff 2.2-2.4"], Bars());
        Assert.Equal(300, _lane.Bytes);
    }

    [Fact]
    public void A_range_that_has_ended_is_not_drawn_again_while_its_connection_is_wound_up()
    {
        Happen(1.0, StreamMomentKind.FirstByte, 0, 500);
        Happen(2.0, StreamMomentKind.CutShort, 0, 400);
        See(2.1, StreamState.Receiving, 0, 400);
        See(2.3, StreamState.Idle, 0, 0);
        Assert.Equal(["Receiving 1-2"], Bars());
        Assert.Equal(400, _lane.Bytes);

        Happen(2.5, StreamMomentKind.Took, 0, 500);
        See(2.9, StreamState.Requesting, 0, 0);
        Assert.Equal(["Receiving 1-2", "Requesting 2.5-2.9"], Bars());
    }

    [Fact]
    public void A_stream_from_which_nothing_comes_is_silent_until_something_does()
    {
        Happen(1.0, StreamMomentKind.FirstByte, 0, 500);
        See(1.2, StreamState.Receiving, 0, 100);
        See(1.8, StreamState.Receiving, 0, 100);
        See(2.4, StreamState.Receiving, 0, 100);
        See(3.0, StreamState.Receiving, 0, 100);
        See(3.2, StreamState.Receiving, 0, 300);
        See(3.4, StreamState.Receiving, 0, 350);
        Happen(4.6, StreamMomentKind.Stalled, 350, 500);
        Assert.Equal(["Receiving 1-1.2", "Receiving 1.2-3", "Receiving 3-3.4", "Receiving 3.4-4.6"], Bars());
        Assert.Equal([false, true, false, true], _lane.Spans.Select(span => span.IsSilent));
        Assert.Equal([(0L, 100L), (100L, 100L), (100L, 350L), (350L, 350L)], _lane.Spans.Select(span => (span.Start, span.Position)));
        Assert.Equal(350, _lane.Bytes);
    }

    [Fact]
    public void A_range_without_a_known_end_ends_where_it_was_seen()
    {
        Happen(1.0, StreamMomentKind.FirstByte, 0, long.MaxValue);
        See(1.5, StreamState.Receiving, 0, 300);
        Happen(2.0, StreamMomentKind.Completed, 0, long.MaxValue);
        Assert.Equal(300, _lane.Bytes);
    }

    [Fact]
    public void Thinning_makes_one_bar_of_short_neighbours_and_counts_them()
    {
        for (var i = 0; i < 10; i++)
        {
            Happen(i, StreamMomentKind.Took, i * 100, (i * 100) + 100);
            Happen(i + 0.1, StreamMomentKind.FirstByte, i * 100, (i * 100) + 100);
            Happen(i + 1, StreamMomentKind.Completed, i * 100, (i * 100) + 100);
        }
        Assert.Equal(20, _lane.Count);
        _lane.Thin(At(2));
        Assert.Equal(["Receiving 0-2", "Receiving 2-4", "Receiving 4-6", "Receiving 6-8", "Receiving 8-10"], Bars());
        Assert.All(_lane.Spans, span => Assert.Equal((4L, 200L), (span.Ranges, span.Position - span.Start)));
        Assert.Equal(1000, _lane.Bytes);
    }

    private static TimeSpan At(double seconds) => TimeSpan.FromSeconds(seconds);

    private void Happen(double at, StreamMomentKind kind, long start = 0, long end = 0) =>
        _lane.Happen(new StreamMoment(At(at), 0, kind, "f", start, end, ""));

    private void See(double at, StreamState state, long start, long position) =>
        _lane.See(At(at), new StreamSnapshot(0, state, "f", start, position, 500, 1));

    private IEnumerable<string> Bars() => _lane.Spans.Select(span => $"{span.State} {span.From.TotalSeconds}-{span.To.TotalSeconds}");
}
