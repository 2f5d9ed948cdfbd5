using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// A run over one server's sessions: starts with one file, claims more while it lasts, and records in the ledger how each ended. It ends
/// when nothing is queued or in progress, or when it is cancelled.
/// </summary>
/// <param name="sessions">Its sessions.</param>
/// <param name="claims">The files in progress.</param>
/// <param name="faults">The faults that keep this computer from storing files.</param>
internal sealed class DownloadRun(
    ServerContext server, ServerSessions sessions, ClaimQueue claims, LocalFaults faults, JobTools tools)
{
    // Another node could fetch the claims that wait here, but each file must be claimed before it is needed.
    private const int MostHeld = 64;
    private const int ClaimedAtOnce = 16;
    private const long MostHeldBytes = 1L << 30;

    // The memory that a run keeps of its files is freed when it ends.
    private const int MostOfRun = 10_000;

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(250);

    private readonly Channel<(HeldClaim, FileResult)> _results =
        Channel.CreateUnbounded<(HeldClaim, FileResult)>(new UnboundedChannelOptions { SingleReader = true });

    private FileResult? _serverFailure;
    private int _given = 1;

    /// <summary>Claims more files, up to a given number.</summary>
    public required Func<int, CancellationToken, Task<IReadOnlyList<HeldClaim>>> ClaimAsync { get; init; }

    /// <summary>Fetches the files.</summary>
    /// <returns>Why nothing should be started at the server for a while; null if nothing is wrong with it.</returns>
    /// <exception cref="LedgerException">The ledger cannot be read; files already fetched are intact.</exception>
    public async Task<FileResult?> RunAsync(HeldClaim first, CancellationToken cancellationToken)
    {
        var (definition, gate) = (server.Definition, new PublishGate(tools.Ledger.Claims, () => server.IsLeaseOver));
        var request = server.Link.Request with
        {
            Items = [DeliveryItems.ItemOf(first, sessions.Source, server.Link.ReplicasNow(sessions))],
            // One session is kept for polls: files that are not found in time are late too.
            MaxStreams = Math.Clamp(definition.Sessions - 1, 1, 63),
            RateLimitNow = definition.Bandwidth.Count == 0
                ? null : () => BandwidthWindow.LimitAt(definition.Bandwidth, tools.Time.GetUtcNow()),
            TrustReplicas = definition.TrustReplicas,
            BeforePublish = (ready, asking) => gate.AskAsync(claims.Held.Find(ready.Item.TargetPath), ready, asking),
        };
        tools.Events.Report(new JobEvent.Begun(first.Claim, first.TargetPath));
        var recorder = new DeliveryRecorder(server, claims.Held, tools) { Stored = NoteStored, Lost = NoteLost };
        var writing = recorder.WriteAsync(_results.Reader, (held, result) => RefuseAsync(recorder, held, result), cancellationToken);
        try
        {
            var observer = new Observer(this);
            await new TransferRunner(tools.Time).RunAsync(
                request, sessions, MoreAsync(cancellationToken), observer, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _results.Writer.TryComplete();
            await writing.ConfigureAwait(false);
            await claims.ReturnAllAsync().ConfigureAwait(false);
        }
        return _serverFailure;
    }

    private async IAsyncEnumerable<TransferItem> MoreAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var held = claims.Held;
        while (!cancellationToken.IsCancellationRequested && server.MayBegin && _given < MostOfRun && _serverFailure is null)
        {
            var next = server.Wake.Next;
            if (held.Count < MostHeld && (held.Bytes < MostHeldBytes || held.Count < 2))
            {
                var claimed = await ClaimAsync(ClaimedAtOnce, cancellationToken).ConfigureAwait(false);
                foreach (var one in claimed)
                {
                    _given++;
                    tools.Events.Report(new JobEvent.Begun(one.Claim, one.TargetPath));
                    yield return DeliveryItems.ItemOf(one, sessions.Source, server.Link.ReplicasNow(sessions));
                }
                if (claimed.Count > 0) continue;
                if (held.Count == 0) yield break;
            }
            await WakeSignal.WaitAsync(next, PollInterval, tools.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task RefuseAsync(DeliveryRecorder recorder, HeldClaim held, FileResult result)
    {
        var kind = result.Failure!.Value;
        var verdict = held.IsNameTaken ? new DeliveryVerdict(DeliveryAction.Quarantine)
            : DeliveryPolicy.Judge(kind, held.Claim.Attempts, result.IsRefused || server.Delivered > held.Begun, held.Job.Retry);
        if (verdict.IsLocal && !held.IsLost) faults.Failed(held, result.Message);
        if (verdict.RestsServer && !held.IsLost) _serverFailure ??= result;
        // A fault of this computer is reported once, and not for each file as well.
        await recorder.RefusedAsync(held, kind, result.Message, verdict, isTold: !verdict.IsLocal).ConfigureAwait(false);
    }

    private void NoteStored(HeldClaim held)
    {
        faults.Stored(held);
        if (tools.Ledger.IsShared) LeftParts.Sweep(held);
    }

    private void NoteLost(HeldClaim held)
    {
        if (tools.Ledger.IsShared) LeftParts.Drop(held);
    }

    private void Take(TransferEvent value)
    {
        if (value is TransferEvent.Finished(var file) && claims.Held.Find(file.TargetPath) is { } held)
            _results.Writer.TryWrite((held, file));
        else if (value is TransferEvent.Progress(var snapshot))
            tools.Events.Report(new JobEvent.Progress(server.Definition.Name, snapshot));
    }

    private sealed class Observer(DownloadRun run) : IProgress<TransferEvent>
    {
        public void Report(TransferEvent value) => run.Take(value);
    }
}
