namespace Accelerator.Jobs.Tests.Definitions;

public sealed class CronTextTests
{
    [Theory]
    [InlineData("0 0 0 30 2 ?")]
    [InlineData("0 0 0 30,31 FEB ?")]
    [InlineData("0 0 0 30-31 2 ?")]
    [InlineData("0 0 6 31 4 ?")]
    [InlineData("0 0 6 31 apr,JUN,9,11 ? 2026-2030")]
    [InlineData("0 0 6 31 4/5 ?")]
    public void A_day_that_none_of_the_months_has_is_an_error(string cron) =>
        Assert.Equal($"\"{cron}\" never fires: none of its months has that day; correct the day or the month.", Problem(cron));

    [Theory]
    [InlineData("0 0 0 29 2 ?")]
    [InlineData("0 0 0 15,30 2 ?")]
    [InlineData("0 0 0 31-5 2 ?")]
    [InlineData("0 0 0 30 2-3 ?")]
    [InlineData("0 0 0 30 2/2 ?")]
    [InlineData("0 0 0 31 * ?")]
    [InlineData("0 0 0 31 DEC-FEB ?")]
    [InlineData("0 0 0 1/2147483647 2 ?")]
    [InlineData("0 0 0 L 2 ?")]
    [InlineData("0 0 0 L-3 2 ?")]
    [InlineData("0 0 0 15W 2 ?")]
    [InlineData("0 0 0 ? 2 2#5")]
    [InlineData("0 0 1 * * ?")]
    public void A_day_that_one_of_the_months_has_is_none(string cron) => Assert.Null(Problem(cron));

    [Theory]
    [InlineData("0 1 * * *", "it has 5 fields; ftpxd needs the seconds in front, as in \"0 0 1 * * ?\".")]
    [InlineData("0 0 1 * * *", "write ? for the day of the month or for the weekday, as in \"0 0 1 * * ?\".")]
    [InlineData("0 0 1 1 * MON 2026", "write ? for the day of the month or for the weekday, as in \"0 0 1 * * ?\".")]
    [InlineData("0 0 99 * * ?", "wrong.")]
    [InlineData("0 0 99 ? * *", "wrong.")]
    public void A_usual_mistake_is_reported_with_its_remedy(string cron, string expected) => Assert.Equal(
        $"\"{cron}\" is not a cron expression of seconds, minutes, hours, day, month and weekday: {expected}",
        CronText.Problem(cron, _ => throw new FormatException("wrong.")));

    private static string? Problem(string cron) => CronText.Problem(cron, _ => { });
}
