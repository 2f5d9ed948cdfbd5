namespace Accelerator.Ftp.Tests.Listings;

public sealed class ListingTimeTests
{
    private static readonly TimeOnly Time = new(5, 6);

    /// <summary>Only an exact point in time may decide whether a file has changed, and LIST never gives one.</summary>
    [Fact]
    public void Only_a_time_in_UTC_to_the_second_is_a_point_in_time()
    {
        var clock = new DateTime(2021, 3, 4, 5, 6, 7);
        Assert.Equal(new DateTimeOffset(2021, 3, 4, 5, 6, 7, TimeSpan.Zero), ListingTime.Utc(clock, TimePrecision.Second).Instant);
        Assert.Null(ListingTime.Utc(clock, TimePrecision.Minute).Instant);
        Assert.Null(ListingTime.Utc(clock, TimePrecision.Day).Instant);
        Assert.Null(ListingTime.Local(clock, TimePrecision.Fraction).Instant);
        Assert.NotEqual(ListingTime.Utc(clock, TimePrecision.Second), ListingTime.Local(clock, TimePrecision.Second));
    }

    [Theory]
    [InlineData("2026-01-02T03:04:05", 1, 2, 2026)]
    [InlineData("2026-01-02T03:04:05", 12, 31, 2025)]
    [InlineData("2025-12-31T23:59:00", 1, 1, 2026)]
    [InlineData("2025-12-31T05:06:00", 1, 1, 2026)]
    [InlineData("2025-12-31T05:05:59", 1, 1, 2025)]
    [InlineData("2026-07-01T00:00:00", 7, 2, 2025)]
    [InlineData("2024-03-01T00:00:00", 2, 29, 2024)]
    [InlineData("2025-01-15T00:00:00", 2, 29, 2024)]
    [InlineData("2025-03-01T00:00:00", 2, 29, 2024)]
    [InlineData("2026-03-01T00:00:00", 2, 29, 2024)]
    [InlineData("1903-03-01T00:00:00", 2, 29, 1896)]
    [InlineData("2026-03-01T00:00:00", 2, 30, null)]
    public void A_year_that_is_left_out_is_the_latest_that_is_not_ahead_by_more_than_a_day(string now, int month, int day, int? year)
    {
        var time = ListingTime.WithoutYear(month, day, Time, TimePrecision.Minute, DateTimeOffset.Parse(now + "Z"));
        Assert.Equal(year, time?.Clock.Year);
        Assert.NotEqual(false, time?.IsYearInferred);
        Assert.NotEqual(true, time?.IsUtc);
    }

    [Theory]
    [InlineData("20210304050607", "2021-03-04 05:06:07Z")]
    [InlineData("202103040506", "2021-03-04 05:06Z")]
    [InlineData("20210304", "2021-03-04Z")]
    [InlineData("20210304235960", "2021-03-05 00:00:00Z")]
    [InlineData("19100010203040506", null)]
    [InlineData("191000102030405", "2000-01-02 03:04:05Z")]
    [InlineData("191210304050607", "2021-03-04 05:06:07Z")]
    [InlineData("20211304050607", null)]
    [InlineData("20210229050607", null)]
    [InlineData("20210304250607", null)]
    [InlineData("20210304056007", null)]
    [InlineData("20210304050661", null)]
    [InlineData("2021030405060", null)]
    [InlineData("-0210304050607", null)]
    [InlineData("00000304050607", null)]
    [InlineData("", null)]
    [InlineData("yesterday", null)]
    public void The_time_val_of_RFC_3659_is_read_as_it_is_written_and_miswritten(string text, string? expected) =>
        Assert.Equal(expected, ListingTime.FromTimeVal(Encoding.ASCII.GetBytes(text))?.ToString());

    [Theory]
    [InlineData("20210304050607")]
    [InlineData("20210304050607.25")]
    [InlineData("20210304050607.1234567")]
    public void A_time_from_MLSD_converts_to_the_same_MDTM_reply(string text) =>
        Assert.Equal(text, ListingTime.FromTimeVal(Encoding.ASCII.GetBytes(text))?.ToTimeVal());

    [Theory]
    [InlineData("20210304050607.")]
    [InlineData("20210304050607.x")]
    [InlineData("20210304050607,5")]
    public void An_invalid_fraction_is_ignored(string text)
    {
        var time = ListingTime.FromTimeVal(Encoding.ASCII.GetBytes(text));
        Assert.Equal("20210304050607", time?.ToTimeVal());
        Assert.Equal(TimePrecision.Second, time?.Precision);
    }
}
