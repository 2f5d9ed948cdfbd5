namespace Accelerator.Engine.Tests.Mirroring;

public sealed class AgePolicyTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 3, 12, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Theory]
    [InlineData(61, false, null)]
    [InlineData(60, false, null)]
    [InlineData(59, true, null)]
    [InlineData(-5, true, null)]
    [InlineData((15 * 60) + 1, false, false)]
    [InlineData(15 * 60, false, null)]
    [InlineData(0, true, null)]
    public void A_UTC_time_gives_the_age_and_a_time_without_a_zone_only_that_of_old_files(int minutes, bool isYoung, bool? byClock)
    {
        var time = Now.UtcDateTime.AddMinutes(-minutes);
        Assert.Equal(isYoung, AgePolicy.IsYoung(ListingTime.Utc(time, TimePrecision.Second), Hour, Now));
        Assert.Equal(byClock, AgePolicy.IsYoung(ListingTime.Local(time, TimePrecision.Minute), Hour, Now));
    }

    [Fact]
    public void A_file_without_a_listed_time_is_queried_and_is_young_if_the_reply_has_no_time_either()
    {
        Assert.Null(AgePolicy.IsYoung((ListingTime?)null, Hour, Now));
        Assert.True(AgePolicy.IsYoung((string?)null, Hour, Now));
        Assert.True(AgePolicy.IsYoung("20260303113000", Hour, Now));
        Assert.False(AgePolicy.IsYoung("20260303105959", Hour, Now));
    }

    [Theory]
    [InlineData(1, true, true)]
    [InlineData(0, false, true)]
    [InlineData(-1, false, true)]
    // Within fourteen hours of the limit a clock without a zone counts as newer.
    [InlineData(-14 * 3600, false, true)]
    [InlineData((-14 * 3600) - 60, false, false)]
    public void A_UTC_time_is_newer_than_the_limit_or_not_and_a_missing_time_counts_as_newer(int seconds, bool isNewer, bool byClock)
    {
        var time = Now.UtcDateTime.AddSeconds(seconds);
        Assert.Equal(isNewer, AgePolicy.IsNewer(ListingTime.Utc(time, TimePrecision.Second), Now));
        Assert.Equal(byClock, AgePolicy.IsNewer(ListingTime.Local(time, TimePrecision.Minute), Now));
        Assert.True(AgePolicy.IsNewer(null, Now));
    }

    [Theory]
    [InlineData(1, false, true)]
    [InlineData(0, true, true)]
    [InlineData(-1, true, true)]
    [InlineData(14 * 3600, false, true)]
    [InlineData((14 * 3600) + 60, false, false)]
    public void A_time_in_UTC_is_older_than_the_limit_or_newer_and_in_doubt_it_counts_as_older(int seconds, bool isOlder, bool byClock)
    {
        var time = Now.UtcDateTime.AddSeconds(seconds);
        Assert.Equal(isOlder, AgePolicy.IsOlder(ListingTime.Utc(time, TimePrecision.Second), Now));
        Assert.NotEqual(isOlder, AgePolicy.IsNewer(ListingTime.Utc(time, TimePrecision.Second), Now));
        Assert.Equal(byClock, AgePolicy.IsOlder(ListingTime.Local(time, TimePrecision.Minute), Now));
        Assert.True(AgePolicy.IsOlder(null, Now));
        Assert.True(AgePolicy.IsOlder(ListingTime.Local(time, TimePrecision.Minute), DateTimeOffset.MaxValue));
        Assert.True(AgePolicy.IsNewer(ListingTime.Local(time, TimePrecision.Minute), DateTimeOffset.MinValue));
    }
}
