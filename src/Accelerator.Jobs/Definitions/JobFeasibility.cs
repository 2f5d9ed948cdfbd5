using System.Globalization;
using Accelerator.Engine.Storage;

namespace Accelerator.Jobs.Definitions;

/// <summary>Finds keys of a job that are valid each and cannot work together. A sentence names both and says what to change.</summary>
internal static class JobFeasibility
{
    private const string RaiseLimit = ", or raise the limit in bandwidth";

    /// <summary>Notes a warning for each.</summary>
    /// <param name="keys">The keys of the job.</param>
    /// <param name="job">The job.</param>
    /// <param name="demand">What the job has delivered; null if it is not known.</param>
    public static void Check(KeyReader keys, JobDefinition job, JobDemand? demand)
    {
        var complete = EarliestComplete(job);
        if (job.Objective is { } objective && objective < complete)
            keys.Warn("objective",
                $"no file can be delivered within {Text(objective)}: it counts as complete {Text(complete)} after a poll has found it "
                    + "(looks, schedule, stable_for and minimum_age). Lengthen objective, or shorten these.");
        if (job.SilentAfter < job.Schedule.Every)
            keys.Warn("silent_after", "between two polls the archive would count as silent; make silent_after longer than schedule.every.");
        if (job.Expect is { } rule) CheckSlots(keys, job, rule, complete);
        if (demand?.Server == job.Server.Name && demand.Rate is > 0 and var rate) CheckRate(keys, job, demand, rate, complete);
    }

    private static void CheckSlots(KeyReader keys, JobDefinition job, ExpectRule rule, TimeSpan complete)
    {
        if (job.SilentAfter <= rule.Every)
            keys.Warn("silent_after",
                $"between two slots ({Text(rule.Every)}) the archive would count as silent; make silent_after longer.");
        if (rule.LateAfter < complete)
            keys.Warn("expect", $"every slot would be late: late_after is {Text(rule.LateAfter)} after the beginning of a slot, and a file "
                + $"counts as complete {Text(complete)} after a poll has found it. Lengthen late_after.");
        else if (rule.LateAfter <= job.Schedule.Every)
            keys.Warn("expect", $"slots would be late between two polls: late_after is {Text(rule.LateAfter)}, and schedule.every is "
                + $"{Text(job.Schedule.Every!.Value)}. Lengthen late_after, or poll more often.");
        else if (rule.LateAfter < job.Objective)
            keys.Warn("expect", $"a slot would be late although its files meet the objective: late_after is {Text(rule.LateAfter)} after "
                + $"the beginning of the slot, and objective is {Text(job.Objective!.Value)}. Lengthen late_after, or shorten objective.");
        if (rule.MissingAfter > job.LookBack && job.Folders.Any(folder => folder.IsDated))
            keys.Warn("look_back", "dated folders are not polled any more when their slots count as missing (expect.missing_after); make "
                + "look_back longer.");
    }

    // The measured rate is that of the path; a limit of the job file may be lower, in the hours of its window.
    private static void CheckRate(KeyReader keys, JobDefinition job, JobDemand demand, long measured, TimeSpan complete)
    {
        var rate = new WeeklyRate(measured, job.Server.Bandwidth);
        var (needed, unlimited) = (rate.Longest(demand.Largest), new WeeklyRate(measured, []).Longest(demand.Largest));
        var change = needed > unlimited ? RaiseLimit : "";
        var largest = $"the largest file of the last 7 days ({ByteText.Size(demand.Largest)}) needs "
            + (needed > unlimited ? InWindows(job.Server, demand.Largest, needed, measured)
                : $"{Text(needed)} at the measured {ByteText.Rate(measured)} of {job.Server.Name}");
        var wait = complete > TimeSpan.Zero ? $", and counts as complete {Text(complete)} after a poll has found it" : "";
        if (job.Objective is { } objective && objective >= complete && objective < complete + needed)
            keys.Warn("objective", $"{largest}{wait}: that is longer than {Text(objective)}. Lengthen objective{change}.");
        if (job.Expect is not { } rule) return;
        if (rule.LateAfter >= complete && rule.LateAfter < complete + needed)
            keys.Warn("expect", $"{largest}{wait}: that is longer than late_after ({Text(rule.LateAfter)}), so its slot is late. "
                + $"Lengthen late_after{change}.");
        CheckBacklog(keys, job, rule, rate, demand.Bytes / demand.Files * rule.PerSlot, measured);
    }

    // In a window with a low limit a backlog may grow; it stays only if the rest of the week does not remove it.
    private static void CheckBacklog(KeyReader keys, JobDefinition job, ExpectRule rule, WeeklyRate rate, long bytes, long measured)
    {
        var slot = rate.Usual(bytes);
        if (slot <= rule.Every) return;
        var isLimited = rate.Average < measured;
        var at = isLimited ? $"the {ByteText.Rate(rate.Average)} that {job.Server.Name} has on average with its bandwidth windows"
            : $"the measured {ByteText.Rate(measured)} of {job.Server.Name}";
        keys.Warn("expect", $"the {rule.PerSlot} files of a slot need {Text(slot)} at {at}, and the next slot begins after "
            + $"{Text(rule.Every)}, so the backlog only grows. Fetch fewer files (include, exclude){(isLimited ? RaiseLimit : "")}.");
    }

    // A file that is fetched within one window has its limit alone.
    private static string InWindows(ServerDefinition server, long bytes, TimeSpan needed, long measured)
    {
        var limit = server.Bandwidth.Min(window => window.BytesPerSecond);
        return needed == new WeeklyRate(limit, []).Longest(bytes)
            ? $"{Text(needed)} at the {ByteText.Rate(limit)} of a bandwidth window of {server.Name}"
            : $"up to {Text(needed)} at the measured {ByteText.Rate(measured)} of {server.Name} and the limits of its bandwidth windows";
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
