namespace Accelerator.Jobs.Tests.Definitions;

public sealed class WeeklyRateTests
{
    [Theory]
    [InlineData(1000, 100)]
    [InlineData(1001, 101)]
    [InlineData(6_048_000, 604_800)]
    [InlineData(60_480_000, 6_048_000)]
    public void Without_windows_the_time_is_that_of_the_measured_rate(long bytes, int seconds)
    {
        var rate = new WeeklyRate(10, []);
        Assert.Equal((TimeSpan.FromSeconds(seconds), TimeSpan.FromSeconds(seconds), 10L), (rate.Longest(bytes), rate.Usual(bytes), rate.Average));
    }

    [Theory]
    [InlineData("08:00", "09:00", 3600, 3600)]
    [InlineData("08:00", "09:00", 3610, 3601)]
    [InlineData("23:30", "00:30", 3610, 3601)]
    // Two hours at 1, a minute at 5 and the rest of a day at 10 bytes per second, then the next window.
    [InlineData("08:00", "10:00", 7200 + 300 + 791_400 + 10, 86_400 + 10)]
    public void The_longest_time_begins_with_the_window_that_delays_most(string from, string to, long bytes, int seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), new WeeklyRate(10, [Window(from, to, 1), Window("12:00", "12:01", 5)]).Longest(bytes));

    [Fact]
    public void A_window_above_the_measured_rate_changes_nothing()
    {
        var rate = new WeeklyRate(10, [Window("00:00", "00:00", 20)]);
        Assert.Equal((10L, TimeSpan.FromSeconds(100)), (rate.Average, rate.Longest(1000)));
    }

    [Fact]
    public void The_average_is_that_of_a_week()
    {
        var sunday = Window("00:00", "00:00", 3) with { Days = new HashSet<DayOfWeek> { DayOfWeek.Sunday } };
        var rate = new WeeklyRate(10, [sunday]);
        Assert.Equal((9L, TimeSpan.FromSeconds(100)), (rate.Average, rate.Usual(900)));
    }

    private static BandwidthWindow Window(string from, string to, long limit) => new(
        Enum.GetValues<DayOfWeek>().ToHashSet(), TimeOnly.Parse(from, System.Globalization.CultureInfo.InvariantCulture),
        TimeOnly.Parse(to, System.Globalization.CultureInfo.InvariantCulture), TimeZoneInfo.Utc, limit);
}
