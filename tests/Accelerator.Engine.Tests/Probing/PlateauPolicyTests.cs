namespace Accelerator.Engine.Tests.Probing;

public sealed class PlateauPolicyTests
{
    private static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(100);

    [Fact]
    public void An_even_rate_is_flat_after_sixteen_round_trips_and_not_before()
    {
        var even = Ticks(_ => 10e6);
        Assert.False(PlateauPolicy.IsFlat(even(1.5), RoundTrip));
        Assert.True(PlateauPolicy.IsFlat(even(1.7), RoundTrip));
    }

    [Fact]
    public void Slow_start_is_never_flat() =>
        Assert.False(PlateauPolicy.IsFlat(Ticks(at => 1e4 * Math.Pow(2, at / 0.2))(3), RoundTrip));

    [Theory]
    [InlineData(0.02, true)]
    [InlineData(0.5, false)]
    public void A_rate_that_still_grows_is_not_flat(double growthPerSecond, bool isFlat) =>
        Assert.Equal(isFlat, PlateauPolicy.IsFlat(Ticks(at => 10e6 * (1 + (growthPerSecond * at)))(2), RoundTrip));

    [Fact]
    public void Silence_is_not_flat_and_ends_when_the_time_is_over()
    {
        var silent = Ticks(_ => 0);
        Assert.False(PlateauPolicy.IsFlat(silent(3), RoundTrip));
        Assert.False(PlateauPolicy.IsOver(silent(3), RoundTrip));
        Assert.True(PlateauPolicy.IsOver(silent(3.7), RoundTrip));
    }

    [Fact]
    public void So_many_bytes_end_a_step_however_it_grows()
    {
        var growing = Ticks(at => 20e9 * at);
        Assert.False(PlateauPolicy.IsOver(growing(0.6), RoundTrip));
        Assert.True(PlateauPolicy.IsOver(growing(0.7), RoundTrip));
    }

    [Fact]
    public void The_rate_is_of_the_even_part_and_of_each_stream()
    {
        // One stream's slow start for a second, then both even.
        var ticks = Ticks(at => at < 1 ? 1e6 : 10e6)(2.2);
        var rates = PlateauPolicy.Rates(PlateauPolicy.Start(ticks, RoundTrip), ticks[^1]);
        Assert.Equal(2, rates.Count);
        Assert.All(rates, rate => Assert.InRange(rate, 4.9e6, 5.1e6));
    }

    [Theory]
    [Each(0.0002, 0.186, 2)]
    public void A_step_can_always_become_flat_before_it_is_over(double seconds)
    {
        var roundTrip = TimeSpan.FromSeconds(seconds);
        Assert.True(PlateauPolicy.Longest(roundTrip) >= PlateauPolicy.Least(roundTrip) + PlateauPolicy.Stretch(roundTrip));
        Assert.True(PlateauPolicy.Longest(roundTrip) >= PlateauPolicy.Stretch(roundTrip) * 3);
    }

    /// <summary>Two streams that share a rate, sampled every 50 ms.</summary>
    private static Func<double, List<LoadTick>> Ticks(Func<double, double> rateAt) => seconds =>
    {
        var ticks = new List<LoadTick> { new(TimeSpan.Zero, [0, 0]) };
        for (var i = 1; i * 0.05 <= seconds; i++)
        {
            var bytes = ticks[^1].Streams[0] + (long)(rateAt(i * 0.05) * 0.05 / 2);
            ticks.Add(new LoadTick(TimeSpan.FromSeconds(i * 0.05), [bytes, bytes]));
        }
        return ticks;
    };
}
