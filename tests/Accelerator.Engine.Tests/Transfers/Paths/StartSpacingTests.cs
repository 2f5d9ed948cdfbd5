namespace Accelerator.Engine.Tests.Transfers.Paths;

public sealed class StartSpacingTests
{
    private static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(200);

    private readonly FakeTime _time = new();

    [Fact]
    public void Streams_that_are_ready_together_start_evenly_within_a_round_trip()
    {
        var spacing = new StartSpacing(_time);
        Assert.Equal([0, 40, 80, 120, 160], Waits(spacing, 5));
    }

    [Fact]
    public void A_stream_that_is_far_from_all_others_does_not_wait()
    {
        var spacing = new StartSpacing(_time);
        Assert.Equal(0, Wait(spacing, 4));
        _time.Advance(TimeSpan.FromMilliseconds(250));
        Assert.Equal(0, Wait(spacing, 4));
        Assert.Equal(50, Wait(spacing, 4));
    }

    [Fact]
    public void More_streams_than_gaps_start_in_the_middle_of_the_widest_ones()
    {
        var spacing = new StartSpacing(_time);
        Waits(spacing, 2);
        Assert.Equal([50, 150], Waits(spacing, 2).Order());
    }

    [Fact]
    public void A_start_more_than_eight_round_trips_ago_does_not_count()
    {
        var spacing = new StartSpacing(_time);
        Assert.Equal(0, Wait(spacing, 4));
        _time.Advance((8 * RoundTrip) + TimeSpan.FromMilliseconds(1));
        Assert.Equal(0, Wait(spacing, 4));
    }

    [Theory]
    [InlineData(200, 1)]
    [InlineData(3, 4)]
    public void One_stream_and_streams_of_a_short_path_start_at_once(int milliseconds, int streams)
    {
        var spacing = new StartSpacing(_time);
        for (var i = 0; i < 3; i++)
            Assert.Equal(TimeSpan.Zero, spacing.Next(TimeSpan.FromMilliseconds(milliseconds), streams));
    }

    private static int[] Waits(StartSpacing spacing, int streams) =>
        [.. Enumerable.Range(0, streams).Select(_ => Wait(spacing, streams))];

    private static int Wait(StartSpacing spacing, int streams) =>
        (int)Math.Round(spacing.Next(RoundTrip, streams).TotalMilliseconds);
}
