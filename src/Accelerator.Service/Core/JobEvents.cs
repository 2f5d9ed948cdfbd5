using Accelerator.Jobs.Delivering;

namespace Accelerator.Service.Core;

/// <summary>
/// Tells all who listen what the work tells. Listeners are quick and throw nothing: they are called where the work is done.
/// </summary>
/// <param name="log">The first of them.</param>
internal sealed class JobEvents(JobEventLog log) : IProgress<JobEvent>
{
    private readonly object _lock = new();
    private volatile IReadOnlyList<IProgress<JobEvent>> _listeners = [log];

    /// <summary>The log, which knows what is wrong now.</summary>
    public JobEventLog Log => log;

    /// <summary>One more listener, for good.</summary>
    public void Add(IProgress<JobEvent> listener)
    {
        lock (_lock) _listeners = [.. _listeners, listener];
    }

    /// <inheritdoc/>
    public void Report(JobEvent value)
    {
        foreach (var listener in _listeners) listener.Report(value);
    }

    /// <summary>Something is wrong that is no single file's fault.</summary>
    public void Incident(string about, string message) => Report(new JobEvent.Incident(about, message));

    /// <summary>It is over.</summary>
    public void Settle(string about) => Report(new JobEvent.Recovered(about));
}
