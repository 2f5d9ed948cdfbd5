using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>All work with one server: the looks of its jobs one after another, and beside them one run that delivers what they found.</summary>
/// <param name="server">The server.</param>
/// <param name="tools">What the work is done with.</param>
/// <param name="seat">This node among those that share the ledger.</param>
/// <param name="faults">What keeps this computer from storing files.</param>
/// <param name="isPaused">Whether nothing is begun.</param>
/// <param name="workerOf">The work with another server of the job file; null where it is being stopped.</param>
internal sealed class ServerWorker(ServerDefinition server, JobTools tools, NodeSeat seat, LocalFaults faults, Func<bool> isPaused, Func<string, ServerWorker?> workerOf) : IAsyncDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestRest = TimeSpan.FromMinutes(1);

    private readonly object _lock = new();
    private readonly ClaimQueue _claims = new(server, tools, faults);
    private readonly SemaphoreSlim _pollTurn = new(1, 1);
    private readonly CancellationTokenSource _stop = new();
    private CancellationTokenSource? _run;
    private DateTimeOffset _restUntil;
    private int _rests;
    private int _pollers;
    private long _delivered;
    private volatile bool _isWaiting;
    private CancellationTokenSource _fence = new();
    private SlotKeeper? _slots;
    private readonly ServerStanding _standing = new();
    private string? _told;

    /// <summary>The server.</summary>
    public ServerDefinition Server => server;

    /// <summary>Its sessions.</summary>
    public ServerLink Link { get; } = new(server, tools, name => workerOf(name)?.Link);

    /// <summary>The files under way.</summary>
    public HeldClaims Held => _claims.Held;

    /// <summary>What keeps this computer from storing files.</summary>
    public LocalFaults Faults => faults;

    /// <summary>What goes from here to other servers.</summary>
    public CopyScheduler Copies { get; } = new(tools, workerOf);

    /// <summary>All that this node holds of the server's files, fetched or sent elsewhere.</summary>
    public IReadOnlyCollection<HeldClaim> AllHeld => [.. Held.All, .. Copies.Held.All];

    /// <summary>Set when there may be something to fetch.</summary>
    public WakeSignal Wake { get; } = new();

    /// <summary>Whether the lease of what this node holds has ended, as far as it knows.</summary>
    public bool IsLeaseOver => seat.IsLeaseOver;

    /// <summary>Files delivered since the start.</summary>
    public long Delivered => Interlocked.Read(ref _delivered);

    /// <summary>Until when nothing is begun here, after a failure; in the past where the server is not rested.</summary>
    public DateTimeOffset RestsUntil => _restUntil;

    /// <summary>Whether a file may be begun.</summary>
    public bool MayBegin => !_stop.IsCancellationRequested && !isPaused() && seat.IsSeated && tools.Time.GetUtcNow() >= _restUntil && !(MostSessions == 1 && Volatile.Read(ref _pollers) > 0);

    private int MostSessions => Link.SessionBudget.Most;

    /// <summary>Takes another set of jobs.</summary>
    public void Take(IEnumerable<JobDefinition> jobs, long leastFreeSpace)
    {
        var all = jobs.ToList();
        _claims.Follow(all.Where(job => job.Kind == JobKind.Pull), leastFreeSpace);
        Copies.Follow(all.Where(job => job.Kind == JobKind.Fxp));
        Note(standing => standing.Follow([.. all.Select(job => job.Name)]));
        Wake.Set();
    }

    /// <summary>A file came through.</summary>
    public void NoteDelivery()
    {
        Interlocked.Increment(ref _delivered);
        Note(standing => standing.Arrived(tools.Time.GetUtcNow()));
    }

    /// <summary>Delivers until it is stopped.</summary>
    public async Task RunAsync()
    {
        var copying = Task.Run(() => Copies.RunAsync(this, _stop.Token), CancellationToken.None);
        if (!tools.Ledger.IsShared)
        {
            await DeliverAllAsync(_stop.Token).ConfigureAwait(false);
            await copying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return;
        }
        _slots = new SlotKeeper(server, tools, Link, Link.SessionBudget, WantedSessions, () => seat.MayPoll, Wake.Set);
        var keeping = Task.Run(() => _slots.RunAsync(_stop.Token), CancellationToken.None);
        await DeliverAllAsync(_stop.Token).ConfigureAwait(false);
        await copying.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await keeping.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task DeliverAllAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var next = Wake.Next;
            try
            {
                if (MayBegin && await HasSessionAsync(cancellationToken).ConfigureAwait(false) && await ClaimAsync(1, cancellationToken).ConfigureAwait(false) is [var first])
                {
                    await DeliverAsync(first, cancellationToken).ConfigureAwait(false);
                    continue;
                }
                if (MayBegin && MostSessions > 0) Note(standing => standing.NothingWaits());
                await Link.CloseIdleAsync(isOver: false, cancellationToken).ConfigureAwait(false);
            }
            catch (LedgerException e)
            {
                tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            }
            catch (Exception e) when (e is not OperationCanceledException)
            {
                // A defect in one file's way must not end the deliveries of a server for good.
                tools.Events.Report(new JobEvent.Incident($"server {server.Name}", $"A defect of this program stopped its deliveries; they are begun anew. {e}"));
            }
            await WakeSignal.WaitAsync(next, PollInterval, tools.Time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Looks into the folders of a job.</summary>
    /// <param name="job">The job.</param>
    /// <param name="isDry">Whether nothing is written.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    /// <exception cref="TransferException">There is no password.</exception>
    public async Task<PollReport> PollAsync(JobDefinition job, bool isDry, CancellationToken cancellationToken)
    {
        Reserve(Interlocked.Increment(ref _pollers));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _stop.Token, _fence.Token);
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
            Reserve(Interlocked.Decrement(ref _pollers));
        }
    }

    /// <summary>Claims files for which there is room.</summary>
    public Task<IReadOnlyList<HeldClaim>> ClaimAsync(int most, CancellationToken cancellationToken) => _claims.TakeAsync(most, Delivered, cancellationToken);

    /// <summary>The lease of what is under way could not be renewed: nothing of it may be published.</summary>
    public void Fence()
    {
        foreach (var held in AllHeld) held.IsLost = true;
        EndRun();
        // A look's sessions are others' by then too.
        Interlocked.Exchange(ref _fence, new CancellationTokenSource()).Cancel();
    }

    /// <summary>Others have some of what is under way: all of it is stopped, and what is still this node's is begun again.</summary>
    public void EndRun()
    {
        lock (_lock) _run?.Cancel();
        Copies.EndRuns();
    }

    /// <summary>Somebody waits for a session here.</summary>
    public async Task RequestLeaseAsync()
    {
        _slots?.Ask();
        await Link.TrimAsync().ConfigureAwait(false);
    }

    /// <summary>The server has done what it was asked for.</summary>
    public void NoteWell()
    {
        (_restUntil, _rests) = (default, 0);
        Note(standing => standing.RunDone());
    }

    /// <summary>The server is left alone for a while.</summary>
    /// <param name="kind">Why; null for a transfer between servers.</param>
    /// <param name="message">One or two sentences.</param>
    public void Rest(FailureKind? kind, string message)
    {
        var pause = TimeSpan.FromSeconds(Math.Min(LongestRest.TotalSeconds, 5 * Math.Pow(2, Math.Min(_rests++, 10))));
        _restUntil = tools.Time.GetUtcNow() + pause;
        Note(standing => standing.TransferFailed(kind, $"{message} Its files wait: one is tried again within a minute, or when a poll finds the server well.", tools.Time.GetUtcNow()));
    }

    // Reported under the lock, so that what is told last is what holds.
    private void Note(Action<ServerStanding> change)
    {
        lock (_standing)
        {
            change(_standing);
            if (_standing.Sentence == _told) return;
            _told = _standing.Sentence;
            var about = $"server {server.Name}";
            tools.Events.Report(_told is { } sentence ? new JobEvent.Incident(about, sentence) : new JobEvent.Recovered(about));
        }
    }

    /// <summary>Stops what is under way; what was fetched is kept.</summary>
    public void Stop()
    {
        _stop.Cancel();
        Wake.Set();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // A look that was under way lets go first.
        await _pollTurn.WaitAsync().ConfigureAwait(false);
        await Link.DisposeAsync().ConfigureAwait(false);
        if (_slots is { } slots) await slots.GiveBackAsync().ConfigureAwait(false);
        _fence.Dispose();
        Copies.Dispose();
        _pollTurn.Dispose();
        _stop.Dispose();
    }

    // A claim that waits for a session could be another node's.
    private async Task<bool> HasSessionAsync(CancellationToken cancellationToken)
    {
        _isWaiting = MostSessions == 0 && await _claims.AnyAsync(cancellationToken).ConfigureAwait(false);
        if (_isWaiting) _slots!.Ask();
        return MostSessions > 0;
    }

    private int WantedSessions() => _run is not null || _isWaiting || Link.IsLeaseRequested ? server.Sessions : Math.Min(1, Volatile.Read(ref _pollers));

    private void Reserve(int pollers)
    {
        if (!tools.Ledger.IsShared) return;
        Link.SessionBudget.Reserved = Math.Min(1, pollers);
        _slots?.Ask();
    }

    private async Task<PollReport> PollInTurnAsync(JobDefinition job, bool isDry, CancellationToken cancellationToken)
    {
        ServerSessions sessions;
        try
        {
            sessions = await Link.TakeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            Note(standing => standing.PollFailed(job.Name, e.Message));
            throw;
        }
        var isSpent = true;
        try
        {
            var listing = new ListingRunner(sessions);
            // What one folder holds is fetched while the next is listed.
            var poll = new JobPoll(job, listing, tools.Ledger.Folders, tools.Names, tools.Time) { IsDry = isDry, Done = folder => { if (folder.Plan is { Queued: > 0 }) Wake.Set(); } };
            var report = await poll.RunAsync(cancellationToken).ConfigureAwait(false);
            isSpent = report.Folders is [.., { Problem.Kind: not FailureKind.NotFound }];
            NotePoll(job.Name, report);
            // The server is there: what rests may go on.
            if (!isSpent) (_restUntil, _rests) = (default, 0);
            if (!isDry) tools.Events.Report(new JobEvent.Polled(report));
            Copies.Polled(job.Name);
            Wake.Set();
            return report;
        }
        finally
        {
            await Link.GiveBackAsync(sessions, isSpent).ConfigureAwait(false);
        }
    }

    private void NotePoll(string job, PollReport report) => Note(standing =>
    {
        if (report.Folders.FirstOrDefault(folder => folder.IsOfServer) is { } refused) standing.PollFailed(job, refused.Problem!.Message);
        else standing.PollDone(job);
    });

    private async Task DeliverAsync(HeldClaim first, CancellationToken cancellationToken)
    {
        ServerSessions sessions;
        TransferSource source;
        try
        {
            source = await Link.SourceAsync(cancellationToken).ConfigureAwait(false);
            sessions = await Link.TakeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            await new DeliveryRecorder(this, Held, tools).ReturnAllAsync().ConfigureAwait(false);
            Rest(e.Kind, e.Message);
            return;
        }
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        lock (_lock) _run = stop;
        _slots?.Ask();
        FileResult? incident = null;
        var before = Delivered;
        try
        {
            incident = await new DeliveryRun(this, sessions, source, tools).RunAsync(first, stop.Token).ConfigureAwait(false);
        }
        finally
        {
            lock (_lock) _run = null;
            await Link.GiveBackAsync(sessions, isSpent: incident is not null).ConfigureAwait(false);
        }
        if (incident is not null)
        {
            Rest(incident.Failure, incident.Message);
            return;
        }
        if (!stop.IsCancellationRequested) _rests = 0;
        if (Delivered > before) Note(standing => standing.RunDone());
    }
}
