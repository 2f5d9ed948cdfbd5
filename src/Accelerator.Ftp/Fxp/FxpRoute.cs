using System.Net;
using System.Net.Sockets;

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

/// <summary>Decides whether the address by which this computer reaches one server may be sent to another. Pure.</summary>
internal static class FxpAddress
{
    /// <summary>Returns the problem with the address, as the end of a sentence; null if there is none.</summary>
    /// <param name="passive">Peer of the passive server's control connection: the only address that is ever sent, whatever a 227 names
    /// (CVE-2026-8328). Null if only the proxy knows it.</param>
    /// <param name="active">Peer of the active server's control connection; null if only the proxy knows it.</param>
    public static string? Problem(IPAddress? passive, IPAddress? active)
    {
        if (passive is null)
            return "the proxy resolves the server's name, so its address is not available here; give the address instead of the name, "
                + "or use socks5://, or add --via-client";
        if (active is not null && passive.AddressFamily != active.AddressFamily)
            return $"one server is reached over {Family(passive)} and the other over {Family(active)}, "
                + "so they cannot connect to each other; use addresses of the same family for both";
        // At the other server the same address means that server itself, or a host near it.
        if (IPAddress.IsLoopback(passive) && (active is null || !IPAddress.IsLoopback(active)))
            return $"{passive} is a loopback address, with which the other server would connect to itself; "
                + "give the name or address by which other computers reach this server";
        return passive.IsIPv6LinkLocal
            ? $"{passive} is valid only on this computer's network link; give the server's global address" : null;
    }

    private static string Family(IPAddress address) => address.AddressFamily == AddressFamily.InterNetworkV6 ? "IPv6" : "IPv4";
}
