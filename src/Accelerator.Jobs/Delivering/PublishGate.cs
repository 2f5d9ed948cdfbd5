using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// The check before a file gets its final name: the claim still belongs to this node, the file is as listed, and its name is free. The file
/// may be renamed only after the ledger has the intent; after a crash in between, <see cref="Settler"/> finds out whether the rename took
/// place.
/// </summary>
/// <param name="isLeaseOver">Returns whether the lease of all claims may have ended.</param>
internal sealed class PublishGate(ClaimLedger ledger, Func<bool> isLeaseOver)
{
    private static readonly Wording Here = new("was listed with", "and came with", "was not published");

    private static readonly Wording Elsewhere = new("was listed at its source with", "and was sent with", "was not given its name");

    /// <summary>Checks a file that this computer renames.</summary>
    /// <param name="held">The claim; null if none is held any more.</param>
    /// <param name="ready">The file.</param>
    /// <exception cref="TransferException">The file may not be renamed.</exception>
    public ValueTask AskAsync(HeldClaim? held, ReadyFile ready, CancellationToken cancellationToken) => AskAsync(
        held,
        new VerifiedFile(ready.Item.TargetPath, ready.PartPath, ready.Size, ready.Modified, ready.Sha256 is null ? null : "sha-256",
            ready.Sha256, ready.Mark ?? ""),
        Here,
        cancellationToken);

    /// <summary>
    /// Checks a file that another server renames. The intent has the time of the partial file there, which a rename preserves.
    /// </summary>
    /// <param name="held">The claim.</param>
    /// <param name="ready">The file.</param>
    /// <exception cref="TransferException">The file may not be renamed.</exception>
    public ValueTask AskAsync(HeldClaim held, FxpReady ready, CancellationToken cancellationToken) => AskAsync(
        held,
        new VerifiedFile(held.TargetPath, held.TargetPath + ".part", ready.Size, ready.Modified, null, null, ready.PartModified ?? ""),
        Elsewhere,
        cancellationToken);

    private async ValueTask AskAsync(HeldClaim? held, VerifiedFile file, Wording say, CancellationToken cancellationToken)
    {
        var path = file.FinalPath;
        if (held is null or { IsLost: true }) throw Lost();
        var claim = held.Claim;
        if (!claim.IsAsListed(file.Size, file.Modified))
        {
            throw new TransferException(
                FailureKind.SourceChanged,
                $"{path} {say.Listed} {claim.Size:N0} bytes, time {claim.Time ?? "unknown"}, {say.Came} {file.Size:N0}, "
                    + $"time {file.Modified ?? "unknown"}: it is observed again.");
        }
        if (say == Here && claim.PreviousPath != path && File.Exists(path))
        {
            throw new TransferException(
                FailureKind.Usage,
                $"{path} exists and was not delivered by this job; it is not replaced. Move it away; "
                    + "the file is then delivered automatically.");
        }
        switch (await IntendAsync(claim, file, say, cancellationToken).ConfigureAwait(false))
        {
            case VerifiedResult.Lost:
                throw Lost();
            case VerifiedResult.NameTaken:
                held.IsNameTaken = true;
                var why = await WhyTakenAsync(claim, path, cancellationToken).ConfigureAwait(false);
                throw new TransferException(FailureKind.Verification, why);
        }
        // The answer may be hours old if this node was frozen before it read it: another node has settled the file by then.
        if (isLeaseOver()) throw Lost();

        TransferException Lost() =>
            new(FailureKind.Cancelled, $"{path} {say.Unpublished}: this node's lease has ended, and another node may have it.");
    }

    private async Task<VerifiedResult> IntendAsync(Claim claim, VerifiedFile file, Wording say, CancellationToken cancellationToken)
    {
        try
        {
            return await ledger.VerifiedAsync(claim, file, cancellationToken).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            var message = $"{file.FinalPath} is complete and {say.Unpublished}, because the ledger does not answer. {e.Message}";
            throw new TransferException(FailureKind.Cancelled, message, e);
        }
    }

    private async Task<string> WhyTakenAsync(Claim claim, string path, CancellationToken cancellationToken)
    {
        try
        {
            return await Settler.WhyTakenAsync(ledger, claim, path, cancellationToken).ConfigureAwait(false)
                ?? $"Another file had the path {path}, but the ledger no longer lists it. To deliver this file, run: ftpx job retry "
                    + $"{claim.Job}";
        }
        catch (LedgerException e)
        {
            return $"Another delivered file has the name {path}. {e.Message}";
        }
    }

    private sealed record Wording(string Listed, string Came, string Unpublished);
}
