using System.Globalization;

namespace Accelerator.Service.Figures;

/// <summary>Says of a job's figures whether all is well, and if not, what is not.</summary>
internal static class JobVerdict
{
    /// <summary>The figures with their state and sentence.</summary>
    /// <param name="figures">The job.</param>
    /// <param name="now">The service's time.</param>
    /// <param name="isPaused">Whether the job, or the service, is.</param>
    /// <param name="blindFrom">When it counts as blind unless it has a complete look before.</param>
    /// <param name="latest">Which file was put aside last; null where none is known.</param>
    public static JobFigures Of(JobFigures figures, DateTimeOffset now, bool isPaused, DateTimeOffset blindFrom, FailureFigures? latest)
    {
        var (state, sentence) = Judge(figures, now, isPaused, blindFrom, latest);
        return figures with { State = state, Sentence = sentence };
    }

    private static (JobState State, string? Sentence) Judge(JobFigures job, DateTimeOffset now, bool isPaused, DateTimeOffset blindFrom, FailureFigures? latest)
    {
        if (!job.IsEnabled) return (JobState.Off, null);
        if (isPaused) return (JobState.Paused, null);
        if (now > blindFrom)
            return (JobState.Blind, job.LastCompleteLook is { } last
                ? $"{job.Name} had no complete look for {Age(now - last)}: what the server has since then is not known. Its log, or the trouble below, says why."
                : $"{job.Name} never had a complete look: what the server has is not known. Its log, or the trouble below, says why.");
        if (job is { ObjectiveSeconds: { } objective, OldestSince: { } since } && (now - since).TotalSeconds > objective)
            return (JobState.Late, $"{job.Name} has a file that waits for {Age(now - since)}; its objective is {Age(TimeSpan.FromSeconds(objective))}. See the troubles, and ftpx job list.");
        if (job.FailedFiles + job.QuarantinedFiles is > 0 and var aside)
            return (JobState.Aside, $"{job.Name} has put {aside} {(aside == 1 ? "file" : "files")} aside{(latest is null ? "" : $"; the latest is {latest.Path}: {latest.Error.TrimEnd('.')}")}. What to do stands with each.");
        return job.LastCompleteLook is null ? (JobState.New, null) : (JobState.Ok, null);
    }

    /// <summary><c>45 s</c>, <c>12 min</c>, <c>5 h 3 min</c>, <c>2 d 4 h</c>.</summary>
    public static string Age(TimeSpan age) => age switch
    {
        { TotalSeconds: < 120 } => string.Create(CultureInfo.InvariantCulture, $"{Math.Max(0, age.TotalSeconds):0} s"),
        { TotalMinutes: < 120 } => $"{(int)age.TotalMinutes} min",
        { TotalHours: < 48 } => $"{(int)age.TotalHours} h {age.Minutes} min",
        _ => $"{(int)age.TotalDays} d {age.Hours} h",
    };
}
