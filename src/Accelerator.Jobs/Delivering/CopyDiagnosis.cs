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
        var item = DeliveryItems.ItemOf(claim);
        var probe = new FxpMetadataProbe(request, time);
        await using var closing = probe.ConfigureAwait(false);
        var destination = await FailureAsync(
            probe.EnterAsync(FxpSide.Destination, cancellationToken), cancellationToken).ConfigureAwait(false);
        var source = await FailureAsync(probe.EnterAsync(FxpSide.Source, cancellationToken), cancellationToken).ConfigureAwait(false);
        if (destination is not null || source is not null || cancellationToken.IsCancellationRequested)
            return new CopyFacts(source, destination, IsAtSource: true, null);
        try
        {
            return new CopyFacts(null, null, await probe.IsAtSourceAsync(item, cancellationToken).ConfigureAwait(false),
                await probe.HoldingAsync(item, cancellationToken).ConfigureAwait(false));
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

/// <summary>What both servers say after a file failed.</summary>
/// <param name="SourceFailure">Why the source does not let us in; null where it does.</param>
/// <param name="DestinationFailure">Why the destination does not; null where it does.</param>
/// <param name="IsAtSource">Whether the source has the file.</param>
/// <param name="Holding">What the destination has of it; null where nobody could ask.</param>
internal sealed record CopyFacts(string? SourceFailure, string? DestinationFailure, bool IsAtSource, FxpHolding? Holding);
