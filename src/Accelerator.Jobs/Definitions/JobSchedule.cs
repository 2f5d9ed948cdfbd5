namespace Accelerator.Jobs.Definitions;

/// <summary>When a job polls: at an interval, or by a cron expression. Exactly one of the two is set.</summary>
/// <param name="Every">The time from the beginning of one poll to the next; null for cron.</param>
/// <param name="Cron">In Quartz syntax: seconds, minutes, hours, day of the month, month, day of the week, year; null for an
/// interval.</param>
/// <param name="Zone">The time zone of the cron expression.</param>
public sealed record JobSchedule(TimeSpan? Every, string? Cron, TimeZoneInfo Zone);
