using System.Net;
using System.Net.NetworkInformation;

namespace Accelerator.Tuning.Machine;

/// <summary>
/// ICMP echoes that may not be fragmented. Windows sends them for every user, Linux for root and for programs with the capability
/// cap_net_raw.
/// </summary>
public static class PingEcho
{
    private const int Headers = 20 + 8;
    private const int Hops = 64;

    /// <summary>Sends one echo over IPv4.</summary>
    /// <param name="target">The target address.</param>
    /// <param name="size">The size in bytes, headers included.</param>
    /// <param name="limit">The maximum time to wait for the answer.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="PingException">No echo can be sent here.</exception>
    public static async Task<EchoAnswer> AskAsync(IPAddress target, int size, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ping = new Ping();
        var reply = await ping.SendPingAsync(
            target, limit, new byte[size - Headers], new PingOptions(Hops, dontFragment: true), cancellationToken).ConfigureAwait(false);
        return reply.Status switch { IPStatus.Success => EchoAnswer.Back, IPStatus.PacketTooBig => EchoAnswer.TooBig,
            _ => EchoAnswer.Silent };
    }
}
