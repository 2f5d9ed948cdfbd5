namespace Accelerator.Jobs.Definitions;

/// <summary>When a job looks: every so often, or by a cron expression. One of the two is set.</summary>
/// <param name="Every">From the beginning of a look to the next; null for cron.</param>
/// <param name="Cron">As Quartz reads it: seconds, minutes, hours, day of the month, month, day of the week, year; null for a
/// period.</param>
/// <param name="Zone">The time zone that the cron expression is meant in.</param>
public sealed record JobSchedule(TimeSpan? Every, string? Cron, TimeZoneInfo Zone);
