using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// What <see cref="PublishGate"/> is for files that come here, for those that go elsewhere: only when the ledger has the intent may the destination be told to rename. The intent has the partial
/// file's time there, by which <see cref="CopySettler"/> finds out after a crash what became of it.
/// </summary>
/// <param name="held">The files under way.</param>
/// <param name="ledger">The record.</param>
/// <param name="isLeaseOver">Whether the lease of all of them may have ended.</param>
internal sealed class CopyGate(IReadOnlyDictionary<FxpItem, HeldClaim> held, ClaimLedger ledger, Func<bool> isLeaseOver)
{
    /// <summary>Asks.</summary>
    /// <exception cref="TransferException">It may not be renamed.</exception>
    public async ValueTask AskAsync(FxpReady ready, CancellationToken cancellationToken)
    {
        var mine = held[ready.Item];
        var (claim, path) = (mine.Claim, mine.TargetPath);
        if (mine.IsLost) throw Lost(path);
        if (!claim.IsAsListed(ready.Size, ready.Modified))
        {
            throw new TransferException(FailureKind.SourceChanged,
                $"{path} was listed at its source with {claim.Size:N0} bytes, time {claim.Time ?? "unknown"}, and was sent with {ready.Size:N0}, time {ready.Modified ?? "unknown"}: it is observed anew.");
        }
        if (await IntendAsync(mine, ready, cancellationToken).ConfigureAwait(false) is not VerifiedResult.Recorded and var result)
            throw result == VerifiedResult.Lost ? Lost(path) : new TransferException(FailureKind.Verification, $"{path} belongs to another file that was delivered. Give the jobs different targets.");
        if (isLeaseOver()) throw Lost(path);
    }

    private async Task<VerifiedResult> IntendAsync(HeldClaim mine, FxpReady ready, CancellationToken cancellationToken)
    {
        try
        {
            var file = new VerifiedFile(mine.TargetPath, mine.TargetPath + ".part", ready.Size, ready.Modified, null, null, ready.PartModified ?? "");
            return await ledger.VerifiedAsync(mine.Claim, file, cancellationToken).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            throw new TransferException(FailureKind.Cancelled, $"{mine.TargetPath} is complete and was not given its name, because the ledger does not answer. {e.Message}", e);
        }
    }

    private static TransferException Lost(string path) => new(FailureKind.Cancelled, $"{path} was not given its name: this node's lease of it has ended, and another may have it.");
}
