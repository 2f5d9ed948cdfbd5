using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// One run over one server's sessions: begins with one file, claims more while it runs, and writes into the ledger how each ended. It is over when nothing is queued and nothing under way,
/// or when somebody wants it to be.
/// </summary>
internal sealed class DeliveryRun(ServerWorker worker, ServerSessions sessions, TransferSource source, JobTools tools)
{
    // Claims that wait here could be fetched by another node; but each must be claimed before it is needed.
    private const int MostHeld = 64;
    private const int ClaimedAtOnce = 16;
    private const long MostHeldBytes = 1L << 30;

    // What a run remembers of its files goes with it.
    private const int MostOfRun = 10_000;

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(250);

    private readonly Channel<FileResult> _results = Channel.CreateUnbounded<FileResult>(new UnboundedChannelOptions { SingleReader = true });
    private readonly DeliveryRecorder _recorder = new(worker, worker.Held, tools);
    private int _given = 1;

    /// <summary>Fetches.</summary>
    /// <returns>Why the server is to be left alone for a while; null where nothing is wrong with it.</returns>
    /// <exception cref="LedgerException">The ledger cannot be read; what was fetched is in order.</exception>
    public async Task<FileResult?> RunAsync(HeldClaim first, CancellationToken cancellationToken)
    {
        var gate = new PublishGate(worker.Held, tools.Ledger.Claims, () => worker.IsLeaseOver);
        var request = worker.Link.Request with
        {
            Items = [DeliveryItems.ItemOf(first, source, worker.Link.ReplicasNow(sessions))],
            // One session is for looks: files that nobody finds are late too.
            MaxStreams = Math.Clamp(worker.Server.Sessions - 1, 1, 63),
            RateLimitNow = worker.Server.Bandwidth.Count == 0 ? null : () => BandwidthWindow.LimitAt(worker.Server.Bandwidth, tools.Time.GetUtcNow()),
            TrustReplicas = worker.Server.TrustReplicas,
            BeforePublish = gate.AskAsync,
        };
        tools.Events.Report(new JobEvent.Begun(first.Claim, first.TargetPath));
        var writing = _recorder.WriteAsync(_results.Reader, cancellationToken);
        try
        {
            await new TransferRunner(tools.Time).RunAsync(request, sessions, MoreAsync(cancellationToken), new Observer(this), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _results.Writer.TryComplete();
            await writing.ConfigureAwait(false);
            await _recorder.ReturnAllAsync().ConfigureAwait(false);
        }
        return _recorder.ServerFailure;
    }

    private async IAsyncEnumerable<TransferItem> MoreAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested && worker.MayBegin && _given < MostOfRun && _recorder.ServerFailure is null)
        {
            var next = worker.Wake.Next;
            if (worker.Held.Count < MostHeld && (worker.Held.Bytes < MostHeldBytes || worker.Held.Count < 2))
            {
                var claimed = await worker.ClaimAsync(ClaimedAtOnce, cancellationToken).ConfigureAwait(false);
                foreach (var held in claimed)
                {
                    _given++;
                    tools.Events.Report(new JobEvent.Begun(held.Claim, held.TargetPath));
                    yield return DeliveryItems.ItemOf(held, source, worker.Link.ReplicasNow(sessions));
                }
                if (claimed.Count > 0) continue;
                if (worker.Held.Count == 0) yield break;
            }
            await WakeSignal.WaitAsync(next, PollInterval, tools.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private sealed class Observer(DeliveryRun run) : IProgress<TransferEvent>
    {
        public void Report(TransferEvent value)
        {
            if (value is TransferEvent.Finished(var file)) run._results.Writer.TryWrite(file);
            else if (value is TransferEvent.Progress(var snapshot)) run.Notify(snapshot);
        }
    }

    private void Notify(TransferSnapshot snapshot) => tools.Events.Report(new JobEvent.Progress(worker.Server.Name, snapshot));
}
