using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Records files that turned out to be in their place: nothing was transferred for them now.</summary>
internal sealed class FoundFiles(JobTools tools)
{
    /// <summary>How a file is known whose rename was intended, and done, before a crash.</summary>
    public const string RenamedBefore = "proven by its mark: it was renamed just before the service was ended";

    /// <summary>Takes a file that is there for delivered.</summary>
    /// <param name="held">Its claim.</param>
    /// <param name="mark">What it will be known by.</param>
    /// <param name="how">How it is known to be the file.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>Whether it stands in the ledger; otherwise its name is another's, or the claim is.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<bool> AdoptAsync(HeldClaim held, string? mark, string how, CancellationToken cancellationToken)
    {
        var file = new VerifiedFile(held.TargetPath, held.TargetPath + ".part", held.Claim.Size, held.Claim.Time, null, null, mark ?? "");
        return await tools.Ledger.Claims.VerifiedAsync(held.Claim, file, cancellationToken).ConfigureAwait(false) == VerifiedResult.Recorded
            && await PublishAsync(held.Claim, file, held.Job, how, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Records that a file of which the ledger has the intent has its final name.</summary>
    /// <param name="claim">Its claim.</param>
    /// <param name="file">The intent.</param>
    /// <param name="job">Its job; null where the job file has it no more.</param>
    /// <param name="how">How it is known.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <returns>Whether it stands in the ledger; otherwise the claim is another's.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<bool> PublishAsync(Claim claim, VerifiedFile file, JobDefinition? job, string how, CancellationToken cancellationToken)
    {
        var now = tools.Time.GetUtcNow();
        if (!await tools.Ledger.Claims.PublishedAsync(claim, new Publication(now, 0), job is null ? [] : Effects.Of(job, now), cancellationToken).ConfigureAwait(false)) return false;
        tools.Events.Report(new JobEvent.Delivered(claim, file.FinalPath, file.Size, TimeSpan.Zero, how));
        return true;
    }
}
