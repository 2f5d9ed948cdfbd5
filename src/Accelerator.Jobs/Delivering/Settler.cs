using Accelerator.Engine.Fxp;
using Accelerator.Engine.Storage;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Records files for which nothing is transferred now: those that were renamed just before a crash, and those that are already in place.
/// </summary>
internal sealed class Settler(JobTools tools)
{
    private const string RenamedBefore = "identified by its file mark: it was renamed just before the service stopped";

    /// <summary>Returns whether a local rename that was intended before a crash took place, by the file's own mark.</summary>
    public static bool IsRenamed(VerifiedFile intent)
    {
        var final = new FileInfo(intent.FinalPath);
        if (!final.Exists || final.Length != intent.Size) return false;
        var mark = FileMark.Of(intent.FinalPath);
        if (intent.FileMark.Length > 0 && mark == intent.FileMark) return true;
        // If the disk has no file marks, rely on the missing .part: no other program renames it. A share's number differs from computer to
        // computer, but the file's own number on it does not.
        return !File.Exists(intent.PartPath)
            && (intent.FileMark.Length == 0 || (mark is not null && InFolder(mark) == InFolder(intent.FileMark)));
    }

    /// <summary>
    /// Returns whether a rename at a server that was intended before a crash took place. A rename preserves a file's time, which is its
    /// mark. If the server reports none, the missing partial file decides.
    /// </summary>
    public static bool IsRenamed(VerifiedFile intent, FxpHolding holding) =>
        holding.Final == intent.Size
            && (intent.FileMark.Length > 0 && holding.FinalModified is { } time ? time == intent.FileMark : holding.Part is null);

    /// <summary>
    /// Settles a rename that was intended before a crash: the file is delivered now, or returns to the queue, where the next try finds its
    /// bytes.
    /// </summary>
    /// <param name="intent">The intended rename.</param>
    /// <param name="job">The job; null if it is no longer in the job file.</param>
    /// <param name="isRenamed">Whether the rename took place.</param>
    /// <exception cref="LedgerException">The ledger does not answer; the claim is unchanged.</exception>
    public Task SettleAsync(Claim claim, VerifiedFile intent, JobDefinition? job, bool isRenamed,
        CancellationToken cancellationToken) => isRenamed
        ? PublishAsync(claim, intent, job, RenamedBefore, cancellationToken)
        : tools.Ledger.Claims.ReturnAsync(claim, tools.Time.GetUtcNow(), null, null, isCharged: false, cancellationToken);

    /// <summary>Records a file that is already in place as delivered.</summary>
    /// <param name="held">The claim.</param>
    /// <param name="mark">The mark that will identify it.</param>
    /// <param name="how">How it was identified as the file.</param>
    /// <returns>Whether the ledger has it now; otherwise whether its name belongs to another file, or the claim to another node.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<VerifiedResult> AdoptAsync(HeldClaim held, string? mark, string how, CancellationToken cancellationToken)
    {
        var file = new VerifiedFile(held.TargetPath, held.TargetPath + ".part", held.Claim.Size, held.Claim.Time, null, null, mark ?? "");
        var result = await tools.Ledger.Claims.VerifiedAsync(held.Claim, file, cancellationToken).ConfigureAwait(false);
        if (result != VerifiedResult.Recorded) return result;
        held.IsEnding = true;
        return await PublishAsync(held.Claim, file, held.Job, $"{how}; the file already existed", cancellationToken).ConfigureAwait(false)
            ? VerifiedResult.Recorded : VerifiedResult.Lost;
    }

    /// <summary>Returns why a file may not have its name, if the ledger has the name for another file; otherwise null.</summary>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public static async Task<string?> WhyTakenAsync(ClaimLedger ledger, Claim claim, string path, CancellationToken cancellationToken) =>
        await ledger.OwnerOfAsync(path, cancellationToken).ConfigureAwait(false) is { } owner
            ? $"{path} was delivered by the job {owner.Job} from {owner.Folder} of the server {owner.Server}, and a second file cannot "
                + $"have its name. Give the job {claim.Job} another target, or exclude the file."
            : null;

    private async Task<bool> PublishAsync(
        Claim claim, VerifiedFile file, JobDefinition? job, string how, CancellationToken cancellationToken)
    {
        var publication = new Publication(tools.Time.GetUtcNow(), 0);
        var effects = job is null ? [] : Effects.Of(job, publication.At);
        if (!await tools.Ledger.Claims.PublishedAsync(claim, publication, effects, cancellationToken).ConfigureAwait(false)) return false;
        tools.Events.Report(new JobEvent.Delivered(claim, file.FinalPath, file.Size, TimeSpan.Zero, how) { Modified = file.Modified });
        return true;
    }

    private static string InFolder(string mark) => mark[(mark.IndexOf('-', StringComparison.Ordinal) + 1)..];
}
