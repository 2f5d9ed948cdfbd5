using System.Threading.Channels;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Records in the ledger how the files of a run ended, and releases them. If the ledger does not answer, the write is retried until the
/// lease ends: the file has its name by then.
/// </summary>
/// <param name="server">The server that the files come from.</param>
/// <param name="claims">The files in progress.</param>
internal sealed class DeliveryRecorder(ServerContext server, HeldClaims claims, JobTools tools)
{
    private static readonly TimeSpan AskAgain = TimeSpan.FromSeconds(1);

    /// <summary>Called for each file that the ledger has as delivered.</summary>
    public Action<HeldClaim> Stored { get; init; } = static _ => { };

    /// <summary>Called for each file that failed after its claim was lost.</summary>
    public Action<HeldClaim> Lost { get; init; } = static _ => { };

    /// <summary>The number of files that got their final names.</summary>
    public int Delivered { get; private set; }

    /// <summary>Writes results until there are no more.</summary>
    /// <param name="results">The results of the files.</param>
    /// <param name="refuse">Judges the failed files, and ends with <see cref="RefusedAsync"/>, now or later.</param>
    /// <param name="cancellationToken">A token to stop retrying a ledger that does not answer.</param>
    public async Task WriteAsync(
        ChannelReader<(HeldClaim Held, FileResult Result)> results, Func<HeldClaim, FileResult, Task> refuse,
        CancellationToken cancellationToken)
    {
        await foreach (var (held, result) in results.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            if (result.Failure is null) await DeliveredAsync(held, result, cancellationToken).ConfigureAwait(false);
            else await refuse(held, result).ConfigureAwait(false);
        }
    }

    /// <summary>Releases a file that is finished.</summary>
    public void Close(HeldClaim held)
    {
        claims.Remove(held.TargetPath);
        server.Wake.Set();
    }

    /// <summary>Records a file that could not be delivered.</summary>
    public async Task RefusedAsync(HeldClaim held, FailureKind kind, string message, DeliveryVerdict verdict, bool isTold = true)
    {
        held.IsEnding = true;
        if (held.IsLost) verdict = new(DeliveryAction.Leave);
        var word = kind.ToString().ToLowerInvariant();
        try
        {
            await WriteAsync(held.Claim, kind, word, message, verdict).ConfigureAwait(false);
        }
        catch (LedgerException e)
        {
            // A file that cannot be recorded now comes back when its lease ends.
            Notify(e);
        }
        if (held.IsLost) Lost(held);
        if (isTold) tools.Events.Report(new JobEvent.Refused(held.Claim, verdict.Action, word, message));
        Close(held);
    }

    private Task WriteAsync(Claim claim, FailureKind kind, string word, string message, DeliveryVerdict verdict)
    {
        var ledger = tools.Ledger.Claims;
        var notBefore = tools.Time.GetUtcNow() + verdict.Pause;
        return verdict.Action switch
        {
            DeliveryAction.TryAgain =>
                ledger.ReturnAsync(claim, notBefore, kind == FailureKind.Cancelled ? null : message, word, verdict.IsCharged,
                    CancellationToken.None),
            DeliveryAction.ObserveAgain => ledger.ObserveAgainAsync(claim, notBefore, message, CancellationToken.None),
            DeliveryAction.Fail => ledger.GiveUpAsync(claim, FileState.Failed, message, word, CancellationToken.None),
            DeliveryAction.Quarantine => ledger.GiveUpAsync(claim, FileState.Quarantined, message, word, CancellationToken.None),
            _ => Task.CompletedTask,
        };
    }

    private async Task DeliveredAsync(HeldClaim held, FileResult result, CancellationToken cancellationToken)
    {
        Delivered++;
        if (await PublishedAsync(held, result, cancellationToken).ConfigureAwait(false) is false)
        {
            // The node that has the claim now finds the file by its mark.
            var message = $"{result.TargetPath} exists, but this node's claim has ended: the node that now has the claim records the "
                + "delivery.";
            tools.Events.Report(new JobEvent.Refused(held.Claim, DeliveryAction.Leave, "lease", message));
        }
        Close(held);
    }

    // Returns false if the claim is lost; null if the ledger does not answer.
    private async Task<bool?> PublishedAsync(HeldClaim held, FileResult result, CancellationToken cancellationToken)
    {
        var publication = new Publication(tools.Time.GetUtcNow(), result.BytesFetched);
        var effects = Effects.Of(held.Job, publication.At);
        held.IsEnding = true;
        while (!held.IsLost)
        {
            try
            {
                if (!await tools.Ledger.Claims.PublishedAsync(
                    held.Claim, publication, effects, CancellationToken.None).ConfigureAwait(false))
                    return false;
                server.NoteDelivery();
                if (!server.Link.IsLimitedNow) server.Traffic.Add(publication.At, result.BytesFetched, result.Elapsed);
                Stored(held);
                tools.Events.Report(new JobEvent.Delivered(
                    held.Claim, result.TargetPath, result.Size, result.Elapsed, result.AssuranceText) { Modified = result.Modified });
                return true;
            }
            catch (LedgerException e)
            {
                Notify(e);
                if (!e.IsTransient || cancellationToken.IsCancellationRequested) return null;
                await Task.Delay(AskAgain, TimeProvider.System, CancellationToken.None).ConfigureAwait(false);
            }
        }
        return false;
    }

    private void Notify(LedgerException e) => tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
}
