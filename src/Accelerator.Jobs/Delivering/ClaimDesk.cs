using System.Collections.Concurrent;
using System.Globalization;
using Accelerator.Engine.Storage;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>Takes files of one server's jobs out of the queue: those for which there is room on their disk, and whose place is free.</summary>
internal sealed class ClaimDesk(ServerDefinition server, JobTools tools)
{
    private static readonly TimeSpan LaterAgain = TimeSpan.FromMinutes(1);

    private readonly ConcurrentDictionary<string, bool> _full = new(StringComparer.Ordinal);
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
        var claims = await tools.Ledger.Claims.ClaimAsync(server.Name, Roomy(jobs), most, tools.Owner, tools.Leases.Lease, cancellationToken).ConfigureAwait(false);
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
        try
        {
            Directory.CreateDirectory(claim.Target);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Held.Remove(path);
            var message = $"The folder {claim.Target} could not be made: {e.Message}";
            await tools.Ledger.Claims.ReturnAsync(claim, tools.Time.GetUtcNow() + LaterAgain, message, "disk", isCharged: false, cancellationToken).ConfigureAwait(false);
            tools.Events.Report(new JobEvent.Refused(claim, DeliveryAction.TryAgain, "disk", message));
            return false;
        }
    }

    private bool HasRoom(JobDefinition job)
    {
        // Asked several times a second, on a disk that may be another computer's.
        if (_leastFree == 0 && _full.IsEmpty) return true;
        var target = FreeSpace.NearestFolder(job.Target.Fill(tools.Time.GetUtcNow(), job.Name, server.Name));
        var isFull = _leastFree > 0 && FreeSpace.OfFolder(target) is { } free && free < _leastFree;
        var about = $"disk of {job.Name}";
        // Said when it begins and when it is over.
        if (isFull && _full.TryAdd(job.Name, true))
            tools.Events.Report(new JobEvent.Trouble(about, string.Create(CultureInfo.InvariantCulture, $"{job.Name} begins no file: the disk of {target} has less free than least_free_space in the job file, {_leastFree:N0} bytes. What is under way goes on, and the rest as soon as there is room.")));
        else if (!isFull && _full.TryRemove(job.Name, out _)) tools.Events.Report(new JobEvent.Recovered(about));
        return !isFull;
    }
}
