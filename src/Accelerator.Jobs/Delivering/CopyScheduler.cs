using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// What goes from one server to others: batches side by side, as many as the sessions of both servers allow. The bytes pass from server to server; what this computer has of them are the replies.
/// </summary>
/// <param name="tools">What the work is done with.</param>
/// <param name="workerOf">The work with another server of the job file; null where it is being stopped.</param>
internal sealed class CopyScheduler(JobTools tools, Func<string, ServerWorker?> workerOf) : IDisposable
{
    private const int MostOfBatch = 4;

    // One that stores, and one beside it that asks how far it has come.
    private const int SessionsAtDestination = 2;

    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan AskAgain = TimeSpan.FromMilliseconds(250);

    private readonly object _lock = new();
    private readonly CopyTrusts _trusts = new(tools);
    private readonly List<(HeldClaim Held, VerifiedFile Intent)> _unsettled = [];
    private readonly List<Task> _work = [];
    private CancellationTokenSource _runs = new();
    private volatile IReadOnlyList<JobDefinition> _jobs = [];

    /// <summary>The files under way.</summary>
    public HeldClaims Held { get; } = new();

    /// <summary>Sends for these jobs from now on. Where a destination has become another, what is under way is stopped and begun again.</summary>
    public void Follow(IEnumerable<JobDefinition> jobs)
    {
        var (before, now) = (_jobs, jobs.ToList());
        _jobs = now;
        if (before.Any(job => now.Find(other => other.Name == job.Name) is not { } same || same.Existing != job.Existing || !ServerComparison.AreSame(same.Destination!, job.Destination!))) EndRuns();
        _trusts.Begin(now);
    }

    /// <summary>A job has looked: what a server refused is tried again.</summary>
    public void Polled(string job) => _trusts.Polled(job);

    /// <summary>What is under way is stopped.</summary>
    public void EndRuns()
    {
        CancellationTokenSource over;
        lock (_lock) (over, _runs) = (_runs, new CancellationTokenSource());
        over.Cancel();
        over.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose() => _runs.Dispose();

    /// <summary>Takes a file whose rename was intended before a crash; the claim is held until the destination has told what became of it.</summary>
    public void Settle(UnsettledClaim file, JobDefinition job)
    {
        var held = new HeldClaim(file.Claim, job, file.File.FinalPath, 0);
        // This node's own try, whose lease has ended, has not let go yet: the claim ends by itself, and whoever takes it over next settles it.
        if (!Held.TryAdd(held)) return;
        lock (_lock) _unsettled.Add((held, file.File));
    }

    /// <summary>Sends until it is stopped.</summary>
    /// <param name="worker">The work with the server that has the files.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task RunAsync(ServerWorker worker, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var next = worker.Wake.Next;
            var isWaiting = false;
            try
            {
                isWaiting = await BeginAllAsync(worker, cancellationToken).ConfigureAwait(false);
            }
            catch (LedgerException e)
            {
                tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            }
            catch (Exception e) when (e is not OperationCanceledException)
            {
                NotifyDefect(worker, e);
            }
            await WakeSignal.WaitAsync(next, isWaiting ? AskAgain : PollInterval, tools.Time, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
        Task[] work;
        lock (_lock) work = [.. _work];
        await Task.WhenAll(work).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    // Whether something waits for a session.
    private async Task<bool> BeginAllAsync(ServerWorker worker, CancellationToken cancellationToken)
    {
        var isWaiting = await SettleAllAsync(worker, cancellationToken).ConfigureAwait(false);
        foreach (var group in _jobs.GroupBy(job => (job.Destination!.Name, job.Existing)))
        {
            if (workerOf(group.Key.Name) is not { } to) continue;
            List<JobDefinition> jobs = [.. group];
            foreach (var job in _trusts.Those(jobs, CopyTrust.Trial)) isWaiting |= await BeginAsync(worker, to, [job], isTrial: true, cancellationToken).ConfigureAwait(false) is false;
            bool? begun;
            do begun = await BeginAsync(worker, to, _trusts.Those(jobs, CopyTrust.Full), isTrial: false, cancellationToken).ConfigureAwait(false);
            while (begun is true);
            isWaiting |= begun is false;
        }
        return isWaiting;
    }

    // Null where there is nothing to begin, false where it waits for a session.
    private async Task<bool?> BeginAsync(ServerWorker worker, ServerWorker to, IReadOnlyList<JobDefinition> jobs, bool isTrial, CancellationToken cancellationToken)
    {
        var borrower = (this, to.Server.Name, isTrial);
        if (jobs.Count == 0 || !worker.MayBegin || !to.MayBegin || !await tools.Ledger.Claims.AnyAsync(worker.Server.Name, [.. jobs.Select(job => job.Name)], cancellationToken).ConfigureAwait(false))
        {
            worker.Link.StopWaiting(borrower);
            to.Link.StopWaiting(borrower);
            return null;
        }
        if (worker.Link.TryLease(borrower, 1) is not { } lease)
        {
            to.Link.StopWaiting(borrower);
            await worker.RequestLeaseAsync().ConfigureAwait(false);
            return false;
        }
        if (to.Link.TryLease(borrower, SessionsAtDestination) is not { } other)
        {
            lease.Dispose();
            await to.RequestLeaseAsync().ConfigureAwait(false);
            return false;
        }
        IReadOnlyList<HeldClaim> files = [];
        try
        {
            files = await new CopyClaims(Held, tools).TakeAsync(worker, jobs, isTrial ? 1 : MostOfBatch, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (files.Count == 0)
            {
                lease.Dispose();
                other.Dispose();
            }
        }
        if (files.Count == 0) return null;
        if (isTrial) _trusts.Try(jobs[0]);
        Run(stop => CopyAsync(worker, to, files, [lease, other], stop), cancellationToken);
        return true;
    }

    private async Task CopyAsync(ServerWorker worker, ServerWorker to, IReadOnlyList<HeldClaim> files, SessionLease[] leases, CancellationToken cancellationToken)
    {
        var recorder = new DeliveryRecorder(worker, Held, tools);
        List<JobDefinition> jobs = [.. files.Select(held => held.Job).DistinctBy(job => job.Name)];
        var batch = new CopyBatch(worker, to, files, recorder, tools) { SessionsAtDestination = leases[1].Count, Flows = () => NoteFlow(worker, jobs) };
        try
        {
            var fault = await batch.RunAsync(cancellationToken).ConfigureAwait(false);
            if (batch.Delivered > 0) NoteWell(worker, to, jobs);
            if (!cancellationToken.IsCancellationRequested && fault is not null) Take(fault, worker, to, jobs);
        }
        catch (LedgerException e)
        {
            tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            NotifyDefect(worker, e);
        }
        finally
        {
            foreach (var held in files.Where(held => Held.Find(held.TargetPath) == held)) await recorder.ReturnAsync(held).ConfigureAwait(false);
            foreach (var lease in leases) lease.Dispose();
            jobs.ForEach(_trusts.Leave);
            worker.Wake.Set();
            to.Wake.Set();
        }
    }

    private void NoteFlow(ServerWorker worker, List<JobDefinition> jobs)
    {
        if (_trusts.Those(jobs, CopyTrust.Full).Count == jobs.Count) return;
        jobs.ForEach(_trusts.Flows);
        worker.Wake.Set();
    }

    private void NoteWell(ServerWorker worker, ServerWorker to, List<JobDefinition> jobs)
    {
        worker.NoteWell();
        to.NoteWell();
        jobs.ForEach(_trusts.Flows);
    }

    private void Take(CopyFault fault, ServerWorker worker, ServerWorker to, List<JobDefinition> jobs)
    {
        switch (fault.Blame)
        {
            case CopyBlame.Source:
                worker.Rest(null, fault.Message);
                foreach (var job in _jobs) _trusts.Doubt(job, null);
                break;
            case CopyBlame.Destination:
                to.Rest(null, fault.Message);
                foreach (var job in _jobs.Where(job => job.Destination!.Name == to.Server.Name)) _trusts.Doubt(job, null);
                break;
            case CopyBlame.Terms:
                foreach (var job in jobs) _trusts.Refuse(job, fault);
                break;
            default:
                foreach (var job in jobs) _trusts.Doubt(job, fault);
                break;
        }
    }

    // Whether one waits for a session.
    private async Task<bool> SettleAllAsync(ServerWorker worker, CancellationToken cancellationToken)
    {
        (HeldClaim Held, VerifiedFile Intent)[] all;
        lock (_lock) all = [.. _unsettled];
        var isWaiting = false;
        foreach (var one in all)
        {
            var to = workerOf(one.Held.Job.Destination!.Name);
            if (to is not null && !one.Held.IsLost && !to.MayBegin) continue;
            if (to is null || one.Held.IsLost) Forget(one);
            else if (to.Link.TryLease(one.Held, 1) is { } lease)
            {
                lock (_lock) _unsettled.Remove(one);
                Run(stop => SettleAsync(to, one, lease, stop), cancellationToken);
            }
            else
            {
                isWaiting = true;
                await to.RequestLeaseAsync().ConfigureAwait(false);
            }
        }
        return isWaiting;

        void Forget((HeldClaim Held, VerifiedFile) one)
        {
            lock (_lock) _unsettled.Remove(one);
            Held.Remove(one.Held.TargetPath);
            worker.Wake.Set();
        }
    }

    // Where the destination does not answer the claim is kept, and it is asked again after its rest.
    private async Task SettleAsync(ServerWorker to, (HeldClaim Held, VerifiedFile Intent) one, SessionLease lease, CancellationToken cancellationToken)
    {
        using var releasing = lease;
        try
        {
            var login = await to.Link.SourceAsync(cancellationToken).ConfigureAwait(false);
            var server = new FxpServer(login.Endpoint, login.Credential);
            var probe = new FxpMetadataProbe(new FxpRequest { Source = server, Destination = server, Items = [] }, tools.Time);
            await using var closing = probe.ConfigureAwait(false);
            await new CopySettler(tools).SettleAsync(one.Held, one.Intent, probe, cancellationToken).ConfigureAwait(false);
            Held.Remove(one.Held.TargetPath);
            to.NoteWell();
        }
        catch (Exception e) when (e is TransferException or LedgerException or OperationCanceledException)
        {
            if (e is TransferException) to.Rest(null, e.Message);
            if (e is LedgerException) tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            lock (_lock) _unsettled.Add(one);
        }
        catch (Exception e)
        {
            // The claim ends with its lease, and comes again.
            Held.Remove(one.Held.TargetPath);
            NotifyDefect(to, e);
        }
    }

    private void Run(Func<CancellationToken, Task> work, CancellationToken cancellationToken)
    {
        CancellationTokenSource stop;
        lock (_lock) stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _runs.Token);
        lock (_lock)
        {
            _work.RemoveAll(ended => ended.IsCompleted);
            _work.Add(Task.Run(() => RunAsync(work, stop), CancellationToken.None));
        }
    }

    private static async Task RunAsync(Func<CancellationToken, Task> work, CancellationTokenSource stop)
    {
        using var ended = stop;
        await work(stop.Token).ConfigureAwait(false);
    }

    private void NotifyDefect(ServerWorker worker, Exception e) =>
        tools.Events.Report(new JobEvent.Incident($"server {worker.Server.Name}", $"A defect of this program stopped its deliveries; they are begun anew. {e}"));
}
