using System.Globalization;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;

namespace Accelerator.Service.Figures;

/// <summary>Computes the state of a job, in one place for all its readers. Pure.</summary>
internal static class JobVerdict
{
    /// <summary>The least share of files in time for a healthy job; the page's colours use the same limit.</summary>
    private const double LeastInTime = 0.95;

    /// <summary>Returns the figures with their state and sentence.</summary>
    /// <param name="figures">The figures of the job.</param>
    /// <param name="now">The service's time.</param>
    /// <param name="isPaused">Whether the job or the service is paused.</param>
    /// <param name="blindFrom">When the job counts as blind unless it has completed a poll before.</param>
    /// <param name="latest">The file that was quarantined last; null if none is known.</param>
    /// <param name="incidents">The open incidents that concern the job; see <see cref="Concerning"/>.</param>
    public static JobFigures Of(JobFigures figures, DateTimeOffset now, bool isPaused, DateTimeOffset blindFrom, FailureFigures? latest,
        IReadOnlyList<(JobState State, OpenIncident Incident)> incidents)
    {
        var (state, sentence) = Judge(figures, now, isPaused, blindFrom, latest, incidents);
        return figures with { State = state, Sentence = sentence };
    }

    /// <summary>
    /// Returns whether an open incident already reports what is wrong with a job of this state, so that the job is not listed again.
    /// </summary>
    public static bool IsReportedAsIncident(JobState state) => state is JobState.Failing or JobState.Blocked or JobState.Login
        or JobState.Unreachable;

    /// <summary>Returns whether a job of this state makes the service not ready.</summary>
    public static bool IsNotReady(JobState state) => state is JobState.Blind or JobState.Blocked or JobState.Login or JobState.Unreachable;

    /// <summary>Returns the open incidents that concern a job, the most severe first.</summary>
    public static IReadOnlyList<(JobState State, OpenIncident Incident)> Concerning(
        JobDefinition job, IReadOnlyList<OpenIncident> incidents) =>
    [
        .. incidents.Select(incident => (State: StateOf(job, incident), incident)).Where(pair => pair.State != JobState.Ok)
            .OrderByDescending(pair => pair.State),
    ];

    /// <summary>
    /// Returns a sentence on the failed and quarantined files of a job, whatever its state; null if there are none.
    /// </summary>
    /// <param name="latest">The file that was quarantined last; null if none is known.</param>
    public static string? Quarantine(JobFigures job, FailureFigures? latest) =>
        job.FailedFiles + job.QuarantinedFiles is not (> 0 and var files) ? null
            : $"{job.Name} has {CountText.Of(files, "failed or quarantined file")}"
                + $"{(latest is null ? "" : $", the latest {latest.Path}")}. "
                + $"ftpx job history {job.Name} --failures gives the reasons; the status page suggests a fix for each.";

    private static JobState StateOf(JobDefinition job, OpenIncident incident)
    {
        if (incident.Jobs.Contains(job.Name)) return JobState.Blocked;
        if (incident.Jobs.Count > 0) return JobState.Ok;
        if (incident.About == $"server {job.Server.Name}" || incident.About == $"server {job.Destination?.Name}")
            return incident.IsLogin ? JobState.Login : JobState.Unreachable;
        return incident.About.EndsWith($" of {job.Name}", StringComparison.Ordinal) ? JobState.Failing : JobState.Ok;
    }

    private static (JobState State, string? Sentence) Judge(
        JobFigures job, DateTimeOffset now, bool isPaused, DateTimeOffset blindFrom, FailureFigures? latest,
        IReadOnlyList<(JobState State, OpenIncident Incident)> incidents)
    {
        if (!job.IsEnabled) return (JobState.Off, null);
        if (isPaused) return (JobState.Paused, null);
        var worst = incidents.Count == 0 ? ((JobState State, OpenIncident Incident)?)null : incidents[0];
        if (worst is { State: JobState.Unreachable or JobState.Login or JobState.Blocked } stop) return (stop.State, stop.Incident.Message);
        if (now > blindFrom)
        {
            var why = worst is { } known ? known.Incident.Message : $"ftpx job run {job.Name} polls now and shows the error.";
            return (JobState.Blind, job.LastCompletePoll is { } last
                ? $"{job.Name} has had no complete poll for {Age(now - last)}: "
                    + $"files that arrived on the server since then are not known. {why}"
                : $"{job.Name} has had no complete poll yet: the files on the server are not known. {why}");
        }
        if (job is { ObjectiveSeconds: { } objective, OldestSince: { } since } && (now - since).TotalSeconds > objective)
            return (JobState.Late, $"The oldest undelivered file of {job.Name} has waited {Age(now - since)}; "
                + $"the objective is {Age(TimeSpan.FromSeconds(objective))}. "
                + $"ftpx job run {job.Name} --dry-run shows what each file waits for.");
        if (worst is { } incident) return (incident.State, incident.Incident.Message);
        if (job.SilentSince is { } silent)
            return (JobState.Silent, $"No new file of {job.Name} has appeared for {Age(now - silent)}, although polls are complete. "
                + "Check at the archive whether its producer works; "
                + $"for a known outage, use ftpx job outage add {job.Name}.");
        if ((job.Mismatch ?? SlotVerdict.Sentence(job.Name, job.Slots?.Gaps ?? [])) is { } gaps) return (JobState.Gaps, gaps);
        if (Quarantine(job, latest) is { } quarantine) return (JobState.Quarantined, quarantine);
        if (job.GivenUpEffects is > 0 and var effects)
            return (JobState.Effects,
                $"{effects} {(effects == 1 ? "command or manifest line" : "commands or manifest lines")} of {job.Name} failed after "
                    + $"delivery; the latest: {job.GivenUpError?.TrimEnd('.')}. The files are delivered. "
                    + $"Remove the cause, then run ftpx job retry {job.Name} --effects.");
        var all = job.DueFiles ?? 0;
        if (job is { ObjectiveSeconds: { } goal, InTimeFiles: { } inTime } && inTime < all * LeastInTime)
            return (JobState.Behind, string.Create(CultureInfo.InvariantCulture,
                $"{job.Name} delivered {inTime:N0} of {all:N0} files of the last 24 h within its objective of "
                    + $"{Age(TimeSpan.FromSeconds(goal))} ({Math.Floor(100d * inTime / all):0} %). "
                    + $"ftpx job history {job.Name} shows how long each file took.{Lost(job)}"));
        return job switch
        {
            { OutageUntil: not null } => (JobState.Outage, null),
            { LastCompletePoll: null } => (JobState.New, null),
            _ => (JobState.Ok, null),
        };
    }

    private static string Lost(JobFigures job) => job.Latency switch
    {
        { Lost: 1 } => " 1 file was gone from the archive before it was delivered: "
            + $"ftpx job history {job.Name} --failures names it.",
        { Lost: > 1 and var files } => $" {CountText.Of(files, "file")} were gone from the archive before they were delivered: "
            + $"ftpx job history {job.Name} --failures names them.",
        _ => "",
    };

    /// <summary>Formats an age: <c>45 s</c>, <c>12 min</c>, <c>5 h 3 min</c>, <c>2 d 4 h</c>.</summary>
    public static string Age(TimeSpan age) => age switch
    {
        { TotalSeconds: < 120 } => string.Create(CultureInfo.InvariantCulture, $"{Math.Max(0, age.TotalSeconds):0} s"),
        { TotalMinutes: < 120 } => $"{checked((int)age.TotalMinutes)} min",
        { TotalHours: < 48 } => $"{checked((int)age.TotalHours)} h {age.Minutes} min",
        _ => $"{checked((int)age.TotalDays)} d {age.Hours} h",
    };
}
