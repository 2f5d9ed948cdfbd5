using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Job;

/// <summary>Formats jobs as text.</summary>
internal static class JobText
{
    private static readonly (decimal Seconds, string Name)[] Units = [(86400, "d"), (3600, "h"), (60, "min"), (1, "s")];

    /// <summary>When and where each job would poll, and where it would deliver files.</summary>
    public static TextTable Jobs(JobFile file, DateTimeOffset now) => new(
        null,
        ["job", "server", "polls", "folder", "target"],
        [.. file.Jobs.Select(job => new[] { job.Name, job.Server.Name, Polls(job, now), Into(job, now), job.TargetAt(now) })]);

    /// <summary>The next poll of a job as a time in UTC; null for a job that never polls.</summary>
    public static DateTimeOffset? Next(JobDefinition job, DateTimeOffset now) =>
        !job.IsEnabled ? null
        : job.Schedule.Cron is { } cron ? CronSchedule.Next(cron, job.Schedule.Zone, now)
        : now;

    private static string Polls(JobDefinition job, DateTimeOffset now)
    {
        if (!job.IsEnabled) return "disabled";
        if (job.Schedule.Every is { } every) return $"every {Words(every)}";
        return Next(job, now) is { } next
            ? $"next {next.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture)} UTC" : "no further poll";
    }

    // In the largest unit that gives a whole number.
    private static string Words(TimeSpan time)
    {
        var seconds = (decimal)time.TotalSeconds;
        var (unit, name) = Units.FirstOrDefault(unit => seconds % unit.Seconds == 0, Units[^1]);
        return string.Create(CultureInfo.InvariantCulture, $"{seconds / unit:0.###} {name}");
    }

    private static string Into(JobDefinition job, DateTimeOffset now)
    {
        var folders = job.Folders.SelectMany(folder => folder.Expand(now, job.LookBack, job.Name, job.Server.Name))
            .Select(folder => folder.Path).Distinct().ToList();
        return folders.Count == 1 ? folders[0] : $"{folders[0]} and {folders.Count - 1} more";
    }
}
