using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Renews the claims of this node, and stops its transfers in time if it cannot: a computer that was frozen, or cut off from the database,
/// must have released its files before another node takes them. By the monotonic clock; the ledger's own is the database's.
/// </summary>
internal sealed class LeaseKeeper(JobTools tools, NodeSeat seat, Func<IReadOnlyCollection<ServerWorker>> workers)
{
    private static readonly TimeProvider Clock = TimeProvider.System;

    private bool _isFenced;

    /// <summary>Renews until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var times = tools.Leases;
        var fence = times.Lease - times.Margin;
        while (!cancellationToken.IsCancellationRequested)
        {
            // The computer was frozen for longer than the lease: stop before the first query.
            if (seat.IsLeaseOver) Fence();
            var renewing = RenewAsync(cancellationToken);
            // A database that is silent is as bad as one that refuses: do not wait for its answer longer than the lease lasts.
            while (!renewing.IsCompleted && !_isFenced)
            {
                var left = fence - seat.SinceRenewal;
                if (left <= TimeSpan.Zero) Fence();
                else await Task.WhenAny(renewing, Task.Delay(left, Clock, cancellationToken)).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
            }
            await renewing.ConfigureAwait(false);
            await Task.Delay(times.Heartbeat, Clock, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task RenewAsync(CancellationToken cancellationToken)
    {
        var asked = Clock.GetTimestamp();
        var held = workers().SelectMany(worker => worker.AllHeld).ToList();
        try
        {
            var kept =
                (await tools.Ledger.Claims.RenewAsync(
                    [.. held.Select(one => one.Claim)], tools.Leases.Lease, cancellationToken).ConfigureAwait(false)).ToHashSet();
            // A claim that this node itself has ended since the query is not lost: the other transfers go on.
            foreach (var one in held.Where(one => !one.IsEnding && !kept.Contains(one.Claim))) one.IsLost = true;
            foreach (var worker in workers().Where(worker => worker.AllHeld.Any(one => one is { IsLost: true, IsEnding: false })))
                worker.EndRuns();
            await seat.BeatAsync(cancellationToken).ConfigureAwait(false);
            // Counted from the time of the query: the answer may have been delayed.
            seat.Renewed = asked;
            if (_isFenced) tools.Events.Report(new JobEvent.Recovered("ledger"));
            _isFenced = false;
        }
        catch (LedgerException e)
        {
            tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            if (seat.IsLeaseOver) Fence();
        }
    }

    private void Fence()
    {
        if (_isFenced) return;
        _isFenced = true;
        foreach (var worker in workers()) worker.Fence();
        tools.Events.Report(new JobEvent.Incident(
            "ledger",
            $"The leases of this node could not be renewed for {(tools.Leases.Lease - tools.Leases.Margin).TotalSeconds:0} s: "
                + "its transfers are stopped and resume when the ledger answers."));
    }
}
