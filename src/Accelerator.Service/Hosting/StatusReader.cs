using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;

namespace Accelerator.Service.Hosting;

/// <summary>Assembles the status of the service.</summary>
internal sealed class StatusReader(DaemonOptions options, ServiceCore core, JobFileWatch watch, ServiceOutputs outputs, TimeProvider time)
{
    // An operator waits for the status, even while the ledger does not answer, so limit the wait for its figures.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>Returns the current status.</summary>
    public async Task<ServiceStatus> ReadAsync(CancellationToken cancellationToken)
    {
        var figures = await FiguresAsync(cancellationToken).ConfigureAwait(false);
        var (state, jobs) = (watch.State, core.Jobs);
        return new ServiceStatus
        {
            Version = ServiceVersion.Text,
            ProcessId = Environment.ProcessId,
            StartedAt = outputs.StartedAt,
            State = core.State.ToString().ToLowerInvariant(),
            Data = options.Data,
            Logs = options.Logs,
            JobFile = options.Jobs,
            JobFileReadAt = state.ReadAt,
            Jobs = jobs?.Jobs.Count ?? 0,
            Servers = jobs?.Servers.Count ?? 0,
            Dashboard = outputs.Page.Address,
            DashboardToken = outputs.Page.Address is null ? null : outputs.Page.TokenFile,
            Gateways = [.. outputs.Gateways.Figures().Select(
                gateway => new GatewayStatus(gateway.Name, gateway.Address, gateway.Http, gateway.Clients))],
            JobFileProblems = state.Problems,
            Problems = Problems(state.Problems, core.Events.Log.Incidents, figures),
            Nodes = await core.NodesAsync(cancellationToken).ConfigureAwait(false),
        };
    }

    /// <summary>
    /// Returns all problems: those of the job file, the open incidents, what is wrong with each job, and the quarantined files of each job,
    /// also if the job is paused or another problem is more severe.
    /// </summary>
    internal static IReadOnlyList<string> Problems(
        IReadOnlyList<string> ofJobFile, IReadOnlyList<string> incidents, ServiceFigures? figures) =>
    [
        .. ofJobFile, .. incidents,
        .. (figures?.Jobs ?? []).SelectMany(job => (string?[])
            [
                JobVerdict.IsReportedAsIncident(job.State) ? null : job.Sentence,
                job.State == JobState.Quarantined ? null
                    : JobVerdict.Quarantine(job, figures!.Failures.FirstOrDefault(failure => failure.Job == job.Name)),
            ]).OfType<string>().Select(SafeText.Escape),
    ];

    // If the ledger does not answer, the status has an open incident for it and the jobs as last known.
    private async Task<ServiceFigures?> FiguresAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await outputs.Figures.ReadNowAsync(cancellationToken).WaitAsync(Patience, time, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            return outputs.Figures.Last;
        }
    }
}
