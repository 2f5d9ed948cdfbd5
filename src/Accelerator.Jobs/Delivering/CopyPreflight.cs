using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Checks the destination before anything is sent: existing files are settled, and files that an earlier transfer is still writing wait.
/// </summary>
internal sealed class CopyPreflight(FxpMetadataProbe probe, DeliveryRecorder recorder, JobTools tools)
{
    /// <summary>
    /// The time between two checks of a partial file. A transfer between servers continues after the client that started it is gone, and
    /// the file would have grown in this time.
    /// </summary>
    private static readonly TimeSpan Growth = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan LaterAgain = TimeSpan.FromSeconds(15);

    /// <summary>Checks each file.</summary>
    /// <returns>The files that are to be sent.</returns>
    /// <exception cref="TransferException">The destination cannot be queried; nothing was done about the files still held.</exception>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<IReadOnlyList<HeldClaim>> SortAsync(IReadOnlyList<HeldClaim> batch, CancellationToken cancellationToken)
    {
        var toSend = new List<HeldClaim>();
        var begun = new List<(HeldClaim Held, long Part)>();
        foreach (var held in batch)
        {
            var holding = await probe.HoldingAsync(DeliveryItems.ItemOf(held.Claim), cancellationToken).ConfigureAwait(false);
            if (holding.Final is not null && !await IsToBeSentAsync(held, holding, cancellationToken).ConfigureAwait(false))
                recorder.Close(held);
            else if (held.Claim.Epoch > 1 && holding.Part is { } part) begun.Add((held, part));
            else toSend.Add(held);
        }
        if (begun.Count == 0) return toSend;
        await Task.Delay(Growth, tools.Time, cancellationToken).ConfigureAwait(false);
        foreach (var (held, part) in begun)
        {
            var holding = await probe.HoldingAsync(DeliveryItems.ItemOf(held.Claim), cancellationToken).ConfigureAwait(false);
            if (holding.Part == part)
            {
                toSend.Add(held);
                continue;
            }
            var message = $"{held.TargetPath}.part is still growing: an earlier transfer has not ended; waiting for it.";
            await recorder.RefusedAsync(held, FailureKind.Usage, message, new(DeliveryAction.TryAgain, LaterAgain)).ConfigureAwait(false);
        }
        return toSend;
    }

    private async Task<bool> IsToBeSentAsync(HeldClaim held, FxpHolding holding, CancellationToken cancellationToken)
    {
        var isEarlier = held.Claim.PreviousPath == held.TargetPath;
        var likeness = await probe.CompareAsync(DeliveryItems.ItemOf(held.Claim), holding, cancellationToken).ConfigureAwait(false);
        switch (CopyPolicy.Judge(held.Job.Existing, isEarlier, likeness))
        {
            case ExistingAnswer.Send:
                return true;
            case ExistingAnswer.Settle when holding.Final != held.Claim.Size:
                await recorder.RefusedAsync(
                    held, FailureKind.SourceChanged,
                    $"{held.TargetPath} exists, but its source has changed since it was listed: it is observed again.",
                    DeliveryPolicy.Judge(FailureKind.SourceChanged, held.Claim.Attempts, others: true, held.Job.Retry))
                    .ConfigureAwait(false);
                return false;
            case ExistingAnswer.Settle:
                var how = likeness.IsEqual is true ? $"verified by {likeness.By}" : "its size matches, which the job accepts";
                if (await new Settler(tools).AdoptAsync(held, holding.FinalModified, how, cancellationToken).ConfigureAwait(false)
                    == VerifiedResult.NameTaken) await RefuseAsync().ConfigureAwait(false);
                return false;
            default:
                await RefuseAsync().ConfigureAwait(false);
                return false;
        }

        async Task RefuseAsync()
        {
            var ledger = tools.Ledger.Claims;
            var why = await Settler.WhyTakenAsync(ledger, held.Claim, held.TargetPath, cancellationToken).ConfigureAwait(false)
                ?? Explain(held, isEarlier, likeness);
            await recorder.RefusedAsync(held, FailureKind.Usage, why, new(DeliveryAction.Quarantine)).ConfigureAwait(false);
        }
    }

    private static string Explain(HeldClaim held, bool isEarlier, FxpLikeness likeness)
    {
        var (path, again) = (held.TargetPath, $"then run ftpx job retry {held.Claim.Job}.");
        if (isEarlier)
            return $"{path} was delivered, but its source has changed since; it is not replaced, because \"existing\" of the job is "
                + $"not \"replace\". Set \"existing\" of the job to \"replace\", or move the file away at the destination; {again}";
        return likeness.IsEqual is false
            ? $"{path} exists, was not delivered by this job and differs from the source's file ({likeness.By}); it is not replaced. "
                + $"Move it away there, or add \"existing\": \"replace\" to the job; {again}"
            : $"{path} exists with the source's length, was not delivered by this job, and it is unknown whether it is the source's file: "
                + "the servers have no hash in common, and the times differ. Compare the files; "
              + $"add \"existing\": \"length\" to the job to accept it as delivered, or \"replace\" to send it again; {again}";
    }
}
