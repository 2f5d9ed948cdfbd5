using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Delivers the files of one server by one strategy: asks the strategy for work whenever there may be some, and runs it in the background.
/// </summary>
/// <param name="strategy">How its files are delivered.</param>
internal sealed class DeliveryScheduler(ServerContext server, IDeliveryStrategy strategy, JobTools tools) : IDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan AskAgain = TimeSpan.FromMilliseconds(250);

    private readonly object _lock = new();
    private readonly List<Task> _work = [];
    private CancellationTokenSource _runs = new();

    /// <summary>The files in progress.</summary>
    public HeldClaims Held => strategy.Held;

    /// <summary>Takes another set of the server's jobs.</summary>
    public void Follow(IReadOnlyList<JobDefinition> jobs, long leastFreeSpace)
    {
        if (strategy.Follow([.. jobs.Where(job => job.Kind == strategy.Kind)], leastFreeSpace)) EndRuns();
    }

    /// <summary>Stops what is in progress. Files that still belong to this node are restarted.</summary>
    public void EndRuns()
    {
        CancellationTokenSource over;
        lock (_lock) (over, _runs) = (_runs, new CancellationTokenSource());
        over.Cancel();
        over.Dispose();
    }

    /// <summary>Delivers until cancelled and all work has ended.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var next = server.Wake.Next;
            var isWaiting = false;
            await GuardAsync(async () => isWaiting = await StartAllAsync(cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
            await WakeSignal.WaitAsync(next, isWaiting ? AskAgain : PollInterval, tools.Time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        Task[] work;
        lock (_lock) work = [.. _work];
        await Task.WhenAll(work).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    public void Dispose() => _runs.Dispose();

    // Returns whether some work waits for a session.
    private async Task<bool> StartAllAsync(CancellationToken cancellationToken)
    {
        var isWaiting = false;
        await foreach (var work in strategy.FindAsync(cancellationToken).ConfigureAwait(false))
        {
            if (work is null) isWaiting = true;
            else Start(work, cancellationToken);
        }
        return isWaiting;
    }

    private void Start(DeliveryWork work, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _runs.Token);
            _work.RemoveAll(ended => ended.IsCompleted);
            _work.Add(Task.Run(() => RunAsync(work, stop), CancellationToken.None));
        }
    }

    private async Task RunAsync(DeliveryWork work, CancellationTokenSource stop)
    {
        using var ended = stop;
        await GuardAsync(() => work(stop.Token)).ConfigureAwait(false);
    }

    // A defect triggered by one file must not end the deliveries of a server for good.
    private async Task GuardAsync(Func<Task> step)
    {
        try
        {
            await step().ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            var message = $"A defect in ftpxd stopped its deliveries; they are restarted. {e}";
            tools.Events.Report(new JobEvent.Incident($"server {server.Definition.Name}", message));
        }
        catch (OperationCanceledException)
        {
            // The work was stopped, and its claims are given back.
        }
    }
}
