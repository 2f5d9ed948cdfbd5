using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// What is asked before a file gets its final name: is it still this node's, is it what the listing told, is the name free? Only when the ledger has the intent may it be renamed; after a crash
/// in between, <see cref="Settler"/> finds out what became of it.
/// </summary>
/// <param name="held">The files under way.</param>
/// <param name="ledger">The record.</param>
/// <param name="isLeaseOver">Whether the lease of all of them may have ended.</param>
internal sealed class PublishGate(HeldClaims held, ClaimLedger ledger, Func<bool> isLeaseOver)
{
    /// <summary>Asks.</summary>
    /// <exception cref="TransferException">It may not be renamed.</exception>
    public async ValueTask AskAsync(ReadyFile ready, CancellationToken cancellationToken)
    {
        var path = ready.Item.TargetPath;
        var mine = held.Find(path);
        if (mine is null or { IsLost: true }) throw Lost(path);
        var claim = mine.Claim;
        if (!claim.IsAsListed(ready.Size, ready.Modified))
        {
            throw new TransferException(FailureKind.SourceChanged,
                $"{path} was listed with {claim.Size:N0} bytes, time {claim.Time ?? "unknown"}, and came with {ready.Size:N0}, time {ready.Modified ?? "unknown"}: it is observed anew.");
        }
        if (claim.PreviousPath != path && File.Exists(path))
            throw new TransferException(FailureKind.Usage, $"{path} exists and was not delivered by this job; it is not replaced. Move it away; the file is then delivered by itself.");
        if (await IntendAsync(claim, ready, cancellationToken).ConfigureAwait(false) is not VerifiedResult.Recorded and var result)
            throw result == VerifiedResult.Lost ? Lost(path) : new TransferException(FailureKind.Usage, $"{path} belongs to another file that was delivered. Give the jobs different targets.");
        // The answer may have been hours old when this node woke to read it: another has settled the file then.
        if (isLeaseOver()) throw Lost(path);
    }

    private async Task<VerifiedResult> IntendAsync(Claim claim, ReadyFile ready, CancellationToken cancellationToken)
    {
        try
        {
            var file = new VerifiedFile(ready.Item.TargetPath, ready.PartPath, ready.Size, ready.Modified, ready.Sha256 is null ? null : "sha-256", ready.Sha256, ready.Mark ?? "");
            return await ledger.VerifiedAsync(claim, file, cancellationToken).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            throw new TransferException(FailureKind.Cancelled, $"{ready.Item.TargetPath} is complete and was not published, because the ledger does not answer. {e.Message}", e);
        }
    }

    private static TransferException Lost(string path) =>
        new(FailureKind.Cancelled, $"{path} was not published: this node's lease of it has ended, and another may have it.");
}
