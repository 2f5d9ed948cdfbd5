using Accelerator.Jobs.Control;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Accelerator.Service.Metrics;

namespace Accelerator.Service.Dashboard;

/// <summary>The data that the page shows and the actions that it offers.</summary>
/// <param name="Core">The jobs and their ledger.</param>
/// <param name="Figures">The figures of all jobs.</param>
/// <param name="Metrics">The figures for Prometheus.</param>
/// <param name="Trail">The latest events of each job.</param>
internal sealed record PageContent(ServiceCore Core, FiguresReader Figures, PrometheusText Metrics, JobTrail Trail)
{
    /// <summary>
    /// The verbs of the control channel, through which an administrator changes jobs; none before the service has started.
    /// </summary>
    public IReadOnlyList<ControlVerb> Verbs { get; set; } = [];
}
