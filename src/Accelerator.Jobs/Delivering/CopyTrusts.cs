using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>What is known of the ways of one server's jobs, and who was told of what is wrong with them.</summary>
internal sealed class CopyTrusts(JobTools tools)
{
    private readonly object _lock = new();
    private readonly Dictionary<string, CopyTrust> _known = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _failing = new(StringComparer.Ordinal);

    /// <summary>These jobs may have other ways than before.</summary>
    public void Begin(IEnumerable<JobDefinition> jobs)
    {
        lock (_lock)
        {
            _known.Clear();
            foreach (var job in jobs) _known[job.Name] = CopyTrust.Trial;
        }
    }

    /// <summary>Those of some jobs that are trusted so.</summary>
    public IReadOnlyList<JobDefinition> Those(IReadOnlyList<JobDefinition> jobs, CopyTrust trust)
    {
        lock (_lock) return [.. jobs.Where(job => Of(job) == trust)];
    }

    /// <summary>One file of it is under way.</summary>
    public void Try(JobDefinition job) => Set(job, CopyTrust.Trying);

    /// <summary>The file ended without a word of the way.</summary>
    public void Leave(JobDefinition job)
    {
        lock (_lock)
        {
            if (Of(job) == CopyTrust.Trying) _known[job.Name] = CopyTrust.Trial;
        }
    }

    /// <summary>Bytes arrive.</summary>
    public void Flows(JobDefinition job)
    {
        Set(job, CopyTrust.Full);
        lock (_lock)
        {
            if (!_failing.Remove(job.Name)) return;
        }
        tools.Events.Report(new JobEvent.Recovered(About(job)));
    }

    /// <summary>The servers refuse: nothing is begun before the next look.</summary>
    public void Refuse(JobDefinition job, CopyFault fault)
    {
        Set(job, CopyTrust.Refused);
        Notify(job, fault.Reason, $"{fault.Message} Nothing of {job.Name} is begun before its next look, which then tries one file.");
    }

    /// <summary>Something was in the way: one file is to show whether it still is.</summary>
    public void Doubt(JobDefinition job, CopyFault? fault)
    {
        Set(job, CopyTrust.Trial);
        if (fault is not null)
            Notify(job, fault.Reason, $"Both servers answer, and the data did not get from one to the other. {fault.Message}");
    }

    /// <summary>A job has looked.</summary>
    public void Polled(string job)
    {
        lock (_lock)
        {
            if (_known.GetValueOrDefault(job) == CopyTrust.Refused) _known[job] = CopyTrust.Trial;
        }
    }

    private static string About(JobDefinition job) => $"transfers of {job.Name}";

    private CopyTrust Of(JobDefinition job) => _known.GetValueOrDefault(job.Name);

    private void Set(JobDefinition job, CopyTrust trust)
    {
        lock (_lock) _known[job.Name] = trust;
    }

    private void Notify(JobDefinition job, string reason, string message)
    {
        lock (_lock)
        {
            if (_failing.TryGetValue(job.Name, out var told) && told == reason) return;
            _failing[job.Name] = reason;
        }
        tools.Events.Report(new JobEvent.Incident(About(job), message));
    }
}

/// <summary>What is known of whether the two servers of a job let its files go from one to the other.</summary>
internal enum CopyTrust
{
    /// <summary>Nothing of late: one file is to show it.</summary>
    Trial,

    /// <summary>That file is under way.</summary>
    Trying,

    /// <summary>They do.</summary>
    Full,

    /// <summary>
    /// They refuse, and nothing is begun before the job's next look: what a setting forbids, forty files are not to ask for.
    /// </summary>
    Refused,
}
