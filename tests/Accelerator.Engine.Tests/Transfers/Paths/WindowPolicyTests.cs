namespace Accelerator.Engine.Tests.Transfers.Paths;

public sealed class WindowPolicyTests
{
    // 10 Gbit/s and 8 ms: 10 MB are in flight when the path is full.
    private static readonly StreamPlateau Known = new(2, 1.25e9);

    [Theory]
    [InlineData(1, 15e6)]
    [InlineData(2, 7.5e6)]
    [InlineData(4, 3.75e6)]
    [InlineData(100, 1 << 20)]
    public void The_streams_of_a_known_path_share_half_more_than_it_carries(int streams, double bytes) =>
        Assert.Equal((long)bytes, Most(streams: streams));

    [Fact]
    public void A_path_that_carries_more_than_it_did_gets_more() => Assert.Equal(30_000_000, Most(peak: 2.5e9));

    [Fact]
    public void Without_a_known_goodput_there_is_no_limit()
    {
        Assert.Equal(long.MaxValue, Most(known: null));
        Assert.Equal(long.MaxValue, Most(known: Known with { BytesPerSecond = 0 }));
    }

    [Fact]
    public void Where_many_streams_were_needed_each_is_limited_by_losses_or_a_setting_already()
    {
        Assert.NotEqual(long.MaxValue, Most(known: Known with { Streams = 8 }));
        Assert.Equal(long.MaxValue, Most(known: Known with { Streams = 9 }));
    }

    [Fact]
    public void On_a_near_path_there_is_no_limit() => Assert.Equal(long.MaxValue, Most(roundTrip: 0.0039));

    // Replies that take longer than the shortest one need more in flight for the same goodput.
    [Theory]
    [InlineData(1.0, 0, false)]
    [InlineData(1.2, 1.2e9, false)]
    [InlineData(1.2, 1.1e9, true)]
    public void A_path_that_brings_less_than_it_did_after_slow_start_is_not_limited(double flowing, double peak, bool isUnlimited) =>
        Assert.Equal(isUnlimited, Most(peak: peak, flowing: flowing) == long.MaxValue);

    private static long Most(StreamPlateau? known, double peak = 0, double roundTrip = 0.008, int streams = 1, double flowing = 0) =>
        WindowPolicy.Most(known, peak, roundTrip, streams, flowing);

    private static long Most(double peak = 0, double roundTrip = 0.008, int streams = 1, double flowing = 0) =>
        Most(Known, peak, roundTrip, streams, flowing);
}
