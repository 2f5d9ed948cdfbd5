namespace Accelerator.Cli.Tests.Values;

public sealed class RateTimetableTests
{
    [Theory]
    [InlineData("50M", "03:00", 50L << 20)]
    [InlineData("unlimited", "03:00", null)]
    [InlineData("08:00-18:00=50M,else=unlimited", "07:59", null)]
    [InlineData("08:00-18:00=50M,else=unlimited", "08:00", 50L << 20)]
    [InlineData("08:00-18:00=50M,else=unlimited", "18:00", null)]
    [InlineData("08:00-18:00=50M", "18:00", null)]
    [InlineData("else=1M, 8:00-18:00 = unlimited", "12:00", null)]
    [InlineData("else=1M, 8:00-18:00 = unlimited", "20:00", 1L << 20)]
    [InlineData("22:00-06:00=800Mbit,else=1M", "23:30", 100_000_000L)]
    [InlineData("22:00-06:00=800Mbit,else=1M", "05:59", 100_000_000L)]
    [InlineData("22:00-06:00=800Mbit,else=1M", "06:00", 1L << 20)]
    [InlineData("00:00-24:00=2M", "23:59", 2L << 20)]
    [InlineData("08:00-18:00=5M,12:00-13:00=2M,12:00-14:00=unlimited", "12:30", 2L << 20)]
    [InlineData("# night\n22:00-06:00=unlimited\nelse=4M # day\n", "12:00", 4L << 20)]
    public void The_lowest_limit_of_the_hour_applies(string text, string clock, long? limit) =>
        Assert.Equal(limit, RateTimetable.Parse(text, TimeZoneInfo.Utc).At(new DateTimeOffset(2026, 11, 20, 0, 0, 0, TimeSpan.Zero) + TimeSpan.Parse(clock)));

    [Theory]
    [InlineData("", "\"\" is neither a rate nor a row of a timetable: ")]
    [InlineData("# nothing", "\"# nothing\" is neither ")]
    [InlineData("08:00-18:00", "\"08:00-18:00\" is neither ")]
    [InlineData("08:00-18:00=5M,1800=5M", "\"1800=5M\" is neither ")]
    [InlineData("08:00-24:01=5M", "\"08:00-24:01=5M\" is neither ")]
    [InlineData("8-18=5M", "\"8-18=5M\" is neither ")]
    [InlineData("08:00-18:00=5M=6M", "\"08:00-18:00=5M=6M\" is neither ")]
    [InlineData("5M,6M", "\"5M\" is neither ")]
    [InlineData("else=5M,else=6M", "The timetable has two rows for else; omit one of them.")]
    [InlineData("08:00-18:00=fast", "\"fast\" is not a rate: ")]
    [InlineData("else=1", "The rate \"1\" is too small; ")]
    public void A_malformed_timetable_is_refused_with_a_sentence(string text, string sentence) =>
        Assert.StartsWith(sentence, Assert.Throws<UsageException>(() => RateTimetable.Parse(text)).Message);

    [Fact]
    public void A_file_of_limits_is_a_value_of_the_option_but_not_of_a_setting()
    {
        Assert.Equal("limits.txt", RateLimit.Parse("@limits.txt").File);
        Assert.Throws<UsageException>(() => RateLimit.Parse("@"));
        Assert.Equal("A setting cannot name a file of limits: write the limit here, or use --limit-rate @FILE.",
            Assert.Throws<UsageException>(() => RateLimit.ParseSetting("@limits.txt")).Message);
        Assert.Equal(5L << 20, RateLimit.ParseSetting("5M").Timetable!.Otherwise);
    }
}
