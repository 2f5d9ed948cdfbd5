using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Hosting;

/// <summary>
/// Once a day, removes the ledger's entries for files and dated folders that have been gone from their server, or no longer polled, for
/// longer than the job file's <c>keep</c> (<see cref="LedgerUpkeep.PruneAsync"/>).
/// </summary>
internal sealed class Housekeeping(ServiceCore core, TimeProvider time) : BackgroundService
{
    // Wait until the first polls after a start are over.
    private static readonly TimeSpan First = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan Interval = TimeSpan.FromDays(1);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        for (var pause = First; ; pause = Interval)
        {
            await Task.Delay(pause, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (stoppingToken.IsCancellationRequested) return;
            if (core is not { Ledger: { } ledger, Jobs: { } jobs }) continue;
            try
            {
                await ledger.Upkeep.PruneAsync(time.GetUtcNow() - jobs.Ledger.Keep, stoppingToken).ConfigureAwait(false);
            }
            catch (LedgerException e)
            {
                // Try again the next day.
                core.Events.Incident("housekeeping", e.Message);
                continue;
            }
            catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
            {
                // The service stops, or the job file has named another ledger.
                continue;
            }
            core.Events.Settle("housekeeping");
        }
    }
}
