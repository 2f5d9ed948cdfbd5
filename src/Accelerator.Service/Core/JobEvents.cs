using Accelerator.Jobs.Delivering;

namespace Accelerator.Service.Core;

/// <summary>
/// Passes job events to all listeners. Listeners are quick and throw nothing: they are called on the thread that does the work.
/// </summary>
/// <param name="log">The first listener.</param>
internal sealed class JobEvents(JobEventLog log) : IProgress<JobEvent>
{
    private readonly object _lock = new();
    private volatile IReadOnlyList<IProgress<JobEvent>> _listeners = [log];

    /// <summary>The log, which keeps the open incidents.</summary>
    public JobEventLog Log => log;

    /// <summary>Adds a listener, for good.</summary>
    public void Add(IProgress<JobEvent> listener)
    {
        lock (_lock) _listeners = [.. _listeners, listener];
    }

    public void Report(JobEvent value)
    {
        foreach (var listener in _listeners) listener.Report(value);
    }

    /// <summary>Reports an incident that is not the fault of a single file.</summary>
    public void Incident(string about, string message) => Report(new JobEvent.Incident(about, message));

    /// <summary>Reports that an incident is over.</summary>
    public void Settle(string about) => Report(new JobEvent.Recovered(about));
}
