using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs;

/// <summary>
/// The work of a service: polls the folders of jobs on request, and delivers what is queued in the ledger, each file once, even after
/// crashes. It does not schedule the polls.
/// </summary>
public sealed class JobRunner : IAsyncDisposable
{
    private static readonly TimeSpan TakeOverInterval = TimeSpan.FromSeconds(5);

    private readonly JobTools _tools;
    private readonly CancellationTokenSource _stop = new();
    private readonly object _lock = new();
    private readonly List<Task> _work = [];
    private Dictionary<string, (ServerWorker Worker, Task Work)> _workers = new(StringComparer.Ordinal);
    private JobFile _file;
    private readonly List<UnsettledClaim> _elsewhere = [];
    private volatile bool _isPaused;

    private readonly NodeSeat _seat;
    private readonly LocalFaults _faults;

    private JobRunner(JobTools tools, JobFile file)
    {
        (_tools, _file) = (tools, file);
        _faults = new LocalFaults(tools, () => Workers.SelectMany(worker => worker.Downloads.All));
        _seat = new NodeSeat(tools, () => _file.Digest, () => Sessions.Values.Sum()) { Changed = () => TurnChanged?.Invoke() };
    }

    /// <summary>Starts the work.</summary>
    /// <param name="file">The job file.</param>
    /// <param name="cancellationToken">A token to cancel the start.</param>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public static async Task<JobRunner> StartAsync(JobTools tools, JobFile file, CancellationToken cancellationToken)
    {
        var runner = new JobRunner(tools, file);
        await runner._seat.JoinAsync(cancellationToken).ConfigureAwait(false);
        await tools.Ledger.Claims.ReleaseNodeAsync(tools.Node, tools.Incarnation, cancellationToken).ConfigureAwait(false);
        await runner.TakeOverAsync(TimeSpan.Zero, cancellationToken).ConfigureAwait(false);
        runner.Take(file);
        await runner.SettleElsewhereAsync(cancellationToken).ConfigureAwait(false);
        runner._work.Add(Task.Run(
            () => runner.KeepAsync(new LeaseKeeper(tools, runner._seat, () => runner.Workers).RunAsync), CancellationToken.None));
        runner._work.Add(Task.Run(
            () => runner.KeepAsync(new EffectRunner(tools, () => runner._file.Jobs).RunAsync), CancellationToken.None));
        runner._work.Add(Task.Run(() => runner.KeepAsync(runner.WatchOthersAsync), CancellationToken.None));
        return runner;
    }

    /// <summary>The job file in force.</summary>
    public JobFile File => _file;

    /// <summary>Whether this node takes its turn to poll; see <see cref="TurnChanged"/>.</summary>
    public bool MayPoll => _seat.MayPoll;

    /// <summary>Called when <see cref="MayPoll"/> has changed, while others wait: it must be short.</summary>
    public Action? TurnChanged { get; set; }

    /// <summary>The number of sessions that are logged in, by server.</summary>
    public IReadOnlyDictionary<string, int> Sessions =>
        Workers.ToDictionary(worker => worker.Server.Name, worker => worker.Link.Standing, StringComparer.Ordinal);

    private IReadOnlyCollection<ServerWorker> Workers { get { lock (_lock) return [.. _workers.Values.Select(entry => entry.Worker)]; } }

    /// <summary>
    /// Takes another job file. Unchanged servers continue their work; for the others, work in progress is stopped and restarted.
    /// </summary>
    /// <exception cref="LedgerException">The nodes that share the ledger cannot be notified.</exception>
    public async Task ApplyAsync(JobFile file)
    {
        _file = file;
        List<(ServerWorker Worker, Task Work)> over;
        lock (_lock)
        {
            over = [.. _workers.Values.Where(
                entry => !(file.Servers.TryGetValue(entry.Worker.Server.Name, out var now)
                    && ServerComparison.AreSame(now, entry.Worker.Server)))];
            _workers = _workers.Where(entry => !over.Contains(entry.Value)).ToDictionary(StringComparer.Ordinal);
        }
        await StopAsync(over).ConfigureAwait(false);
        Take(file);
        // Notify the other nodes before the next heartbeat.
        if (_tools.Ledger.IsShared) await _seat.BeatAsync(_stop.Token).ConfigureAwait(false);
    }

    /// <summary>Polls the folders of a job now.</summary>
    /// <param name="job">The job's name.</param>
    /// <param name="isDry">Whether nothing is written.</param>
    /// <returns>The report; null if there is no such job.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    /// <exception cref="Engine.Transfers.TransferException">The server's password is not known.</exception>
    /// <exception cref="OperationCanceledException">The poll was cancelled, or the server's work is being stopped.</exception>
    public async Task<PollReport?> PollAsync(string job, bool isDry, CancellationToken cancellationToken)
    {
        if (JobOf(job) is not { } definition) return null;
        if (WorkerOf(definition.Server.Name) is not { } worker) throw new OperationCanceledException("The work is being stopped.");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _stop.Token);
        return await worker.PollAsync(definition, isDry, stop.Token).ConfigureAwait(false);
    }

    /// <summary>Starts nothing more; work in progress is completed.</summary>
    public void Pause() => _isPaused = true;

    /// <summary>Resumes the work.</summary>
    public void Continue()
    {
        _isPaused = false;
        Wake();
    }

    /// <summary>Checks for files to fetch: an operator may have queued some.</summary>
    public void Wake()
    {
        foreach (var worker in Workers) worker.Wake.Set();
    }

    /// <summary>Stops. Fetched bytes are kept for the next start.</summary>
    public async ValueTask DisposeAsync()
    {
        List<(ServerWorker Worker, Task Work)> all;
        lock (_lock) (all, _workers) = ([.. _workers.Values], []);
        foreach (var (worker, _) in all) worker.Stop();
        // Leases are renewed until work in progress has released its files.
        await StopAsync(all).ConfigureAwait(false);
        await _stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(_work).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _seat.LeaveAsync().ConfigureAwait(false);
        _stop.Dispose();
    }

    private void Take(JobFile file)
    {
        lock (_lock)
        {
            foreach (var server in file.Servers.Values)
            {
                if (!_workers.TryGetValue(server.Name, out var entry))
                {
                    var worker = new ServerWorker(server, _tools, _seat, _faults, () => _isPaused, WorkerOf, IsCurrent);
                    _workers.Add(server.Name, entry = (worker, Task.Run(() => worker.RunAsync(), CancellationToken.None)));
                }
                entry.Worker.Take(file.Jobs.Where(job => job.Server.Name == server.Name), file.LeastFreeSpace);
            }
        }
    }

    private static async Task StopAsync(IReadOnlyList<(ServerWorker Worker, Task Work)> workers)
    {
        foreach (var (worker, _) in workers) worker.Stop();
        foreach (var (worker, work) in workers)
        {
            await work.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await worker.DisposeAsync().ConfigureAwait(false);
        }
    }

    private ServerWorker? WorkerOf(string server)
    {
        lock (_lock) return _workers.TryGetValue(server, out var entry) ? entry.Worker : null;
    }

    private bool IsCurrent(string job, string? server) => JobOf(job) is { } known && (server is null || known.Server.Name == server);

    private JobDefinition? JobOf(string name) => _file.Jobs.FirstOrDefault(job => job.Name == name);

    // A defect in one of these must not end it for good: with leases that are no longer renewed, two nodes would work on one file without
    // an error.
    private async Task KeepAsync(Func<CancellationToken, Task> work)
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await work(_stop.Token).ConfigureAwait(false);
            }
            catch (Exception e) when (!_stop.IsCancellationRequested)
            {
                _tools.Events.Report(new JobEvent.Incident(
                    "service", $"A defect in ftpxd ended a part of its work, which is restarted. {e}"));
            }
            await Task.Delay(TakeOverInterval, _tools.Time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task WatchOthersAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(TakeOverInterval, TimeProvider.System, cancellationToken).ConfigureAwait(false);
            try
            {
                if (!await TakeOverAsync(_tools.Leases.Grace, cancellationToken).ConfigureAwait(false)) continue;
                await SettleElsewhereAsync(cancellationToken).ConfigureAwait(false);
                Wake();
            }
            catch (LedgerException e)
            {
                _tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            }
        }
    }

    private async Task<bool> TakeOverAsync(TimeSpan grace, CancellationToken cancellationToken)
    {
        var taken = await _tools.Ledger.Claims.TakeOverAsync(
            _tools.Owner, grace, _tools.Leases.Lease, cancellationToken).ConfigureAwait(false);
        foreach (var (claim, file) in taken.ToSettle)
        {
            if (DeliveryItems.IsAddress(file.FinalPath))
            {
                _elsewhere.Add(new UnsettledClaim(claim, file));
                continue;
            }
            // Even a look at a path can do harm: on Windows one of another computer sends it the service's login.
            var job = JobOf(claim.Job);
            var isRenamed = job is not null && DeliveryItems.IsOf(job, file.FinalPath) && DeliveryItems.IsOf(job, file.PartPath)
                && Settler.IsRenamed(file);
            await new Settler(_tools).SettleAsync(claim, file, job, isRenamed, cancellationToken).ConfigureAwait(false);
        }
        return taken.Requeued + taken.ToSettle.Count > 0;
    }

    // Only the destination can tell what became of a file there, and it may be down: the worker that sends there queries it.
    private async Task SettleElsewhereAsync(CancellationToken cancellationToken)
    {
        foreach (var file in _elsewhere)
        {
            if (JobOf(file.Claim.Job) is { Destination: { } destination } job
                && DeliveryItems.AddressOf(file.Claim, destination) == file.File.FinalPath && WorkerOf(file.Claim.Server) is { } worker)
                worker.Settle(file, job);
            else
                await _tools.Ledger.Claims.ReturnAsync(
                    file.Claim, _tools.Time.GetUtcNow(), null, null, isCharged: false, cancellationToken).ConfigureAwait(false);
        }
        _elsewhere.Clear();
    }
}
