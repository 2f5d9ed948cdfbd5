using System.Threading.Channels;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Sends a few files from one server to another, one after the other, over sessions leased from both.</summary>
/// <param name="from">The source server.</param>
/// <param name="to">The destination server.</param>
/// <param name="files">The files, all of jobs with this destination and one rule for existing files.</param>
/// <param name="recorder">Records how they end.</param>
internal sealed class CopyBatch(
    ServerContext from, ServerContext to, IReadOnlyList<HeldClaim> files, DeliveryRecorder recorder, JobTools tools)
{
    private readonly Channel<(HeldClaim, FileResult)> _ends = Channel.CreateUnbounded<(HeldClaim, FileResult)>();

    /// <summary>The sessions leased at the destination.</summary>
    public required int SessionsAtDestination { get; init; }

    /// <summary>Called when bytes are seen to arrive.</summary>
    public required Action Flows { get; init; }

    /// <summary>Sends the files. Those still held afterwards were not started.</summary>
    /// <returns>Why no others should be started for a while; null if nothing is wrong.</returns>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public async Task<CopyFault?> RunAsync(CancellationToken cancellationToken)
    {
        var (source, refusal) = await LoginAsync(from, CopyBlame.Source, cancellationToken).ConfigureAwait(false);
        if (source is null) return refusal;
        (var destination, refusal) = await LoginAsync(to, CopyBlame.Destination, cancellationToken).ConfigureAwait(false);
        if (destination is null) return refusal;
        var request = new FxpRequest
        {
            Source = source,
            Destination = destination,
            Items = [],
            Parallel = 1,
            Segments = 1,
            SessionsAtSource = 1,
            SessionsAtDestination = SessionsAtDestination,
            Overwrite = files[0].Job.Existing == ExistingRule.Replace,
        };
        IReadOnlyList<HeldClaim> toSend;
        var probe = new FxpMetadataProbe(request, tools.Time);
        await using (probe.ConfigureAwait(false))
        {
            try
            {
                toSend = await new CopyPreflight(probe, recorder, tools).SortAsync(files, cancellationToken).ConfigureAwait(false);
            }
            catch (TransferException e)
            {
                return CopyFault.Of(e.Kind == FailureKind.Verification
                    ? CopyBlame.Terms : await WhoAsync(request, cancellationToken).ConfigureAwait(false), e.Message, files[0].Claim);
            }
        }
        if (toSend.Count > 0) return await SendAsync(request, toSend, cancellationToken).ConfigureAwait(false);
        // The destination answered, and nothing more was required of it. If files are sent, their arrival tells more.
        to.NoteWell();
        return null;
    }

    private async Task<CopyFault?> SendAsync(FxpRequest request, IReadOnlyList<HeldClaim> toSend, CancellationToken cancellationToken)
    {
        // Two names with the same display text cannot be told apart in the run's results: the second waits for the next batch.
        var byItem = toSend.Select(held => (Held: held, Item: DeliveryItems.ItemOf(held.Claim)))
            .DistinctBy(pair => request.Destination.Describe(pair.Item.To)).ToDictionary(pair => pair.Item, pair => pair.Held);
        var byName = byItem.ToDictionary(pair => request.Destination.Describe(pair.Key.To), pair => pair.Value, StringComparer.Ordinal);
        var gate = new PublishGate(tools.Ledger.Claims, () => from.IsLeaseOver);
        foreach (var held in toSend) tools.Events.Report(new JobEvent.Begun(held.Claim, held.TargetPath));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var writing = WriteAsync(request, cancellationToken);
        try
        {
            var observer = new Observer(this, byName, stop);
            var run = request with { Items = [.. byItem.Keys],
                BeforePublish = (ready, asking) => gate.AskAsync(byItem[ready.Item], ready, asking) };
            await new FxpRunner(tools.Time).RunAsync(run, observer, stop.Token).ConfigureAwait(false);
        }
        finally
        {
            _ends.Writer.TryComplete();
        }
        return await writing.ConfigureAwait(false);
    }

    private async Task<CopyFault?> WriteAsync(FxpRequest request, CancellationToken cancellationToken)
    {
        CopyFault? fault = null;
        var refused = new List<(HeldClaim, FileResult)>();
        await recorder.WriteAsync(_ends.Reader, LaterAsync, cancellationToken).ConfigureAwait(false);
        // The run's own sessions are closed by now, so these queries stay within the lease.
        foreach (var (held, result) in refused) fault =
            await RefuseAsync(held, result, request, cancellationToken).ConfigureAwait(false) ?? fault;
        return fault;

        Task LaterAsync(HeldClaim held, FileResult result)
        {
            refused.Add((held, result));
            return Task.CompletedTask;
        }
    }

    private async Task<CopyFault?> RefuseAsync(HeldClaim held, FileResult result, FxpRequest request, CancellationToken cancellationToken)
    {
        var kind = result.Failure!.Value;
        if (kind == FailureKind.Cancelled)
        {
            await recorder.RefusedAsync(held, kind, result.Message, new(DeliveryAction.TryAgain)).ConfigureAwait(false);
            return null;
        }
        if (held.IsNameTaken)
        {
            await recorder.RefusedAsync(held, kind, result.Message, new(DeliveryAction.Quarantine)).ConfigureAwait(false);
            return null;
        }
        var facts = await new CopyDiagnosis(request, tools.Time).AskAsync(held.Claim, cancellationToken).ConfigureAwait(false);
        var blame = CopyPolicy.Blame(kind, facts);
        var verdict = CopyPolicy.Judge(kind, blame, facts, held.Claim.Size, held.Claim.Attempts, held.Job.Retry);
        // A failure that is not the file's is reported for the server or the job, and not for each file as well.
        await recorder.RefusedAsync(
            held, kind, result.Message, verdict, isTold: verdict.IsCharged || blame == CopyBlame.File).ConfigureAwait(false);
        return blame == CopyBlame.File ? null : CopyFault.Of(blame, result.Message, held.Claim);
    }

    private async Task<CopyBlame> WhoAsync(FxpRequest request, CancellationToken cancellationToken)
    {
        var facts = await new CopyDiagnosis(request, tools.Time).AskAsync(files[0].Claim, cancellationToken).ConfigureAwait(false);
        return facts is { SourceFailure: not null, DestinationFailure: null } ? CopyBlame.Source : CopyBlame.Destination;
    }

    private static async Task<(FxpServer? Server, CopyFault? Fault)> LoginAsync(
        ServerContext server, CopyBlame blame, CancellationToken cancellationToken)
    {
        try
        {
            var login = await server.Link.SourceAsync(cancellationToken).ConfigureAwait(false);
            return (new FxpServer(login.Endpoint, login.Credential) { Proxy = login.Proxy }, null);
        }
        catch (TransferException e)
        {
            return (null, new CopyFault(blame, e.Message, e.Message));
        }
    }

    private sealed class Observer(CopyBatch batch, Dictionary<string, HeldClaim> byName, CancellationTokenSource stop) : IProgress<FxpEvent>
    {
        public void Report(FxpEvent value)
        {
            if (value is FxpEvent.Progress) batch.Flows();
            if (value is not FxpEvent.Finished(var result) || !byName.TryGetValue(result.Destination, out var held)) return;
            // A failure caused by a setting or a server would recur for the next file.
            if (result.Failure is FailureKind.Usage or FailureKind.Network or FailureKind.ServerLimit or FailureKind.Login
                or FailureKind.Tls or FailureKind.Disk)
                stop.Cancel();
            batch._ends.Writer.TryWrite((held, DeliveryItems.EndOf(held, result)));
        }
    }
}
