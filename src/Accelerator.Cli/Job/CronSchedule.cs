using Quartz;

namespace Accelerator.Cli.Job;

/// <summary>Parses cron expressions with Quartz. Separate from other code, so that Quartz is loaded only for them.</summary>
internal static class CronSchedule
{
    /// <summary>Checks an expression.</summary>
    /// <exception cref="FormatException">The expression is invalid; the message gives the reason.</exception>
    public static void Check(string text) => CronExpression.ValidateExpression(text);

    /// <summary>Returns the first time after another; null if there is none.</summary>
    public static DateTimeOffset? Next(string text, TimeZoneInfo zone, DateTimeOffset after) =>
        new CronExpression(text) { TimeZone = zone }.GetNextValidTimeAfter(after);
}
