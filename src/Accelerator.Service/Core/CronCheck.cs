using Quartz;

namespace Accelerator.Service.Core;

/// <summary>Cron expressions as Quartz reads them.</summary>
internal static class CronCheck
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
}
