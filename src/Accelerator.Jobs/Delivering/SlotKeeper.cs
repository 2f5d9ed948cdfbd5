using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// This node's share of a server's sessions, if several nodes share the server: asks the ledger for sessions when there is work, gives back
/// those that other nodes wait for, and releases all in time if the ledger does not answer. A node without work there sends no queries.
/// </summary>
internal sealed class SlotKeeper
{
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);
    private static readonly TimeProvider Clock = TimeProvider.System;

    private readonly ServerContext _server;
    private readonly JobTools _tools;
    private readonly SessionBudget _sessionBudget;
    private readonly Func<int> _wanted;
    private readonly Func<bool> _rules;
    private long _renewed = Clock.GetTimestamp();

    /// <param name="wanted">Gets how many sessions could be used now; 0 for none.</param>
    /// <param name="rules">Returns whether this node's job file sets the limit for all nodes together.</param>
    public SlotKeeper(ServerContext server, JobTools tools, Func<int> wanted, Func<bool> rules) =>
        (_server, _tools, _sessionBudget, _wanted, _rules) = (server, tools, server.Link.SessionBudget, wanted, rules);

    /// <summary>Keeps the share until stopped; then gives it back.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var next = _server.SessionWanted.Next;
            var pause = await ReviewAsync(cancellationToken).ConfigureAwait(false);
            await _server.Link.TrimAsync().ConfigureAwait(false);
            await WakeSignal.WaitAsync(next, pause, Clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>
    /// Gives all sessions back after they were closed. If the ledger does not answer, they become free when their lease ends.
    /// </summary>
    public async Task GiveBackAsync()
    {
        _sessionBudget.Most = 0;
        try
        {
            await _tools.Ledger.Slots.ReviewAsync(Review(budget: null, wanted: 0), CancellationToken.None).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            _tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
        }
    }

    // Returns how long the answer holds.
    private async Task<TimeSpan> ReviewAsync(CancellationToken cancellationToken)
    {
        var times = _tools.Leases;
        var wanted = _wanted();
        if (wanted == 0 && _sessionBudget.Kept == 0) return times.Heartbeat;
        var asked = Clock.GetTimestamp();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        // A database that is silent is as bad as one that refuses: the sessions held belong to others when the lease ends.
        var left = times.Lease - times.Margin - Clock.GetElapsedTime(_renewed);
        if (_sessionBudget.Kept > 0) limit.CancelAfter(left > TimeSpan.Zero ? left : TimeSpan.FromMilliseconds(1));
        try
        {
            var grant = await _tools.Ledger.Slots.ReviewAsync(
                Review(_rules() ? _server.Definition.Sessions : null, wanted), limit.Token).ConfigureAwait(false);
            _renewed = asked;
            var before = _sessionBudget.Most;
            _sessionBudget.Most = grant.Most;
            if (grant.Most > before) _server.Wake.Set();
            return grant.Held == grant.Share && (wanted == 0 || grant.Share > 0) ? times.Heartbeat : AskAgain;
        }
        catch (Exception e) when (e is LedgerException or OperationCanceledException)
        {
            if (e is LedgerException) _tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            if (Clock.GetElapsedTime(_renewed) >= times.Lease - times.Margin) _sessionBudget.Most = 0;
            return AskAgain;
        }
    }

    private SlotReview Review(int? budget, int wanted) =>
        new(_server.Definition.Name, _tools.Owner, budget, wanted, _sessionBudget.Kept, _tools.Leases.Lease);
}
