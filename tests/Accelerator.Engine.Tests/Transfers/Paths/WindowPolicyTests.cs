namespace Accelerator.Engine.Tests.Transfers.Paths;

public sealed class WindowPolicyTests
{
    // 10 Gbit/s and 8 ms: 10 MB are in flight when the path is full.
    private const double Carries = 1.25e9;

    private static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(8);

    [Theory]
    [InlineData(0, 15e6)]
    [InlineData(1, 15e6)]
    [InlineData(2, 7.5e6)]
    [InlineData(4, 3.75e6)]
    [InlineData(100, 1 << 20)]
    public void The_streams_of_a_known_path_share_half_more_than_it_carries(int streams, double bytes) =>
        Assert.Equal((long)bytes, WindowPolicy.Most(Carries, RoundTrip, streams));

    [Fact]
    public void Without_a_known_goodput_and_on_a_near_path_there_is_no_limit()
    {
        Assert.Equal(long.MaxValue, WindowPolicy.Most(0, RoundTrip, 1));
        Assert.Equal(long.MaxValue, WindowPolicy.Most(Carries, TimeSpan.FromMilliseconds(3.9), 1));
    }

    [Fact]
    public void Where_many_streams_were_needed_or_the_user_gave_the_window_there_is_no_limit()
    {
        Assert.Equal(Carries, WindowPolicy.Carries(new StreamPlateau(8, Carries), receiveBuffer: null));
        Assert.Equal(0, WindowPolicy.Carries(new StreamPlateau(9, Carries), receiveBuffer: null));
        Assert.Equal(0, WindowPolicy.Carries(new StreamPlateau(1, Carries), receiveBuffer: 64 << 20));
        Assert.Equal(0, WindowPolicy.Carries(null, receiveBuffer: null));
    }

    // Less after slow start: the round trip is longer today. Much more: the limit holds it back.
    [Theory]
    [InlineData(0.0, 5.0, true)]
    [InlineData(0.1, 1.1, true)]
    [InlineData(0.89, 1.2, false)]
    [InlineData(0.91, 1.2, true)]
    [InlineData(1.39, 0.5, true)]
    [InlineData(1.41, 0.5, false)]
    public void A_path_that_brings_clearly_less_or_more_than_it_did_is_no_longer_limited(double share, double flowing, bool isAsKnown) =>
        Assert.Equal(isAsKnown, WindowPolicy.IsAsKnown(Carries, share * Carries, RoundTrip, flowing));
}
