using Accelerator.Jobs.Definitions;
using Quartz;

namespace Accelerator.Service.Figures;

/// <summary>Computes when a job has gone too long without a complete poll.</summary>
internal static class PollOverdue
{
    private const int Intervals = 3;

    // A poll takes time, and a job that polls every second is not blind after three seconds.
    private static readonly TimeSpan Least = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Returns when a job starts to count as blind: three intervals of its schedule and a minute after its last complete poll.
    /// </summary>
    /// <param name="schedule">The schedule of the job.</param>
    /// <param name="last">The last complete poll; before the first, the earliest time at which the job could poll.</param>
    public static DateTimeOffset End(JobSchedule schedule, DateTimeOffset last)
    {
        if (schedule.Every is { } every) return last + (every * Intervals) + Least;
        var cron = new CronExpression(schedule.Cron!) { TimeZone = schedule.Zone };
        var end = last;
        for (var i = 0; i < Intervals; i++)
        {
            // A schedule may have ended, for example one for a single day.
            if (cron.GetTimeAfter(end) is not { } next) return DateTimeOffset.MaxValue;
            end = next;
        }
        return end + Least;
    }
}
