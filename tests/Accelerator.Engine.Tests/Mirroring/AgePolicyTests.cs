using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Tests.Mirroring;

public sealed class AgePolicyTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 3, 12, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Theory]
    [InlineData(61, false)]
    [InlineData(60, false)]
    [InlineData(59, true)]
    [InlineData(-5, true)]
    public void A_time_in_UTC_tells_the_age(int minutes, bool isYoung) =>
        Assert.Equal(isYoung, AgePolicy.IsYoung(ListingTime.Utc(Now.UtcDateTime.AddMinutes(-minutes), TimePrecision.Second), Hour, Now));

    [Theory]
    [InlineData((15 * 60) + 1, false)]
    [InlineData(15 * 60, null)]
    [InlineData(61, null)]
    [InlineData(0, null)]
    public void A_clock_without_a_zone_tells_it_only_of_old_files(int minutes, bool? isYoung) =>
        Assert.Equal(isYoung, AgePolicy.IsYoung(ListingTime.Local(Now.UtcDateTime.AddMinutes(-minutes), TimePrecision.Minute), Hour, Now));

    [Fact]
    public void What_tells_no_time_is_asked_about_and_young_if_that_tells_none_either()
    {
        Assert.Null(AgePolicy.IsYoung((ListingTime?)null, Hour, Now));
        Assert.True(AgePolicy.IsYoung((string?)null, Hour, Now));
        Assert.True(AgePolicy.IsYoung("20260303113000", Hour, Now));
        Assert.False(AgePolicy.IsYoung("20260303105959", Hour, Now));
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(0, false)]
    [InlineData(-1, false)]
    public void A_time_in_UTC_is_newer_than_the_limit_or_not(int seconds, bool isNewer) =>
        Assert.Equal(isNewer, AgePolicy.IsNewer(ListingTime.Utc(Now.UtcDateTime.AddSeconds(seconds), TimePrecision.Second), Now));

    [Theory]
    [InlineData(-14 * 60, true)]
    [InlineData((-14 * 60) - 1, false)]
    public void Within_fourteen_hours_of_the_limit_a_clock_without_a_zone_counts_as_newer(int minutes, bool isNewer) =>
        Assert.Equal(isNewer, AgePolicy.IsNewer(ListingTime.Local(Now.UtcDateTime.AddMinutes(minutes), TimePrecision.Minute), Now));

    [Fact]
    public void A_file_without_a_time_counts_as_newer() => Assert.True(AgePolicy.IsNewer(null, Now));
}
