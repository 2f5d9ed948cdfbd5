using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Fxp;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Asks both servers after a failure, each for itself: of two servers that lost a data connection, either may say so.</summary>
internal sealed class CopyDiagnosis(FxpRequest request, TimeProvider time)
{
    /// <summary>Asks.</summary>
    public async Task<CopyFacts> AskAsync(Claim claim, CancellationToken cancellationToken)
    {
        var item = CopyItems.ItemOf(claim);
        var probe = new FxpMetadataProbe(request, time);
        await using var closing = probe.ConfigureAwait(false);
        var destination = await FailureAsync(probe.EnterAsync(FxpSide.Destination, cancellationToken), cancellationToken).ConfigureAwait(false);
        var source = await FailureAsync(probe.EnterAsync(FxpSide.Source, cancellationToken), cancellationToken).ConfigureAwait(false);
        if (destination is not null || source is not null || cancellationToken.IsCancellationRequested) return new CopyFacts(source, destination, IsAtSource: true, null);
        try
        {
            return new CopyFacts(null, null, await probe.IsAtSourceAsync(item, cancellationToken).ConfigureAwait(false), await probe.HoldingAsync(item, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception e) when (e is TransferException or OperationCanceledException)
        {
            return new CopyFacts(null, null, IsAtSource: true, null);
        }
    }

    private static async Task<string?> FailureAsync(Task entering, CancellationToken cancellationToken)
    {
        try
        {
            await entering.ConfigureAwait(false);
            return null;
        }
        catch (TransferException e)
        {
            return e.Message;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }
}
