using Accelerator.Jobs.Control;
using Accelerator.Service.Core;

namespace Accelerator.Service.Hosting;

/// <summary>Assembles the status of the service.</summary>
internal sealed class StatusReader(DaemonOptions options, ServiceCore core, JobFileWatch watch, ServiceOutlook outlook)
{
    /// <summary>Returns the current status.</summary>
    public ServiceStatus Read()
    {
        var (state, jobs) = (watch.State, core.Jobs);
        return new ServiceStatus
        {
            Version = ServiceVersion.Text,
            ProcessId = Environment.ProcessId,
            StartedAt = outlook.StartedAt,
            State = core.State.ToString().ToLowerInvariant(),
            Data = options.Data,
            Logs = options.Logs,
            JobFile = options.Jobs,
            JobFileReadAt = state.ReadAt,
            Jobs = jobs?.Jobs.Count ?? 0,
            Servers = jobs?.Servers.Count ?? 0,
            Dashboard = outlook.Page.Address,
            DashboardToken = outlook.Page.Address is null ? null : outlook.Page.TokenFile,
            JobFileProblems = state.Problems,
            Problems = [.. state.Problems, .. core.Events.Log.Incidents],
        };
    }
}
