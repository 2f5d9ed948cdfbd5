using System.Net;
using System.Net.Sockets;

namespace Accelerator.Ftp.Fxp;

/// <summary>Whether the address by which this computer reaches one server may be told to another. Pure.</summary>
internal static class FxpAddress
{
    /// <summary>What is wrong with it, as the end of a sentence; null for nothing.</summary>
    /// <param name="passive">Peer of the passive server's control connection: the only address that is ever told, whatever a 227 says
    /// (CVE-2026-8328).</param>
    /// <param name="active">Peer of the other's.</param>
    public static string? Problem(IPAddress passive, IPAddress active)
    {
        if (passive.AddressFamily != active.AddressFamily)
            return $"one server is reached over {Family(passive)} and the other over {Family(active)}, "
                + "and no data connection leads from one to the other; name both by addresses of one family";
        // At the other server the same words name that server itself, or something beside it.
        if (IPAddress.IsLoopback(passive) && !IPAddress.IsLoopback(active))
            return $"{passive} is an address of this computer alone, where the other server would find itself; "
                + "give the name by which other computers reach it";
        return passive.IsIPv6LinkLocal ? $"{passive} holds only on this computer's link; give the server's global address" : null;
    }

    private static string Family(IPAddress address) => address.AddressFamily == AddressFamily.InterNetworkV6 ? "IPv6" : "IPv4";
}
