namespace Accelerator.Engine.Tests.Sites;

public sealed class RampPolicyTests
{
    [Theory]
    [InlineData(0, 1, 1)]
    [InlineData(0, 2, 2)]
    [InlineData(0, 4, 8)]
    [InlineData(0, 5, 15)]
    [InlineData(0, 500, 15)]
    [InlineData(3, 1, 15)]
    [InlineData(3, 2, 30)]
    [InlineData(3, 5, 240)]
    [InlineData(3, 6, 300)]
    [InlineData(3, int.MaxValue, 300)]
    public void A_cool_down_doubles_and_has_an_end(int standing, int refusals, double seconds) =>
        Assert.Equal(seconds, RampPolicy.CoolDown(standing, refusals, jitter: 0.5).TotalSeconds, precision: 3);

    [Fact]
    public void Jitter_is_a_quarter_to_each_side()
    {
        Assert.Equal(11.25, RampPolicy.CoolDown(1, 1, jitter: 0).TotalSeconds, precision: 3);
        Assert.Equal(18.75, RampPolicy.CoolDown(1, 1, jitter: 1).TotalSeconds, precision: 3);
    }

    [Theory]
    [InlineData(0, false, 4)]
    [InlineData(1, false, 3)]
    [InlineData(64, false, 3)]
    [InlineData(0, true, 16)]
    [InlineData(0, true, 16, 11)]
    [InlineData(0, true, 24, 12)]
    [InlineData(0, true, 48, 32)]
    [InlineData(0, false, 4, 12)]
    public void Few_connections_wait_for_a_greeting(int greeted, bool isProven, int most, int expected = 0) =>
        Assert.Equal(most, RampPolicy.MostUngreeted(greeted, isProven, expected));
}
