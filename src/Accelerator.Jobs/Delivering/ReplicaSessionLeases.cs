using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// The sessions leased from the replicas of a server. They count towards the limit of each replica, and never take more than half of it,
/// because a run may last for hours and a replica has work of its own.
/// </summary>
/// <param name="server">The server whose files the replicas hold too.</param>
/// <param name="linkOf">Gets the sessions of another server of the job file; null if there are none.</param>
internal sealed class ReplicaSessionLeases(ServerDefinition server, JobTools tools, Func<string, ServerLink?> linkOf) : IDisposable
{
    private readonly List<SessionLease> _leases = [];
    private readonly Dictionary<TransferSource, ServerLink> _leasedFrom = [];

    /// <summary>
    /// Returns whether a replica may serve bytes of a file that is started now. Its own limits by the time of day would have to apply to
    /// the total from all sources, so it serves none while one of them applies.
    /// </summary>
    public bool MayGive(TransferSource replica) => _leasedFrom.TryGetValue(replica, out var link) && !link.IsLimitedNow;

    /// <summary>
    /// Leases the sessions that are available. A replica without a free session or without a password is left out until sessions are opened
    /// again.
    /// </summary>
    /// <param name="borrower">The holder of the leases.</param>
    /// <param name="cancellationToken">A token to cancel the password queries.</param>
    public async Task<IReadOnlyDictionary<TransferSource, SessionBudget>> TakeAsync(object borrower, CancellationToken cancellationToken)
    {
        var taken = new Dictionary<TransferSource, SessionBudget>();
        foreach (var name in server.Replicas)
        {
            if (linkOf(name) is not { } link) continue;
            try
            {
                var source = await link.SourceAsync(cancellationToken).ConfigureAwait(false);
                if (link.TryLease(borrower, Math.Max(1, link.MostSessions / 2)) is not { } lease) continue;
                _leases.Add(lease);
                if (taken.TryAdd(source, new SessionBudget { Most = lease.Count })) _leasedFrom.Add(source, link);
            }
            catch (TransferException e)
            {
                tools.Events.Report(new JobEvent.Incident(
                    $"replica {name} of server {server.Name}", Sentences.Join(e.Message, "Files are downloaded without it.")));
            }
        }
        return taken;
    }

    /// <summary>Gives all sessions back.</summary>
    public void Dispose()
    {
        foreach (var lease in _leases) lease.Dispose();
    }
}
