using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Finds out at the destination what became of a rename that was intended before a crash: it is delivered now, or goes back into the queue. Also records what is there already.</summary>
internal sealed class CopySettler(JobTools tools)
{
    /// <summary>Settles.</summary>
    /// <exception cref="TransferException">The destination cannot be asked.</exception>
    /// <exception cref="LedgerException">The ledger does not answer; the claim stands as it did.</exception>
    public async Task SettleAsync(HeldClaim held, VerifiedFile intent, FxpInquiry inquiry, CancellationToken cancellationToken)
    {
        var holding = await inquiry.HoldingAsync(CopyItems.ItemOf(held.Claim), cancellationToken).ConfigureAwait(false);
        if (held.IsLost) return;
        if (CopyPolicy.IsRenamed(intent, holding)) await PublishAsync(held, intent.Size, "its mark: it was renamed just before the service was ended", cancellationToken).ConfigureAwait(false);
        else await tools.Ledger.Claims.ReturnAsync(held.Claim, tools.Time.GetUtcNow(), null, null, isCharged: false, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes a file that is there for delivered.</summary>
    /// <returns>Whether it stands in the ledger; otherwise its name is another's, or the claim is.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<bool> AdoptAsync(HeldClaim held, FxpHolding holding, string how, CancellationToken cancellationToken)
    {
        var file = new VerifiedFile(held.TargetPath, held.TargetPath + ".part", held.Claim.Size, held.Claim.Time, null, null, holding.FinalModified ?? "");
        return await tools.Ledger.Claims.VerifiedAsync(held.Claim, file, cancellationToken).ConfigureAwait(false) == VerifiedResult.Recorded
            && await PublishAsync(held, held.Claim.Size, how, cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> PublishAsync(HeldClaim held, long size, string how, CancellationToken cancellationToken)
    {
        var now = tools.Time.GetUtcNow();
        if (!await tools.Ledger.Claims.PublishedAsync(held.Claim, new Publication(now, 0), Effects.Of(held.Job, now), cancellationToken).ConfigureAwait(false)) return false;
        tools.Events.Report(new JobEvent.Delivered(held.Claim, held.TargetPath, size, TimeSpan.Zero, how));
        return true;
    }
}
