using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Accelerator.Interop.Tests.Servers;

/// <summary>Finds ports for servers that cannot be told "any port".</summary>
internal static class LoopbackPorts
{
    // Below Linux's ephemeral range (32768 up), so that no outgoing connection takes a port between the look and the listen.
    private const int First = 20_000;
    private const int Last = 32_000;

    /// <summary>The first of <paramref name="count"/> consecutive ports nobody listens on at <paramref name="address"/> just now.</summary>
    public static int FindFree(IPAddress address, int count)
    {
        for (var attempt = 0; attempt < 200; attempt++)
        {
            var first = RandomNumberGenerator.GetInt32(First, Last - count);
            if (Enumerable.Range(first, count).All(port => CanBind(address, port)))
                return first;
        }
        throw new InvalidOperationException($"No {count} consecutive free ports between {First} and {Last} on {address}.");
    }

    /// <summary>
    /// Whether somebody listens there. Asked of the kernel: a trial connection would hold one of the slots that tests of
    /// connection limits count, and would stand in the server's log.
    /// </summary>
    public static bool IsListening(IPAddress address, int port) =>
        IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners()
            .Any(listener => listener.Port == port && listener.Address.Equals(address));

    private static bool CanBind(IPAddress address, int port)
    {
        using var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(address, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
