using Quartz;

namespace Accelerator.Cli.Job;

/// <summary>Cron expressions as Quartz reads them. Apart from everything else, so that Quartz is loaded for them only.</summary>
internal static class CronSchedule
{
    /// <summary>Checks an expression.</summary>
    /// <exception cref="FormatException">It is wrong; the message says how.</exception>
    public static void Check(string text) => CronExpression.ValidateExpression(text);

    /// <summary>The first time after another; null where there is none.</summary>
    public static DateTimeOffset? Next(string text, TimeZoneInfo zone, DateTimeOffset after) =>
        new CronExpression(text) { TimeZone = zone }.GetNextValidTimeAfter(after);
}
