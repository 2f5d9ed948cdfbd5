using System.Threading.Channels;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Writes into the ledger how the files of a run ended. A ledger that does not answer is asked again until the lease is over: the file is under its name by then.</summary>
internal sealed class DeliveryBook(ServerDesk desk, JobTools tools)
{
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);

    /// <summary>The file that showed that the server is to be left alone for a while; null while none has.</summary>
    public FileResult? ServerTrouble { get; private set; }

    /// <summary>Writes until there are no more.</summary>
    public async Task WriteAsync(ChannelReader<FileResult> results, CancellationToken cancellationToken)
    {
        await foreach (var result in results.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            if (desk.Held.Find(result.TargetPath) is not { } held) continue;
            if (result.Failure is null) await DeliveredAsync(held, result, cancellationToken).ConfigureAwait(false);
            else await RefusedAsync(held, result).ConfigureAwait(false);
            desk.Held.Remove(result.TargetPath);
            desk.Wake.Set();
        }
    }

    /// <summary>Gives back what was claimed and never begun.</summary>
    public async Task ReturnAllAsync()
    {
        foreach (var held in desk.Held.All)
        {
            await TryAsync(() => tools.Ledger.Claims.ReturnAsync(held.Claim, tools.Time.GetUtcNow(), null, null, isCharged: false, CancellationToken.None)).ConfigureAwait(false);
            desk.Held.Remove(held.TargetPath);
        }
    }

    private async Task DeliveredAsync(HeldClaim held, FileResult result, CancellationToken cancellationToken)
    {
        var publication = new Publication(tools.Time.GetUtcNow(), result.BytesFetched);
        var effects = Effects.Of(held.Job, publication.At);
        while (!held.IsLost)
        {
            try
            {
                if (!await tools.Ledger.Claims.PublishedAsync(held.Claim, publication, effects, CancellationToken.None).ConfigureAwait(false)) break;
                desk.NoteDelivery();
                if (tools.Ledger.IsShared) LeftParts.Sweep(held);
                tools.Events.Report(new JobEvent.Delivered(held.Claim, result.TargetPath, result.Size, result.Elapsed, result.ProvenBy));
                return;
            }
            catch (LedgerException e) when (e.IsTransient && !cancellationToken.IsCancellationRequested)
            {
                tools.Events.Report(new JobEvent.Trouble("ledger", e.Message));
                await Task.Delay(AskAgain, TimeProvider.System, CancellationToken.None).ConfigureAwait(false);
            }
            catch (LedgerException e)
            {
                tools.Events.Report(new JobEvent.Trouble("ledger", e.Message));
                return;
            }
        }
        // Whoever has it now finds the file by its mark.
        tools.Events.Report(new JobEvent.Refused(held.Claim, DeliveryAction.Leave, "lease", $"{result.TargetPath} is there, and the claim of it has ended: the node that has it now records the delivery."));
    }

    private async Task RefusedAsync(HeldClaim held, FileResult result)
    {
        var (claim, ledger) = (held.Claim, tools.Ledger.Claims);
        var kind = result.Failure!.Value;
        var verdict = held.IsLost ? new(DeliveryAction.Leave) : DeliveryPolicy.Judge(kind, claim.Attempts, desk.Delivered > held.Begun, held.Job.Retry);
        var word = kind.ToString().ToLowerInvariant();
        var notBefore = tools.Time.GetUtcNow() + verdict.Pause;
        await TryAsync(() => verdict.Action switch
        {
            DeliveryAction.TryAgain => ledger.ReturnAsync(claim, notBefore, kind == FailureKind.Cancelled ? null : result.Message, word, verdict.IsCharged, CancellationToken.None),
            DeliveryAction.ObserveAgain => ledger.ObserveAgainAsync(claim, result.Message, CancellationToken.None),
            DeliveryAction.Fail => ledger.PutAsideAsync(claim, FileState.Failed, result.Message, word, CancellationToken.None),
            DeliveryAction.Quarantine => ledger.PutAsideAsync(claim, FileState.Quarantined, result.Message, word, CancellationToken.None),
            _ => Task.FromResult(false),
        }).ConfigureAwait(false);
        if (held.IsLost && tools.Ledger.IsShared) LeftParts.Drop(held);
        if (verdict.RestsServer) ServerTrouble ??= result;
        tools.Events.Report(new JobEvent.Refused(claim, verdict.Action, word, result.Message));
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
            tools.Events.Report(new JobEvent.Trouble("ledger", e.Message));
        }
    }
}
