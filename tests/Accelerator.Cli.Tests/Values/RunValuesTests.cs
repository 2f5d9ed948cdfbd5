namespace Accelerator.Cli.Tests.Values;

public sealed class RunValuesTests
{
    [Theory]
    [InlineData("90", 90)]
    [InlineData("0.5", 0.5)]
    [InlineData("90s", 90)]
    [InlineData("1.5h", 5400)]
    [InlineData("30d", 2_592_000)]
    public void A_duration_has_a_unit_or_is_in_seconds(string text, double seconds) =>
        Assert.Equal(TimeSpan.FromSeconds(seconds), RunValues.Duration(text));

    [Theory]
    [InlineData("0")]
    [InlineData("31d")]
    [InlineData("-5")]
    [InlineData("1w")]
    [InlineData("")]
    public void A_wrong_duration_is_refused_with_a_sentence(string text) => Assert.Equal(
        $"\"{text}\" is not a duration of 0.1s to 30d: write a number with s, m, h or d, for example 90s or 8h.",
        Assert.Throws<UsageException>(() => RunValues.Duration(text)).Message);

    [Theory]
    [InlineData("0", 0)]
    [InlineData("10000", 10_000)]
    [InlineData("unlimited", null)]
    public void Retries_are_a_number_or_unlimited(string text, int? retries) => Assert.Equal(retries, RunValues.Retries(text));

    [Theory]
    [InlineData("10001")]
    [InlineData("-1")]
    [InlineData("many")]
    public void A_wrong_number_of_retries_is_refused_with_a_sentence(string text) => Assert.Equal(
        $"\"{text}\" is not a number of retries: use 0 to 10000, or unlimited.", Assert.Throws<UsageException>(() => RunValues.Retries(text)).Message);

    [Fact]
    public void A_pause_before_a_retry_may_be_0()
    {
        Assert.Equal(TimeSpan.Zero, RunValues.Wait("0"));
        Assert.Throws<UsageException>(() => RunValues.Wait("25h"));
    }

    // Norway skips 02:00 to 03:00 on 2026-03-29 and repeats 02:00 to 03:00 on 2026-10-25.
    [Theory]
    [InlineData("06:00", "2026-11-20T05:59:59Z", "2026-11-21T05:00:00Z")]
    [InlineData("07:00", "2026-11-20T05:59:59Z", "2026-11-20T06:00:00Z")]
    [InlineData("07:00", "2026-11-20T06:00:00Z", "2026-11-21T06:00:00Z")]
    [InlineData("02:30", "2026-03-28T23:30:00Z", "2026-03-30T00:30:00Z")]
    [InlineData("02:30", "2026-10-24T23:30:00Z", "2026-10-25T01:30:00Z")]
    public void A_time_of_the_day_is_the_next_one_on_the_clock(string clock, string now, string next) => Assert.Equal(
        DateTimeOffset.Parse(next, CultureInfo.InvariantCulture),
        DayTime.Next(DayTime.Parse(clock), DateTimeOffset.Parse(now, CultureInfo.InvariantCulture), TimeZoneInfo.FindSystemTimeZoneById("Europe/Oslo")));

    [Theory]
    [InlineData("24:00")]
    [InlineData("6")]
    [InlineData("06:30:00")]
    public void A_wrong_time_of_the_day_is_refused_with_a_sentence(string text) => Assert.Equal(
        $"\"{text}\" is not a time of the day: write hours and minutes, for example 06:30.", Assert.Throws<UsageException>(() => DayTime.Parse(text)).Message);
}
