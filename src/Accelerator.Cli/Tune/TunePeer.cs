using System.Net;
using System.Net.Sockets;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Tune;

/// <summary>The computer at the far end of a path, as <c>--peer</c> names it.</summary>
/// <param name="Name">The name as typed, safe to print.</param>
/// <param name="Address">Its IPv4 address: IPv6 echoes are fragmented by the system, so they prove nothing.</param>
/// <param name="Carrier">The adapter that carries the path to it.</param>
internal sealed record TunePeer(string Name, IPAddress Address, AdapterFacts Carrier)
{
    /// <summary>The interface of the adapter.</summary>
    public LinkFacts Link => Carrier.Link!;

    /// <summary>Resolves the name and asks the system for its route. Sends no packet to the peer.</summary>
    /// <exception cref="UsageException">The name has no IPv4 address, or no known adapter carries the path.</exception>
    public static async Task<TunePeer> FindAsync(string typed, HostFacts host, CancellationToken cancellationToken)
    {
        var name = SafeText.Escape(typed);
        try
        {
            var address = (await Dns.GetHostAddressesAsync(typed, AddressFamily.InterNetwork, cancellationToken).ConfigureAwait(false))
                .FirstOrDefault() ?? throw new UsageException($"--peer: {name} has no IPv4 address.");
            // Connecting a UDP socket selects the route and sends nothing.
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            await socket.ConnectAsync(address, 9, cancellationToken).ConfigureAwait(false);
            var local = ((IPEndPoint)socket.LocalEndPoint!).Address;
            return host.Adapters.FirstOrDefault(adapter => adapter.Link?.Addresses.Contains(local) == true) is { } carrier
                ? new TunePeer(name, address, carrier)
                : throw new UsageException(
                    $"--peer: the path to {name} leaves from {local}, and no adapter that can be tuned has that address.");
        }
        catch (Exception e) when (e is SocketException or ArgumentException)
        {
            throw new UsageException($"--peer: {name} cannot be reached: {e.Message}");
        }
    }
}
