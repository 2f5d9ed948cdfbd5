using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Finds out at the destination what became of a rename that was intended before a crash: it is delivered now, or goes back into the queue.</summary>
internal sealed class CopySettler(JobTools tools)
{
    /// <summary>Settles.</summary>
    /// <exception cref="TransferException">The destination cannot be asked.</exception>
    /// <exception cref="LedgerException">The ledger does not answer; the claim stands as it did.</exception>
    public async Task SettleAsync(HeldClaim held, VerifiedFile intent, FxpMetadataProbe probe, CancellationToken cancellationToken)
    {
        var holding = await probe.HoldingAsync(CopyItems.ItemOf(held.Claim), cancellationToken).ConfigureAwait(false);
        if (held.IsLost) return;
        if (CopyPolicy.IsRenamed(intent, holding)) await new FoundFiles(tools).PublishAsync(held.Claim, intent, held.Job, FoundFiles.RenamedBefore, cancellationToken).ConfigureAwait(false);
        else await tools.Ledger.Claims.ReturnAsync(held.Claim, tools.Time.GetUtcNow(), null, null, isCharged: false, cancellationToken).ConfigureAwait(false);
    }
}
