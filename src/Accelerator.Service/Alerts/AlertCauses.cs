using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>
/// Finds the cause of each open incident: while a server or the ledger fails, what its jobs lack is a consequence and no alert of its own.
/// The jobs need time to catch up after the end, so consequences stay unreported for as long as the failure lasted. Depends on nothing but
/// its arguments and what it saw before.
/// </summary>
internal sealed class AlertCauses
{
    /// <summary>The shortest and the longest time that jobs have to catch up.</summary>
    public static readonly TimeSpan LeastCatchUp = TimeSpan.FromMinutes(10), MostCatchUp = TimeSpan.FromHours(2);

    private const string Ledger = "ledger", Of = " of ", Job = "job ", Folder = "folder ";

    private readonly Dictionary<string, DateTimeOffset> _seen = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Root> _roots = new(StringComparer.Ordinal);

    /// <summary>Returns the incidents that have a cause of their own.</summary>
    /// <param name="standing">The open incidents.</param>
    /// <param name="jobs">The jobs of the job file.</param>
    /// <param name="now">The current time.</param>
    public IReadOnlyList<AlertCause> Find(
        IReadOnlyList<OpenIncident> standing, IReadOnlyList<JobDefinition> jobs, DateTimeOffset now)
    {
        Follow(standing, now);
        var byName = jobs.ToDictionary(static job => job.Name, StringComparer.Ordinal);
        var causes = new List<AlertCause>();
        foreach (var incident in standing)
        {
            var name = JobOf(incident.About);
            var job = name is null ? null : byName.GetValueOrDefault(name);
            if (job is not null && Roots(job).Any(root => IsConsequence(root, incident, now))) continue;
            causes.Add(new AlertCause(
                incident.About.StartsWith(Folder, StringComparison.Ordinal) && name is not null ? $"folders of {name}" : incident.About,
                incident, GroupOf(incident, job)));
        }
        return causes;
    }

    private void Follow(IReadOnlyList<OpenIncident> standing, DateTimeOffset now)
    {
        var open = standing.Select(static incident => incident.About).ToHashSet(StringComparer.Ordinal);
        foreach (var gone in _seen.Keys.Where(about => !open.Contains(about)).ToList()) _seen.Remove(gone);
        foreach (var about in open) _seen.TryAdd(about, now);
        foreach (var root in standing.Where(static incident => IsRoot(incident.About)))
        {
            // A failure that returns while its jobs catch up is the same one.
            var isKnown = _roots.TryGetValue(root.About, out var known) && known.Shadows(now);
            _roots[root.About] = new Root(isKnown && known!.Since < root.Since ? known.Since : root.Since, End: null);
        }
        foreach (var (about, root) in _roots.ToList())
        {
            if (!open.Contains(about) && root.End is null) _roots[about] = root with { End = now };
            else if (!root.Shadows(now)) _roots.Remove(about);
        }
    }

    // A problem from before the failure began has another cause.
    private bool IsConsequence(string root, OpenIncident incident, DateTimeOffset now) =>
        _roots.TryGetValue(root, out var cause) && cause.Shadows(now) && _seen[incident.About] >= cause.Since;

    private static bool IsRoot(string about) => about == Ledger || about.StartsWith("server ", StringComparison.Ordinal);

    private static IEnumerable<string> Roots(JobDefinition job)
    {
        yield return Ledger;
        yield return $"server {job.Server.Name}";
        if (job.Destination is { } destination) yield return $"server {destination.Name}";
    }

    private static string? GroupOf(OpenIncident incident, JobDefinition? job) =>
        job is null ? null
            : incident.About.StartsWith(Job, StringComparison.Ordinal) ? $"jobs of {job.Server.Name}" : $"{job.Name}";

    // job NAME, folder PATH of NAME, poll of NAME: a job's name has no blank.
    private static string? JobOf(string about)
    {
        if (about.StartsWith(Job, StringComparison.Ordinal)) return about[Job.Length..];
        return IsRoot(about) || about.LastIndexOf(Of, StringComparison.Ordinal) is not (>= 0 and var at) ? null : about[(at + Of.Length)..];
    }

    private sealed record Root(DateTimeOffset Since, DateTimeOffset? End)
    {
        public bool Shadows(DateTimeOffset now) => End is not { } end || now - end < CatchUp(end - Since);

        private static TimeSpan CatchUp(TimeSpan lasted) =>
            lasted < LeastCatchUp ? LeastCatchUp : lasted > MostCatchUp ? MostCatchUp : lasted;
    }
}
