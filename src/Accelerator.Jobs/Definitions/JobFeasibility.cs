using System.Globalization;

namespace Accelerator.Jobs.Definitions;

/// <summary>Finds keys of a job that are valid each and cannot work together.</summary>
internal static class JobFeasibility
{
    /// <summary>Notes a warning for each.</summary>
    public static void Check(KeyReader keys, JobDefinition job)
    {
        var complete = EarliestComplete(job);
        if (job.Objective is { } objective && objective < complete)
            keys.Warn("objective",
                $"no file can be delivered within {Text(objective)}: it counts as complete {Text(complete)} after a poll has found it "
                    + "(looks, schedule, stable_for and minimum_age). Lengthen objective, or shorten these.");
        if (job.SilentAfter < job.Schedule.Every)
            keys.Warn("silent_after", "between two polls the archive would count as silent; make silent_after longer than schedule.every.");
        if (job.Expect is not { } rule) return;
        if (job.SilentAfter <= rule.Every)
            keys.Warn("silent_after",
                $"between two slots ({Text(rule.Every)}) the archive would count as silent; make silent_after longer.");
        if (rule.LateAfter < complete)
            keys.Warn("expect", $"every slot would be late: late_after is {Text(rule.LateAfter)} after the beginning of a slot, and a file "
                + $"counts as complete {Text(complete)} after a poll has found it. Lengthen late_after.");
        if (rule.MissingAfter > job.LookBack && job.Folders.Any(folder => folder.IsDated))
            keys.Warn("look_back", "dated folders are not polled any more when their slots count as missing (expect.missing_after); make "
                + "look_back longer.");
    }

    // The shortest time between the first sighting of a file and its place in the queue.
    private static TimeSpan EarliestComplete(JobDefinition job)
    {
        var rule = job.Completeness;
        TimeSpan[] times = [rule.StableFor, rule.MinimumAge, (job.Schedule.Every ?? TimeSpan.Zero) * (rule.Polls - 1)];
        return times.Max();
    }

    private static string Text(TimeSpan time) => time.Ticks % TimeSpan.TicksPerMinute == 0 && time > TimeSpan.Zero
        ? string.Create(CultureInfo.InvariantCulture, $"{time.TotalMinutes:0} min")
        : string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.###} s");
}
