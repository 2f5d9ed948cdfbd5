using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>The state of the path of each job between two servers, and which of its failures were already reported.</summary>
internal sealed class CopyTrusts(JobTools tools)
{
    private readonly object _lock = new();
    private readonly Dictionary<string, CopyTrust> _known = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _failing = new(StringComparer.Ordinal);

    /// <summary>Takes another set of jobs, whose paths may have changed.</summary>
    public void Begin(IEnumerable<JobDefinition> jobs)
    {
        lock (_lock)
        {
            _known.Clear();
            foreach (var job in jobs) _known[job.Name] = CopyTrust.Trial;
        }
    }

    /// <summary>Returns the jobs that are in a state.</summary>
    public IReadOnlyList<JobDefinition> Those(IReadOnlyList<JobDefinition> jobs, CopyTrust trust)
    {
        lock (_lock) return [.. jobs.Where(job => Of(job) == trust)];
    }

    /// <summary>Notes that the job's trial file is in progress.</summary>
    public void Try(JobDefinition job) => Set(job, CopyTrust.Trying);

    /// <summary>Notes that the trial file ended without a result for the path.</summary>
    public void Leave(JobDefinition job)
    {
        lock (_lock)
        {
            if (Of(job) == CopyTrust.Trying) _known[job.Name] = CopyTrust.Trial;
        }
    }

    /// <summary>Notes that bytes arrive.</summary>
    public void Flows(JobDefinition job)
    {
        Set(job, CopyTrust.Full);
        lock (_lock)
        {
            if (!_failing.Remove(job.Name)) return;
        }
        tools.Events.Report(new JobEvent.Recovered(About(job)));
    }

    /// <summary>Notes that the servers refuse: nothing is started before the next poll.</summary>
    public void Refuse(JobDefinition job, CopyFault fault)
    {
        Set(job, CopyTrust.Refused);
        Notify(job, fault.Reason, $"{fault.Message} {job.Name} starts no transfer before its next poll, and then tries one file.");
    }

    /// <summary>Notes a failure: one file is sent as a trial of whether it persists.</summary>
    public void Doubt(JobDefinition job, CopyFault? fault)
    {
        Set(job, CopyTrust.Trial);
        if (fault is not null)
            Notify(job, fault.Reason, $"Both servers answer, but no data was transferred between them. {fault.Message}");
    }

    /// <summary>Notes that a job has polled.</summary>
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
            if (_failing.TryGetValue(job.Name, out var reported) && reported == reason) return;
            _failing[job.Name] = reason;
        }
        tools.Events.Report(new JobEvent.Incident(About(job), message));
    }
}

/// <summary>Whether the two servers of a job pass its files from one to the other.</summary>
internal enum CopyTrust
{
    /// <summary>Unknown: one file is to be sent as a trial.</summary>
    Trial,

    /// <summary>The trial file is in progress.</summary>
    Trying,

    /// <summary>Transfers work.</summary>
    Full,

    /// <summary>
    /// The servers refuse, and nothing is started before the job's next poll: forty files should not all fail on the same setting.
    /// </summary>
    Refused,
}
