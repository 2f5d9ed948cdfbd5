using System.Net;
using System.Net.Sockets;

namespace Accelerator.Ftp.Fxp;

/// <summary>Decides whether the address by which this computer reaches one server may be sent to another. Pure.</summary>
internal static class FxpAddress
{
    /// <summary>Returns the problem with the address, as the end of a sentence; null if there is none.</summary>
    /// <param name="passive">Peer of the passive server's control connection: the only address that is ever sent, whatever a 227 names
    /// (CVE-2026-8328).</param>
    /// <param name="active">Peer of the active server's control connection.</param>
    public static string? Problem(IPAddress passive, IPAddress active)
    {
        if (passive.AddressFamily != active.AddressFamily)
            return $"one server is reached over {Family(passive)} and the other over {Family(active)}, "
                + "and no data connection leads from one to the other; name both by addresses of one family";
        // At the other server the same address means that server itself, or a host near it.
        if (IPAddress.IsLoopback(passive) && !IPAddress.IsLoopback(active))
            return $"{passive} is an address of this computer alone, where the other server would find itself; "
                + "give the name by which other computers reach it";
        return passive.IsIPv6LinkLocal ? $"{passive} holds only on this computer's link; give the server's global address" : null;
    }

    private static string Family(IPAddress address) => address.AddressFamily == AddressFamily.InterNetworkV6 ? "IPv6" : "IPv4";
}
