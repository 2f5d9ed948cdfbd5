namespace Accelerator.Jobs.Tests.Definitions;

public sealed class BandwidthWindowTests
{
    private static readonly TimeZoneInfo Oslo = TimeZoneInfo.CreateCustomTimeZone("one", TimeSpan.FromHours(1), "one", "one");

    /// <summary>
    /// 2026-03-02 is a Monday; the window is in a time zone one hour east of UTC. A window over midnight belongs to the day on which it
    /// begins.
    /// </summary>
    [Theory]
    [InlineData("08:00", "18:00", "2026-03-02T06:59:59Z", false)]
    [InlineData("08:00", "18:00", "2026-03-02T07:00:00Z", true)]
    [InlineData("08:00", "18:00", "2026-03-02T16:59:59Z", true)]
    [InlineData("08:00", "18:00", "2026-03-02T17:00:00Z", false)]
    [InlineData("08:00", "18:00", "2026-03-01T12:00:00Z", false)]
    [InlineData("22:00", "06:00", "2026-03-02T20:59:59Z", false)]
    [InlineData("22:00", "06:00", "2026-03-02T21:00:00Z", true)]
    [InlineData("22:00", "06:00", "2026-03-03T04:59:59Z", true)]
    [InlineData("22:00", "06:00", "2026-03-03T05:00:00Z", false)]
    [InlineData("22:00", "06:00", "2026-03-02T04:00:00Z", false)]
    public void A_window_holds_from_its_beginning_to_before_its_end(string from, string to, string time, bool holds) =>
        Assert.Equal(holds, Window(from, to, DayOfWeek.Monday).Holds(Time(time)));

    [Fact]
    public void The_lowest_of_several_limits_applies()
    {
        BandwidthWindow[] windows = [Window("00:00", "00:00", DayOfWeek.Monday), Window("08:00", "18:00", DayOfWeek.Monday) with { BytesPerSecond = 5 }];
        Assert.Equal(5, BandwidthWindow.LimitAt(windows, Time("2026-03-02T12:00:00Z")));
        Assert.Equal(10, BandwidthWindow.LimitAt(windows, Time("2026-03-02T20:00:00Z")));
        Assert.Null(BandwidthWindow.LimitAt(windows, Time("2026-03-04T12:00:00Z")));
    }

    private static BandwidthWindow Window(string from, string to, DayOfWeek day) => new(
        new HashSet<DayOfWeek> { day }, TimeOnly.Parse(from, System.Globalization.CultureInfo.InvariantCulture), TimeOnly.Parse(to, System.Globalization.CultureInfo.InvariantCulture), Oslo, 10);

    private static DateTimeOffset Time(string text) => DateTimeOffset.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
}
