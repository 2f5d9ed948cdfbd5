using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Sessions at the replicas of a server, lent by those: they count among what each of them allows, and never more than half of that is
/// taken, because a run may last for hours and a replica has work of its own.
/// </summary>
/// <param name="server">The server whose files they hold too.</param>
/// <param name="tools">What the work is done with.</param>
/// <param name="linkOf">The sessions of another server of the job file; null where there are none.</param>
internal sealed class ReplicaSessionLeases(ServerDefinition server, JobTools tools, Func<string, ServerLink?> linkOf) : IDisposable
{
    private readonly List<SessionLease> _leases = [];
    private readonly Dictionary<TransferSource, ServerLink> _leasedFrom = [];

    /// <summary>
    /// Whether a replica may give bytes of a file that is begun now: its own limits by the time of day would have to hold for what comes
    /// from everywhere, so in their hours it gives none.
    /// </summary>
    public bool MayGive(TransferSource replica) => _leasedFrom.TryGetValue(replica, out var link) && !link.IsLimitedNow;

    /// <summary>
    /// Takes what there is. A replica that has no session to lend now, or no password, is left out, until sessions are opened anew.
    /// </summary>
    /// <param name="borrower">For whom.</param>
    /// <param name="cancellationToken">Stops the asking for passwords.</param>
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
                    $"replica {name} of server {server.Name}", $"{e.Message} The files come without it."));
            }
        }
        return taken;
    }

    /// <summary>Gives all back.</summary>
    public void Dispose()
    {
        foreach (var lease in _leases) lease.Dispose();
    }
}
