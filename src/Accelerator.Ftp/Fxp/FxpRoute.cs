namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A data connection that is to lead from one server to the other: one listens, and the other has taken its address. That a route exists is
/// what lets <see cref="FxpDestination"/> send STOR: where the data would come from this computer there is none, and nothing else makes
/// one.
/// </summary>
internal sealed class FxpRoute
{
    private FxpRoute(FxpEnd passive, FxpEnd active) => (Passive, Active) = (passive, active);

    /// <summary>The server that listens; it gets its transfer command first.</summary>
    public FxpEnd Passive { get; }

    /// <summary>The server that connects.</summary>
    public FxpEnd Active { get; }

    /// <summary>
    /// Opens one, with the markers that the file needs: two round trips, one to each server. The active one gets its marker with the
    /// address, the passive one, which has nothing to do with that, beside it.
    /// </summary>
    /// <exception cref="FxpException">Either refused, or the address is none that the other could use.</exception>
    public static async Task<FxpRoute> OpenAsync(FxpEnd passive, FxpEnd active, FxpCopy copy, CancellationToken cancellationToken)
    {
        if (FxpAddress.Problem(passive.Address, active.Address) is { } problem)
            throw new FxpException(FxpStep.Call, active.Side, null,
                $"{active.Session.Endpoint} was not told to connect to {passive.Session.Endpoint}: {problem}");
        var port = await passive.ListenAsync(copy.Protection == FxpProtection.Cpsv, cancellationToken).ConfigureAwait(false);
        await Task.WhenAll(active.CallAsync(port, copy, cancellationToken),
            passive.MarkAsync(copy, cancellationToken)).ConfigureAwait(false);
        return new FxpRoute(passive, active);
    }
}
