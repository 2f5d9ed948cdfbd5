using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Takes files out of the queue that go from one server to another: what <see cref="ClaimQueue"/> is for files that come here. No disk of this computer is asked for room.</summary>
internal sealed class CopyClaims(HeldClaims held, JobTools tools)
{
    private const long MostBytes = 64 << 20;

    /// <summary>Claims files one by one until there are enough for a batch.</summary>
    /// <param name="worker">The work with their server.</param>
    /// <param name="jobs">Of which jobs.</param>
    /// <param name="most">Files at most.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="LedgerException">The ledger does not answer; what was claimed is held.</exception>
    public async Task<IReadOnlyList<HeldClaim>> TakeAsync(ServerWorker worker, IReadOnlyList<JobDefinition> jobs, int most, CancellationToken cancellationToken)
    {
        string[] names = [.. jobs.Select(job => job.Name)];
        var mine = new List<HeldClaim>();
        while (mine.Count < most && mine.Sum(one => one.Claim.Size) < MostBytes)
        {
            var claims = await tools.Ledger.Claims.ClaimAsync(worker.Server.Name, names, 1, tools.Owner, tools.Leases.Lease, cancellationToken).ConfigureAwait(false);
            if (claims is not [var claim]) break;
            var job = jobs.First(job => job.Name == claim.Job);
            var one = new HeldClaim(claim, job, CopyItems.AddressOf(claim, job.Destination!), worker.Delivered);
            if (await PrepareAsync(one, cancellationToken).ConfigureAwait(false)) mine.Add(one);
        }
        return mine;
    }

    private Task<bool> PrepareAsync(HeldClaim one, CancellationToken cancellationToken)
    {
        var (claim, places) = (one.Claim, new Places(held, tools));
        return CopyItems.StaysInFolder(claim) ? places.TakeAsync(one, cancellationToken)
            : places.QuarantineAsync(claim, $"The name {claim.Name} in {claim.Folder} would lead out of the folder {claim.Target} at the destination; it is not sent. Have it renamed at its source, or exclude it.", cancellationToken);
    }
}
