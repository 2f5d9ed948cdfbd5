using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Fxp;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Queries both servers separately after a failure: either of the two may report a lost data connection.</summary>
internal sealed class CopyDiagnosis(FxpRequest request, TimeProvider time)
{
    /// <summary>Queries both servers.</summary>
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

/// <summary>The replies of the two servers after a file failed.</summary>
/// <param name="SourceFailure">Why the login at the source fails; null if it succeeds.</param>
/// <param name="DestinationFailure">Why the login at the destination fails; null if it succeeds.</param>
/// <param name="IsAtSource">Whether the source has the file.</param>
/// <param name="Holding">What the destination has of the file; null if it could not be queried.</param>
internal sealed record CopyFacts(string? SourceFailure, string? DestinationFailure, bool IsAtSource, FxpHolding? Holding);
