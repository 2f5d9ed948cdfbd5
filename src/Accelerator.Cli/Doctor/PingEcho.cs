using System.Net;
using System.Net.NetworkInformation;

namespace Accelerator.Cli.Doctor;

/// <summary>
/// Echoes by ICMP that may not be cut. Windows sends them for everybody, Linux for root and for programs that were granted cap_net_raw.
/// </summary>
internal static class PingEcho
{
    private const int Headers = 20 + 8;
    private const int Hops = 64;

    /// <summary>Sends one over IPv4.</summary>
    /// <param name="target">To whom.</param>
    /// <param name="size">Bytes, headers included.</param>
    /// <param name="limit">How long to wait for it.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <exception cref="PingException">None can be sent here.</exception>
    public static async Task<EchoAnswer> AskAsync(IPAddress target, int size, TimeSpan limit, CancellationToken cancellationToken)
    {
        using var ping = new Ping();
        var reply = await ping.SendPingAsync(
            target, limit, new byte[size - Headers], new PingOptions(Hops, dontFragment: true), cancellationToken).ConfigureAwait(false);
        return reply.Status switch { IPStatus.Success => EchoAnswer.Back, IPStatus.PacketTooBig => EchoAnswer.TooBig,
            _ => EchoAnswer.Silent };
    }
}

/// <summary>What became of an echo that may not be cut.</summary>
internal enum EchoAnswer
{
    /// <summary>It came back.</summary>
    Back,

    /// <summary>This computer, or a hop, said that it is too big.</summary>
    TooBig,

    /// <summary>Nothing, within its time.</summary>
    Silent,
}
