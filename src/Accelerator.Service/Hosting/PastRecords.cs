using Accelerator.Jobs.Control;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Hosting;

/// <summary>
/// Reads what was delivered, also while the job file is invalid and no ledger is open. The history is needed most when something is wrong.
/// </summary>
/// <param name="core">The jobs and their ledger.</param>
/// <param name="watch">The state of the job file, with the ledger that an invalid file names.</param>
internal sealed class PastRecords(ServiceCore core, JobFileWatch watch)
{
    private const string WhatIsWrong = "To see what is wrong with the job file, run: ftpx service status";

    /// <summary>Passes the records to <paramref name="read"/>.</summary>
    /// <param name="open">Returns the queries of the open ledger.</param>
    /// <param name="reply">Receives a warning if the job file is invalid.</param>
    /// <param name="read">Reads the records.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="ControlException">There is no ledger, or its place is not known.</exception>
    public async Task ReadAsync(
        Func<JobQueries> open, ControlReply reply, Func<JobQueries, Task> read, CancellationToken cancellationToken)
    {
        if (core is not { Jobs: null, State: not CoreState.Stopping })
        {
            await read(open()).ConfigureAwait(false);
            return;
        }
        var place = watch.State.Ledger ?? throw new ControlException(ControlFailure.NotFound,
            $"The key \"ledger\" of the job file is invalid, so the service does not know which ledger to read. {WhatIsWrong}");
        var (ledger, where) = await OpenAsync(place, cancellationToken).ConfigureAwait(false);
        await using (ledger.ConfigureAwait(false))
        {
            await reply.SayAsync("warning", $"The service has no valid job file. This is the content of {where}. {WhatIsWrong}",
                ControlJson.Default.String, cancellationToken).ConfigureAwait(false);
            await read(new JobQueries(ledger, null)).ConfigureAwait(false);
        }
    }

    private async Task<(JobLedger Ledger, string Place)> OpenAsync(
        LedgerDefinition place, CancellationToken cancellationToken)
    {
        try
        {
            return await core.OpenReadOnlyAsync(place, cancellationToken).ConfigureAwait(false)
                ?? throw new ControlException(ControlFailure.NotFound,
                    "The service has no valid job file, and there is no ledger in its data folder. If the job file names another ledger, "
                        + $"the history is readable when the file is valid. {WhatIsWrong}");
        }
        catch (CredentialException e)
        {
            throw new ControlException(ControlFailure.Disk, e.Message, e);
        }
    }
}
