using System.Runtime.CompilerServices;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Sends files from one server to others in parallel batches (<see cref="CopyBatch"/>), as many as the sessions of both servers allow. The
/// bytes pass from server to server; this computer sees only the replies.
/// </summary>
/// <param name="server">The source server.</param>
/// <param name="serverOf">Gets another server of the job file; null if it is being stopped.</param>
internal sealed class ServerCopy(ServerContext server, Func<string, ServerContext?> serverOf, JobTools tools) : IDeliveryStrategy
{
    private const int MostOfBatch = 4;
    private const long MostBytesOfBatch = 64 << 20;

    // One session that stores, and one that polls its progress.
    private const int SessionsAtDestination = 2;

    private readonly ClaimQueue _claims = new(server.Definition.Name, server.Wake, tools);
    private readonly CopyTrusts _trusts = new(tools);
    private readonly object _lock = new();
    private readonly List<(HeldClaim Held, VerifiedFile Intent)> _unsettled = [];
    private volatile IReadOnlyList<JobDefinition> _jobs = [];

    public JobKind Kind => JobKind.Fxp;

    public HeldClaims Held => _claims.Held;

    public bool Follow(IReadOnlyList<JobDefinition> jobs, long leastFreeSpace)
    {
        var before = _jobs;
        _jobs = jobs;
        _trusts.Begin(jobs);
        return before.Any(job => !jobs.Any(other => IsSame(other, job)));
    }

    /// <summary>Notes a poll of a job: transfers that a server refused are tried again.</summary>
    public void Polled(string job) => _trusts.Polled(job);

    /// <summary>
    /// Takes a file whose rename was intended before a crash; the claim is held until the destination has reported the outcome.
    /// </summary>
    public void Settle(UnsettledClaim file, JobDefinition job)
    {
        var held = new HeldClaim(file.Claim, job, file.File.FinalPath, 0);
        // This node's own earlier try, whose lease has ended, still holds the path: the claim ends by itself, and the node that takes it
        // over next settles it.
        if (!Held.TryAdd(held)) return;
        lock (_lock) _unsettled.Add((held, file.File));
    }

    public async IAsyncEnumerable<DeliveryWork?> FindAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var work in FindUnsettledAsync().ConfigureAwait(false)) yield return work;
        foreach (var group in _jobs.GroupBy(job => (job.Destination!.Name, job.Existing)))
        {
            if (serverOf(group.Key.Name) is not { } to) continue;
            List<JobDefinition> jobs = [.. group];
            foreach (var job in _trusts.Those(jobs, CopyTrust.Trial))
                await foreach (var work in FindBatchesAsync(to, [job], CopyTrust.Trial, cancellationToken).ConfigureAwait(false))
                    yield return work;
            await foreach (var work in FindBatchesAsync(to, jobs, CopyTrust.Full, cancellationToken).ConfigureAwait(false))
                yield return work;
        }
    }

    private static bool IsSame(JobDefinition one, JobDefinition other) =>
        one.Name == other.Name && one.Existing == other.Existing && ServerComparison.AreSame(one.Destination!, other.Destination!);

    private async IAsyncEnumerable<DeliveryWork?> FindBatchesAsync(
        ServerContext to, IReadOnlyList<JobDefinition> candidates, CopyTrust trust,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var borrower = (this, to.Definition.Name, trust);
        while (true)
        {
            var jobs = _trusts.Those(candidates, trust);
            if (!server.MayBegin || !to.MayBegin || !await AnyAsync(jobs, cancellationToken).ConfigureAwait(false))
            {
                server.Link.StopWaiting(borrower);
                to.Link.StopWaiting(borrower);
                yield break;
            }
            if (await LeaseAsync(to, borrower).ConfigureAwait(false) is not { } leases)
            {
                yield return null;
                yield break;
            }
            var files = await ClaimAsync(jobs, trust == CopyTrust.Trial ? 1 : MostOfBatch, leases, cancellationToken).ConfigureAwait(false);
            if (files.Count == 0) yield break;
            if (trust == CopyTrust.Trial) _trusts.Try(jobs[0]);
            yield return stop => CopyAsync(to, files, leases, stop);
        }
    }

    private Task<bool> AnyAsync(IReadOnlyList<JobDefinition> jobs, CancellationToken cancellationToken) =>
        tools.Ledger.Claims.AnyAsync(server.Definition.Name, [.. jobs.Select(job => job.Name)], cancellationToken);

    // Returns sessions at the source and at the destination; null if one of them has none free now.
    private async Task<SessionLease[]?> LeaseAsync(ServerContext to, object borrower)
    {
        if (server.Link.TryLease(borrower, 1) is not { } source)
        {
            to.Link.StopWaiting(borrower);
            await server.RequestLeaseAsync().ConfigureAwait(false);
            return null;
        }
        if (to.Link.TryLease(borrower, SessionsAtDestination) is { } destination) return [source, destination];
        source.Dispose();
        await to.RequestLeaseAsync().ConfigureAwait(false);
        return null;
    }

    // No disk space of this computer is needed.
    private async Task<IReadOnlyList<HeldClaim>> ClaimAsync(
        IReadOnlyList<JobDefinition> jobs, int most, SessionLease[] leases, CancellationToken cancellationToken)
    {
        IReadOnlyList<HeldClaim> files = [];
        try
        {
            var window = new ClaimWindow(most, MostBytesOfBatch, AtOnce: 1);
            files = await _claims.TakeAsync(
                [.. jobs.Select(job => job.Name)], [], window, Hold, PrepareAsync, cancellationToken).ConfigureAwait(false);
            return files;
        }
        finally
        {
            if (files.Count == 0) Array.ForEach(leases, lease => lease.Dispose());
        }

        HeldClaim Hold(Claim claim)
        {
            var job = jobs.First(job => job.Name == claim.Job);
            return new HeldClaim(claim, job, DeliveryItems.AddressOf(claim, job.Destination!), server.Delivered);
        }
    }

    private async Task<bool> PrepareAsync(HeldClaim one, CancellationToken cancellationToken)
    {
        var claim = one.Claim;
        if (DeliveryItems.StaysInFolder(claim)) return true;
        var message = $"The name {claim.Name} in {claim.Folder} would be outside the folder {claim.Target} at the destination; "
            + "it is not sent. Rename it at its source, or exclude it.";
        await _claims.QuarantineAsync(one, "usage", message, cancellationToken).ConfigureAwait(false);
        return false;
    }

    private async Task CopyAsync(
        ServerContext to, IReadOnlyList<HeldClaim> files, SessionLease[] leases, CancellationToken cancellationToken)
    {
        var recorder = new DeliveryRecorder(server, Held, tools);
        List<JobDefinition> jobs = [.. files.Select(held => held.Job).DistinctBy(job => job.Name)];
        var batch = new CopyBatch(
            server, to, files, recorder, tools) { SessionsAtDestination = leases[1].Count, Flows = () => NoteFlow(jobs) };
        try
        {
            var fault = await batch.RunAsync(cancellationToken).ConfigureAwait(false);
            if (recorder.Delivered > 0) NoteWell(to, jobs);
            if (!cancellationToken.IsCancellationRequested && fault is not null) Take(fault, to, jobs);
        }
        finally
        {
            foreach (var held in files.Where(held => Held.Find(held.TargetPath) == held))
                await _claims.ReturnAsync(held).ConfigureAwait(false);
            foreach (var lease in leases) lease.Dispose();
            jobs.ForEach(_trusts.Leave);
            server.Wake.Set();
            to.Wake.Set();
        }
    }

    private void NoteFlow(List<JobDefinition> jobs)
    {
        if (_trusts.Those(jobs, CopyTrust.Full).Count == jobs.Count) return;
        jobs.ForEach(_trusts.Flows);
        server.Wake.Set();
    }

    private void NoteWell(ServerContext to, List<JobDefinition> jobs)
    {
        server.NoteWell();
        to.NoteWell();
        jobs.ForEach(_trusts.Flows);
    }

    private void Take(CopyFault fault, ServerContext to, List<JobDefinition> jobs)
    {
        switch (fault.Blame)
        {
            case CopyBlame.Source:
                server.Rest(null, fault.Message);
                foreach (var job in _jobs) _trusts.Doubt(job, null);
                break;
            case CopyBlame.Destination:
                to.Rest(null, fault.Message);
                foreach (var job in _jobs.Where(job => job.Destination!.Name == to.Definition.Name)) _trusts.Doubt(job, null);
                break;
            case CopyBlame.Terms:
                foreach (var job in jobs) _trusts.Refuse(job, fault);
                break;
            default:
                foreach (var job in jobs) _trusts.Doubt(job, fault);
                break;
        }
    }

    private async IAsyncEnumerable<DeliveryWork?> FindUnsettledAsync()
    {
        (HeldClaim Held, VerifiedFile Intent)[] all;
        lock (_lock) all = [.. _unsettled];
        foreach (var one in all)
        {
            var to = serverOf(one.Held.Job.Destination!.Name);
            if (to is null || one.Held.IsLost)
            {
                lock (_lock) _unsettled.Remove(one);
                Held.Remove(one.Held.TargetPath);
                server.Wake.Set();
            }
            else if (!to.MayBegin)
            {
                continue;
            }
            else if (to.Link.TryLease(one.Held, 1) is { } lease)
            {
                lock (_lock) _unsettled.Remove(one);
                yield return stop => SettleAsync(to, one, lease, stop);
            }
            else
            {
                yield return null;
                await to.RequestLeaseAsync().ConfigureAwait(false);
            }
        }
    }

    // If the destination does not answer, the claim is kept, and it is queried again after its rest.
    private async Task SettleAsync(
        ServerContext to, (HeldClaim Held, VerifiedFile Intent) one, SessionLease lease, CancellationToken cancellationToken)
    {
        using var releasing = lease;
        var held = one.Held;
        try
        {
            var login = await to.Link.SourceAsync(cancellationToken).ConfigureAwait(false);
            var place = new FxpServer(login.Endpoint, login.Credential) { Proxy = login.Proxy };
            var probe = new FxpMetadataProbe(new FxpRequest { Source = place, Destination = place, Items = [] }, tools.Time);
            await using var closing = probe.ConfigureAwait(false);
            var holding = await probe.HoldingAsync(DeliveryItems.ItemOf(held.Claim), cancellationToken).ConfigureAwait(false);
            var isRenamed = Settler.IsRenamed(one.Intent, holding);
            held.IsEnding = true;
            if (!held.IsLost)
                await new Settler(tools).SettleAsync(held.Claim, one.Intent, held.Job, isRenamed, cancellationToken).ConfigureAwait(false);
            Held.Remove(held.TargetPath);
            to.NoteWell();
        }
        catch (Exception e) when (e is TransferException or LedgerException or OperationCanceledException)
        {
            if (e is TransferException) to.Rest(null, e.Message);
            if (e is LedgerException) tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            held.IsEnding = false;
            lock (_lock) _unsettled.Add(one);
        }
        catch
        {
            // The claim ends with its lease, and is settled after the next take-over.
            Held.Remove(held.TargetPath);
            throw;
        }
    }
}
