using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>All work with one server: the polls of its jobs one after another, and in parallel the deliveries of what they found.</summary>
internal sealed class ServerWorker : IAsyncDisposable
{
    private readonly ServerContext _server;
    private readonly JobTools _tools;
    private readonly Download _download;
    private readonly ServerCopy _copy;
    private readonly IReadOnlyList<DeliveryScheduler> _schedulers;
    private readonly SlotKeeper? _slots;
    private readonly PathMeasurer _paths;
    private readonly SemaphoreSlim _pollTurn = new(1, 1);
    private readonly Func<string, string?, bool> _isCurrent;
    private CancellationTokenSource _fence = new();

    /// <param name="seat">This node among those that share the ledger.</param>
    /// <param name="faults">The faults that keep this computer from storing files.</param>
    /// <param name="isPaused">Returns whether nothing is started.</param>
    /// <param name="workerOf">Gets the worker of another server of the job file; null if it is being stopped.</param>
    /// <param name="isCurrent">
    /// Returns whether the job file has a job of this name, and if a server is given, at the server of this name.
    /// </param>
    public ServerWorker(
        ServerDefinition server, JobTools tools, NodeSeat seat, LocalFaults faults, Func<bool> isPaused,
        Func<string, ServerWorker?> workerOf, Func<string, string?, bool> isCurrent)
    {
        _tools = tools;
        // A node whose job file is not the one in force would take renamed folders back.
        _isCurrent = (job, name) => !seat.MayPoll || isCurrent(job, name);
        _server = new ServerContext(server, tools, seat, isPaused, name => workerOf(name)?.Link);
        _download = new Download(_server, faults, tools);
        _copy = new ServerCopy(_server, name => workerOf(name)?._server, tools);
        _schedulers = [new(_server, _download, tools), new(_server, _copy, tools)];
        _paths = new PathMeasurer(_server, IsBusy, tools);
        _slots = tools.Ledger.IsShared ? new SlotKeeper(_server, tools, WantedSessions, () => seat.MayPoll) : null;
    }

    public ServerDefinition Server => _server.Definition;

    /// <summary>The server's sessions.</summary>
    public ServerLink Link => _server.Link;

    /// <summary>Set when there may be something to deliver.</summary>
    public WakeSignal Wake => _server.Wake;

    /// <summary>The files that are being fetched to this computer.</summary>
    public HeldClaims Downloads => _download.Held;

    /// <summary>All files of the server that this node holds, fetched or sent elsewhere.</summary>
    public IReadOnlyCollection<HeldClaim> AllHeld => [.. _schedulers.SelectMany(scheduler => scheduler.Held.All)];

    /// <summary>Takes another set of jobs.</summary>
    public void Take(IEnumerable<JobDefinition> jobs, long leastFreeSpace)
    {
        var all = jobs.ToList();
        foreach (var scheduler in _schedulers) scheduler.Follow(all, leastFreeSpace);
        _server.Note(standing => standing.Follow([.. all.Select(job => job.Name)]));
        Wake.Set();
    }

    /// <summary>Takes a file that was about to get its name at another server before a crash.</summary>
    public void Settle(UnsettledClaim file, JobDefinition job) => _copy.Settle(file, job);

    /// <summary>Delivers until stopped.</summary>
    public async Task RunAsync()
    {
        var stopping = _server.Stopping;
        var work = _schedulers.Select(scheduler => Task.Run(() => scheduler.RunAsync(stopping), CancellationToken.None)).ToList();
        work.Add(Task.Run(() => _paths.RunAsync(stopping), CancellationToken.None));
        if (_slots is { } slots) work.Add(Task.Run(() => slots.RunAsync(stopping), CancellationToken.None));
        await Task.WhenAll(work).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Polls the folders of a job.</summary>
    /// <param name="isDry">Whether nothing is written.</param>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    /// <exception cref="TransferException">There is no password.</exception>
    public async Task<PollReport> PollAsync(JobDefinition job, bool isDry, CancellationToken cancellationToken)
    {
        _server.PollBegins();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _server.Stopping, _fence.Token);
        try
        {
            await _pollTurn.WaitAsync(stop.Token).ConfigureAwait(false);
            try
            {
                return await PollInTurnAsync(job, isDry, stop.Token).ConfigureAwait(false);
            }
            finally
            {
                _pollTurn.Release();
            }
        }
        finally
        {
            _server.PollEnds();
        }
    }

    /// <summary>Stops what is in progress because its lease could not be renewed: nothing of it may be published.</summary>
    public void Fence()
    {
        foreach (var held in AllHeld) held.IsLost = true;
        EndRuns();
        // By then a poll's sessions belong to other nodes too.
        Interlocked.Exchange(ref _fence, new CancellationTokenSource()).Cancel();
    }

    /// <summary>
    /// Restarts what is in progress because other nodes have some of it: all of it is stopped, and what still belongs to this node is
    /// restarted.
    /// </summary>
    public void EndRuns()
    {
        foreach (var scheduler in _schedulers) scheduler.EndRuns();
    }

    /// <summary>Stops what is in progress; fetched bytes are kept.</summary>
    public void Stop() => _server.Stop();

    public async ValueTask DisposeAsync()
    {
        // A poll in progress ends first.
        await _pollTurn.WaitAsync().ConfigureAwait(false);
        await Link.DisposeAsync().ConfigureAwait(false);
        if (_slots is { } slots) await slots.GiveBackAsync().ConfigureAwait(false);
        _fence.Dispose();
        foreach (var scheduler in _schedulers) scheduler.Dispose();
        _pollTurn.Dispose();
        _server.Dispose();
    }

    // Whether polls or deliveries need the sessions now.
    private bool IsBusy() => _download.NeedsSessions || _copy.Held.All.Count > 0 || _server.Pollers > 0;

    private int WantedSessions() => _download.NeedsSessions || Link.IsLeaseRequested ? Server.Sessions : Math.Min(1, _server.Pollers);

    private async Task<PollReport> PollInTurnAsync(JobDefinition job, bool isDry, CancellationToken cancellationToken)
    {
        ServerSessions sessions;
        try
        {
            sessions = await Link.TakeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            _server.Note(standing => standing.PollFailed(job.Name, e.Kind, e.Message));
            throw;
        }
        var isSpent = true;
        try
        {
            var listing = new ListingRunner(sessions);
            // The files of one folder are fetched while the next is listed.
            var poll = new JobPoll(job, listing, _tools.Ledger.Folders, _tools.Names, _tools.Time)
            {
                IsDry = isDry,
                IsCurrent = _isCurrent,
                Done = folder => { if (folder.Plan is { Queued: > 0 }) Wake.Set(); },
            };
            var report = await poll.RunAsync(cancellationToken).ConfigureAwait(false);
            isSpent = report.Folders is [.., { Problem.Kind: not FailureKind.NotFound }];
            NotePoll(job.Name, report);
            if (!isSpent) _server.EndRest();
            if (!isDry) _tools.Events.Report(new JobEvent.Polled(report));
            _copy.Polled(job.Name);
            Wake.Set();
            return report;
        }
        finally
        {
            await Link.GiveBackAsync(sessions, isSpent).ConfigureAwait(false);
        }
    }

    private void NotePoll(string job, PollReport report) => _server.Note(standing =>
    {
        if (report.Folders.FirstOrDefault(folder => folder.IsOfServer) is { Problem: { } refusal })
            standing.PollFailed(job, refusal.Kind, refusal.Message);
        else standing.PollDone(job);
    });
}
