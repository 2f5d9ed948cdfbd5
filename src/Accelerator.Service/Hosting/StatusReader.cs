using Accelerator.Jobs.Control;

namespace Accelerator.Service.Hosting;

/// <summary>Puts together what the service says of itself.</summary>
internal sealed class StatusReader(ServiceOptions options, ServiceCore core, JobFileWatch watch, DateTimeOffset startedAt)
{
    /// <summary>What it is now.</summary>
    public ServiceStatus Read()
    {
        var (state, jobs) = (watch.State, core.Jobs);
        return new ServiceStatus
        {
            Version = ServiceCommand.Version,
            ProcessId = Environment.ProcessId,
            StartedAt = startedAt,
            State = core.State.ToString().ToLowerInvariant(),
            Data = options.Data,
            Logs = options.Logs,
            JobFile = options.Jobs,
            JobFileReadAt = state.ReadAt,
            Jobs = jobs?.Jobs.Count ?? 0,
            Servers = jobs?.Servers.Count ?? 0,
            Problems = [.. state.Problems, .. core.Events.Troubles],
        };
    }
}
