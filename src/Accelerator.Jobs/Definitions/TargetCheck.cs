namespace Accelerator.Jobs.Definitions;

/// <summary>Finds jobs that deliver to the same folder, where files of equal names collide.</summary>
internal sealed class TargetCheck
{
    // No two parts of this date are equal, so that templates with different tokens give different paths.
    private static readonly DateTimeOffset Example = new(2031, 4, 9, 17, 0, 0, TimeSpan.Zero);

    private readonly Dictionary<string, string> _jobs = new(StringComparer.Ordinal);

    /// <summary>Notes a warning if an earlier job has the target of this one. A disabled job delivers nothing by itself.</summary>
    /// <param name="keys">The keys of the job.</param>
    /// <param name="job">The job.</param>
    public void Note(KeyReader keys, JobDefinition job)
    {
        if (!job.IsEnabled || keys.HasProblem("")) return;
        if (_jobs.TryAdd(PlaceOf(job), job.Name)) return;
        var what = job.Kind == JobKind.Pull ? "if both deliver different files of the same name, the second one is quarantined"
            : "if both deliver files of the same name, \"existing\" decides which one stays";
        keys.Warn("target", $"\"{job.Target.Text}\" is also the target of {_jobs[PlaceOf(job)]}: {what}. Give each job its own folder, "
            + "for example with {job} in the path.");
    }

    private static string PlaceOf(JobDefinition job)
    {
        var path = job.Target.Fill(Example, job.Name, job.Server.Name);
        if (job.Destination is { } destination) return $"{destination.Name}: {path.TrimEnd('/')}";
        // Names on Windows are case-insensitive, and both slashes separate folders.
        return path.StartsWith('/') ? path.TrimEnd('/') : path.Replace('/', '\\').TrimEnd('\\').ToUpperInvariant();
    }
}
