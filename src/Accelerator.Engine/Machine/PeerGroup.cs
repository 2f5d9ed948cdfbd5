using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp;

namespace Accelerator.Engine.Machine;

/// <summary>
/// Whose connections count together: those of a user of this computer, who has all addresses of 127.0.0.0/8, those of another computer, or
/// those of a /64 network of IPv6, in which a computer chooses its addresses (RFC 4862).
/// </summary>
internal static class PeerGroup
{
    private const int Subnet = 64;

    /// <summary>Returns the group of a client.</summary>
    /// <param name="local">This end of its connection.</param>
    /// <param name="client">The client's end.</param>
    /// <returns>A text that names the group.</returns>
    public static string Of(IPEndPoint local, IPEndPoint client)
    {
        // On Windows the user of another account's process is unknown: those count together.
        if (SocketOwners.AreHere(client, local)) return $"user {SocketOwners.Of(client, local)?.User}";
        var address = AddressRange.Plain(client.Address);
        return address.AddressFamily == AddressFamily.InterNetwork
            ? $"{address}" : $"{AddressRange.NetworkOf(address.GetAddressBytes(), Subnet)}";
    }
}
