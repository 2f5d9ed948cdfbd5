using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Gives each file that is claimed its place among those under way. Two may not have one place.</summary>
internal sealed class Places(HeldClaims held, JobTools tools)
{
    private static readonly TimeSpan SoonAgain = TimeSpan.FromSeconds(5);

    /// <summary>Takes a file's place.</summary>
    /// <returns>Whether it is taken; otherwise the claim was given back, or put aside where the place is another file's.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<bool> TakeAsync(HeldClaim one, CancellationToken cancellationToken)
    {
        if (held.TryAdd(one)) return true;
        if (held.Find(one.TargetPath) is { IsLost: false } other && other.Claim.FileId != one.Claim.FileId)
            return await QuarantineAsync(one.Claim, $"{one.TargetPath} is the target of two files at once. Give the jobs different targets, or leave one of the files out.", cancellationToken).ConfigureAwait(false);
        // This node's own try of it has not let go yet: its lease has ended, or its run is ending and has returned it to the ledger just before it gives up the place.
        await tools.Ledger.Claims.ReturnAsync(one.Claim, tools.Time.GetUtcNow() + SoonAgain, null, null, isCharged: false, cancellationToken).ConfigureAwait(false);
        return false;
    }

    /// <summary>Puts a claim aside that can have no place, and says why.</summary>
    /// <returns>False.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<bool> QuarantineAsync(Claim claim, string message, CancellationToken cancellationToken)
    {
        await tools.Ledger.Claims.PutAsideAsync(claim, FileState.Quarantined, message, "usage", cancellationToken).ConfigureAwait(false);
        tools.Events.Report(new JobEvent.Refused(claim, DeliveryAction.Quarantine, "usage", message));
        return false;
    }
}
