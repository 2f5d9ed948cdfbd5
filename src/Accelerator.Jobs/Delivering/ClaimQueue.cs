using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>Takes files of one server out of the ledger's queue. Two files in progress never have the same target path.</summary>
/// <param name="server">The server's name in the job file.</param>
/// <param name="wake">Set when a file is settled without a transfer, so that the next one is taken at once.</param>
internal sealed class ClaimQueue(string server, WakeSignal wake, JobTools tools)
{
    private static readonly TimeSpan SoonAgain = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LaterAgain = TimeSpan.FromMinutes(1);

    /// <summary>The files in progress.</summary>
    public HeldClaims Held { get; } = new();

    /// <summary>Claims files and reserves their target paths.</summary>
    /// <param name="jobs">The jobs to claim for.</param>
    /// <param name="closedFolders">Target folders whose files stay in the queue.</param>
    /// <param name="window">The limits.</param>
    /// <param name="hold">Gives a claim its job and its target path.</param>
    /// <param name="prepare">Returns whether a file is to be transferred; otherwise it was settled, or given back.</param>
    /// <exception cref="LedgerException">The ledger does not answer. None of the files is held: each is queued again now, or when its lease
    /// is over.</exception>
    public async Task<IReadOnlyList<HeldClaim>> TakeAsync(
        IReadOnlyCollection<string> jobs,
        IReadOnlyCollection<string> closedFolders,
        ClaimWindow window,
        Func<Claim, HeldClaim> hold,
        Func<HeldClaim, CancellationToken, Task<bool>> prepare,
        CancellationToken cancellationToken)
    {
        var mine = new List<HeldClaim>();
        try
        {
            bool isMore;
            do
            {
                var (before, asked) = (mine.Count, Math.Min(window.AtOnce, window.Files - mine.Count));
                var claims = await tools.Ledger.Claims.ClaimAsync(
                    server, jobs, closedFolders, asked, tools.Owner, tools.Leases.Lease, cancellationToken).ConfigureAwait(false);
                foreach (var one in claims.Select(hold))
                {
                    if (!await IsOfItsJobAsync(one, cancellationToken).ConfigureAwait(false)) continue;
                    if (!await TryHoldAsync(one, cancellationToken).ConfigureAwait(false)) continue;
                    mine.Add(one);
                    if (await prepare(one, cancellationToken).ConfigureAwait(false)) continue;
                    Held.Remove(one.TargetPath);
                    mine.Remove(one);
                }
                isMore = claims.Count == asked && mine.Count > before;
            }
            while (isMore && mine.Count < window.Files && mine.Sum(one => one.Claim.Size) < window.Bytes);
            return mine;
        }
        catch
        {
            foreach (var one in mine) await ReturnAsync(one).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Reserves a file's target path.</summary>
    /// <returns>Whether it is reserved; otherwise the claim was given back, or the file is quarantined because the path belongs to another
    /// file.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<bool> TryHoldAsync(HeldClaim one, CancellationToken cancellationToken)
    {
        if (Held.TryAdd(one)) return true;
        if (Held.Find(one.TargetPath) is { IsLost: false } other && other.Claim.FileId != one.Claim.FileId)
        {
            var message = $"{one.TargetPath} is the target of two files at the same time. Give the jobs different targets, "
                + "or exclude one of the files.";
            await QuarantineAsync(one, "usage", message, cancellationToken).ConfigureAwait(false);
            return false;
        }
        // This node's own earlier try still holds the path: its lease has ended, or its run is ending and has returned the file to the
        // ledger just before it releases the path.
        await tools.Ledger.Claims.ReturnAsync(
            one.Claim, tools.Time.GetUtcNow() + SoonAgain, null, null, isCharged: false, cancellationToken).ConfigureAwait(false);
        return false;
    }

    // A file of another folder waits: after a change of the job's target, the next poll writes the new one to the ledger. Nothing looks at
    // the folder: on Windows a look at one of another computer would send it the service's login.
    private async Task<bool> IsOfItsJobAsync(HeldClaim one, CancellationToken cancellationToken)
    {
        if (TargetFolder.Covers(one.Job, one.Claim.Target)) return true;
        var message = $"The ledger has the folder {one.Claim.Target} for {one.Claim.Name}, which is no target folder of {one.Job.Name} in "
            + "the job file. After a change of target the next poll corrects this; otherwise find out who has written to the ledger's "
            + "database.";
        await tools.Ledger.Claims.ReturnAsync(
            one.Claim, tools.Time.GetUtcNow() + LaterAgain, message, "target", isCharged: false, cancellationToken).ConfigureAwait(false);
        tools.Events.Report(new JobEvent.Refused(one.Claim, DeliveryAction.TryAgain, "target", message));
        return false;
    }

    /// <summary>Quarantines a file that cannot be transferred, and reports the reason.</summary>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task QuarantineAsync(HeldClaim one, string kind, string message, CancellationToken cancellationToken)
    {
        one.IsEnding = true;
        await tools.Ledger.Claims.GiveUpAsync(one.Claim, FileState.Quarantined, message, kind, cancellationToken).ConfigureAwait(false);
        tools.Events.Report(new JobEvent.Refused(one.Claim, DeliveryAction.Quarantine, kind, message));
        wake.Set();
    }

    /// <summary>Gives back a file that was not started. If that fails, the file is queued again when its lease ends.</summary>
    public async Task ReturnAsync(HeldClaim one)
    {
        one.IsEnding = true;
        try
        {
            await tools.Ledger.Claims.ReturnAsync(
                one.Claim, tools.Time.GetUtcNow(), null, null, isCharged: false, CancellationToken.None).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
        }
        Held.Remove(one.TargetPath);
    }

    /// <summary>Gives back all files that were not started, as <see cref="ReturnAsync"/> does.</summary>
    public async Task ReturnAllAsync()
    {
        foreach (var one in Held.All) await ReturnAsync(one).ConfigureAwait(false);
    }
}

/// <summary>Limits how much is taken out of the queue before it is transferred.</summary>
/// <param name="Files">The maximum number of files.</param>
/// <param name="Bytes">No further file is claimed once the files taken have this many bytes.</param>
/// <param name="AtOnce">The number of claims per query.</param>
internal readonly record struct ClaimWindow(int Files, long Bytes, int AtOnce);
