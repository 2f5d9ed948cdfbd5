using Quartz;

namespace Accelerator.Cli.Job;

/// <summary>Cron expressions as Quartz reads them. Apart from everything else, so that Quartz is loaded for them only.</summary>
internal static class CronSchedule
{
    /// <summary>What is wrong with one, as part of a sentence; null where nothing is.</summary>
    public static string? Problem(string text)
    {
        try
        {
            CronExpression.ValidateExpression(text);
            return null;
        }
        catch (FormatException e)
        {
            return e.Message.TrimEnd('.');
        }
    }

    /// <summary>The first time after another; null where there is none.</summary>
    public static DateTimeOffset? Next(string text, TimeZoneInfo zone, DateTimeOffset after) => new CronExpression(text) { TimeZone = zone }.GetNextValidTimeAfter(after);
}
