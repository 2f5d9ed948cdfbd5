using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;
using Microsoft.Extensions.Hosting;

namespace Accelerator.Service.Hosting;

/// <summary>Once a day, removes from the ledger what is long gone from its server, as the job file's <c>keep</c> defines.</summary>
internal sealed class Housekeeping(ServiceCore core, TimeProvider time) : BackgroundService
{
    // Keep clear of the first polls after a start.
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
