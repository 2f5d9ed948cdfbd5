using Accelerator.Jobs.Definitions;
using Quartz;

namespace Accelerator.Service.Figures;

/// <summary>When a job has gone too long without a complete look.</summary>
internal static class PollOverdue
{
    private const int Intervals = 3;

    // A look takes its time, and a job that looks every second is not blind after three.
    private static readonly TimeSpan Least = TimeSpan.FromMinutes(1);

    /// <summary>
    /// The moment from which on a job counts as blind: three intervals of its schedule and a minute after its last complete look.
    /// </summary>
    /// <param name="schedule">When it looks.</param>
    /// <param name="last">The last complete look; before the first, the moment from which on it could look.</param>
    public static DateTimeOffset End(JobSchedule schedule, DateTimeOffset last)
    {
        if (schedule.Every is { } every) return last + (every * Intervals) + Least;
        var cron = new CronExpression(schedule.Cron!) { TimeZone = schedule.Zone };
        var end = last;
        for (var i = 0; i < Intervals; i++)
        {
            // A schedule may be over, as one for a single day is.
            if (cron.GetTimeAfter(end) is not { } next) return DateTimeOffset.MaxValue;
            end = next;
        }
        return end + Least;
    }
}
