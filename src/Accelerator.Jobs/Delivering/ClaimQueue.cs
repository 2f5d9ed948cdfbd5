using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>Takes files of one server's jobs out of the queue: those for which there is room on their disk, and whose place is free.</summary>
/// <param name="server">The server.</param>
/// <param name="tools">What the work is done with.</param>
/// <param name="faults">What keeps this computer from storing files.</param>
internal sealed class ClaimQueue(ServerDefinition server, JobTools tools, LocalFaults faults)
{
    private static readonly TimeSpan LaterAgain = TimeSpan.FromMinutes(1);

    private volatile IReadOnlyDictionary<string, JobDefinition> _jobs = new Dictionary<string, JobDefinition>();
    private long _leastFree;

    /// <summary>The files under way.</summary>
    public HeldClaims Held { get; } = new();

    /// <summary>Takes for these jobs from now on.</summary>
    public void Follow(IEnumerable<JobDefinition> jobs, long leastFreeSpace) => (_jobs, _leastFree) = (jobs.ToDictionary(job => job.Name, StringComparer.Ordinal), leastFreeSpace);

    /// <summary>Whether anything could be taken.</summary>
    public Task<bool> AnyAsync(CancellationToken cancellationToken) => tools.Ledger.Claims.AnyAsync(server.Name, Roomy(_jobs), cancellationToken);

    /// <summary>Claims files for which there is room.</summary>
    /// <param name="most">So many at most.</param>
    /// <param name="delivered">Files that came through so far.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task<IReadOnlyList<HeldClaim>> TakeAsync(int most, long delivered, CancellationToken cancellationToken)
    {
        var jobs = _jobs;
        var claims = await tools.Ledger.Claims.ClaimAsync(server.Name, Roomy(jobs), faults.ClosedFolders, most, tools.Owner, tools.Leases.Lease, cancellationToken).ConfigureAwait(false);
        var mine = new List<HeldClaim>(claims.Count);
        foreach (var claim in claims)
        {
            var path = DeliveryItems.TargetOf(claim, tools.Names);
            var held = new HeldClaim(claim, jobs[claim.Job], path, delivered) { PartTag = tools.Ledger.IsShared ? LeftParts.TagFor(claim, path) : null };
            if (await PrepareAsync(held, cancellationToken).ConfigureAwait(false)) mine.Add(held);
        }
        return mine;
    }

    private List<string> Roomy(IReadOnlyDictionary<string, JobDefinition> jobs) => [.. jobs.Values.Where(HasRoom).Select(job => job.Name)];

    // A file that is to be fetched; false for one that is settled already, or cannot be.
    private async Task<bool> PrepareAsync(HeldClaim held, CancellationToken cancellationToken)
    {
        var (claim, path) = (held.Claim, held.TargetPath);
        if (!await new Places(Held, tools).TakeAsync(held, cancellationToken).ConfigureAwait(false)) return false;
        if (claim.PreviousPath != path && File.Exists(path))
        {
            await new Adoption(tools).SettleAsync(held, cancellationToken).ConfigureAwait(false);
            Held.Remove(path);
            return false;
        }
        if (!faults.Fits(held, _leastFree)) return await LaterAsync(held, LaterAgain, "The disk has no room for it beside the files in progress.", cancellationToken).ConfigureAwait(false);
        try
        {
            Directory.CreateDirectory(claim.Target);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            var message = $"The folder {claim.Target} could not be made: {e.Message}";
            faults.Failed(held, message);
            return await LaterAsync(held, TimeSpan.Zero, message, cancellationToken).ConfigureAwait(false);
        }
    }

    private bool HasRoom(JobDefinition job) => faults.MayBegin(job.Name, job.Target.Fill(tools.Time.GetUtcNow(), job.Name, server.Name), _leastFree);

    private async Task<bool> LaterAsync(HeldClaim held, TimeSpan pause, string error, CancellationToken cancellationToken)
    {
        Held.Remove(held.TargetPath);
        await tools.Ledger.Claims.ReturnAsync(held.Claim, tools.Time.GetUtcNow() + pause, error, "disk", isCharged: false, cancellationToken).ConfigureAwait(false);
        return false;
    }
}
