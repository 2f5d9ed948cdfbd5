namespace Accelerator.Engine.Tests.Streams;

public sealed class RangeRatesTests
{
    private readonly RangeRates _rates = new();

    [Fact]
    public void Without_a_finished_range_there_is_no_usual_rate()
    {
        _rates.Add(0, TimeSpan.FromSeconds(1));
        _rates.Add(1000, TimeSpan.Zero);

        Assert.Equal(0, _rates.Usual);
    }

    [Fact]
    public void One_slow_range_among_several_does_not_make_slowness_usual()
    {
        foreach (var bytes in (long[])[5_000, 2, 6_000, 4_000]) _rates.Add(bytes, TimeSpan.FromSeconds(2));

        Assert.Equal(2_500, _rates.Usual);
    }

    [Fact]
    public void A_path_that_has_become_slow_is_slow_after_some_ranges()
    {
        for (var i = 0; i < 100; i++) _rates.Add(1_000_000, TimeSpan.FromSeconds(1));
        for (var i = 0; i < 8; i++) _rates.Add(1_000, TimeSpan.FromSeconds(1));

        Assert.Equal(1_000, _rates.Usual);
    }
}
