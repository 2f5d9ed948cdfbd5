namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A prepared data connection from one server to the other: one listens, and the other has been sent its address. The existence of a route
/// is what permits <see cref="FxpDestination"/> to send STOR: there is none for data from this computer, and nothing else creates one.
/// </summary>
internal sealed class FxpRoute
{
    private FxpRoute(FxpEnd passive, FxpEnd active) => (Passive, Active) = (passive, active);

    /// <summary>The server that listens; it gets its transfer command first.</summary>
    public FxpEnd Passive { get; }

    /// <summary>The server that connects.</summary>
    public FxpEnd Active { get; }

    /// <summary>
    /// Opens a route with the markers that the file needs: two round trips, one to each server. The active server gets its marker with the
    /// address; the passive one, which does not need the address, gets its own at the same time.
    /// </summary>
    /// <exception cref="FxpException">Either server refused, or the address is one that the other could not use.</exception>
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
