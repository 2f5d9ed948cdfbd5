using System.Threading.Channels;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Writes into the ledger how the files of a run ended. A ledger that does not answer is asked again until the lease is over: the file is under its name by then.</summary>
/// <param name="worker">The server that the files are from.</param>
/// <param name="claims">The files under way.</param>
/// <param name="tools">What the work is done with.</param>
internal sealed class DeliveryRecorder(ServerWorker worker, HeldClaims claims, JobTools tools)
{
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);

    /// <summary>The file that showed that the server is to be left alone for a while; null while none has.</summary>
    public FileResult? ServerFailure { get; private set; }

    /// <summary>Writes until there are no more.</summary>
    public async Task WriteAsync(ChannelReader<FileResult> results, CancellationToken cancellationToken)
    {
        await foreach (var result in results.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            if (claims.Find(result.TargetPath) is not { } held) continue;
            if (result.Failure is null) await DeliveredAsync(held, result, cancellationToken).ConfigureAwait(false);
            else await RefusedAsync(held, result).ConfigureAwait(false);
            Close(held);
        }
    }

    /// <summary>A file is done with, well or badly.</summary>
    public void Close(HeldClaim held)
    {
        claims.Remove(held.TargetPath);
        worker.Wake.Set();
    }

    /// <summary>Gives back what was claimed and never begun.</summary>
    public async Task ReturnAllAsync()
    {
        foreach (var held in claims.All) await ReturnAsync(held).ConfigureAwait(false);
    }

    /// <summary>Gives one back.</summary>
    public async Task ReturnAsync(HeldClaim held)
    {
        await TryAsync(() => tools.Ledger.Claims.ReturnAsync(held.Claim, tools.Time.GetUtcNow(), null, null, isCharged: false, CancellationToken.None)).ConfigureAwait(false);
        claims.Remove(held.TargetPath);
    }

    /// <summary>A file has its final name.</summary>
    public async Task DeliveredAsync(HeldClaim held, FileResult result, CancellationToken cancellationToken)
    {
        var publication = new Publication(tools.Time.GetUtcNow(), result.BytesFetched);
        var effects = Effects.Of(held.Job, publication.At);
        while (!held.IsLost)
        {
            try
            {
                if (!await tools.Ledger.Claims.PublishedAsync(held.Claim, publication, effects, CancellationToken.None).ConfigureAwait(false)) break;
                worker.NoteDelivery();
                if (held.Job.Kind == JobKind.Pull) worker.Faults.Stored(held);
                if (tools.Ledger.IsShared && held.Job.Kind == JobKind.Pull) LeftParts.Sweep(held);
                tools.Events.Report(new JobEvent.Delivered(held.Claim, result.TargetPath, result.Size, result.Elapsed, result.AssuranceText));
                return;
            }
            catch (LedgerException e) when (e.IsTransient && !cancellationToken.IsCancellationRequested)
            {
                tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
                await Task.Delay(AskAgain, TimeProvider.System, CancellationToken.None).ConfigureAwait(false);
            }
            catch (LedgerException e)
            {
                tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
                return;
            }
        }
        // Whoever has it now finds the file by its mark.
        tools.Events.Report(new JobEvent.Refused(held.Claim, DeliveryAction.Leave, "lease", $"{result.TargetPath} is there, and the claim of it has ended: the node that has it now records the delivery."));
    }

    /// <summary>A file could not be delivered.</summary>
    public async Task RefusedAsync(HeldClaim held, FailureKind kind, string message, DeliveryVerdict verdict, bool isTold = true)
    {
        var (claim, ledger) = (held.Claim, tools.Ledger.Claims);
        if (held.IsLost) verdict = new(DeliveryAction.Leave);
        var word = kind.ToString().ToLowerInvariant();
        var notBefore = tools.Time.GetUtcNow() + verdict.Pause;
        await TryAsync(() => verdict.Action switch
        {
            DeliveryAction.TryAgain => ledger.ReturnAsync(claim, notBefore, kind == FailureKind.Cancelled ? null : message, word, verdict.IsCharged, CancellationToken.None),
            DeliveryAction.ObserveAgain => ledger.ObserveAgainAsync(claim, message, CancellationToken.None),
            DeliveryAction.Fail => ledger.PutAsideAsync(claim, FileState.Failed, message, word, CancellationToken.None),
            DeliveryAction.Quarantine => ledger.PutAsideAsync(claim, FileState.Quarantined, message, word, CancellationToken.None),
            _ => Task.FromResult(false),
        }).ConfigureAwait(false);
        if (held.IsLost && tools.Ledger.IsShared && held.Job.Kind == JobKind.Pull) LeftParts.Drop(held);
        if (isTold) tools.Events.Report(new JobEvent.Refused(claim, verdict.Action, word, message));
    }

    private async Task RefusedAsync(HeldClaim held, FileResult result)
    {
        var kind = result.Failure!.Value;
        var verdict = DeliveryPolicy.Judge(kind, held.Claim.Attempts, worker.Delivered > held.Begun, held.Job.Retry);
        // The fault is told once, and not of each file as well.
        if (verdict.IsLocal && !held.IsLost) worker.Faults.Failed(held, result.Message);
        await RefusedAsync(held, kind, result.Message, verdict, isTold: !verdict.IsLocal).ConfigureAwait(false);
        if (verdict.RestsServer && !held.IsLost) ServerFailure ??= result;
    }

    // What cannot be written now comes back when its lease is over.
    private async Task TryAsync(Func<Task> write)
    {
        try
        {
            await write().ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
        }
    }
}
