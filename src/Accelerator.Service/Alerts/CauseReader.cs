using Accelerator.Service.Core;
using Accelerator.Service.Figures;

namespace Accelerator.Service.Alerts;

/// <summary>Reads what is wrong, with its causes, for the alerts.</summary>
internal sealed class CauseReader(ServiceCore core, FiguresReader figures)
{
    private readonly AlertCauses _causes = new();

    /// <summary>Returns the open incidents that have a cause of their own.</summary>
    public async Task<IReadOnlyList<AlertCause>> ReadAsync(CancellationToken cancellationToken)
    {
        var now = await figures.ReadAsync(cancellationToken).ConfigureAwait(false);
        // The alerts report each quarantined file from the ledger. Status, page and metrics show all concerns.
        List<OpenIncident> concerns = [.. now.Concerns.Where(
            concern => !now.Jobs.Any(job => job.State == JobState.Quarantined && concern.About == $"job {job.Name}"))];
        return _causes.Find(concerns, core.Jobs?.Jobs ?? [], now.Now);
    }
}
