using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;

namespace Accelerator.Ftp;

/// <summary>
/// One way out of this computer: what <c>--bind</c> names. Windows sends by the interface that owns the source address (strong host model);
/// Linux chooses the route by the destination alone, unless a rule says otherwise or the socket is held to a device.
/// </summary>
/// <param name="Name">What the user called it: an address, or the name of an interface.</param>
/// <param name="IPv4">Source address of connections to IPv4 addresses; null where it has none.</param>
/// <param name="IPv6">The same for IPv6.</param>
/// <param name="Device">Linux: the device that its sockets are held to (SO_BINDTODEVICE, socket(7)); null, the default, for none.</param>
public sealed record LocalPath(string Name, IPAddress? IPv4, IPAddress? IPv6, string? Device = null)
{
    /// <summary>The path from one address.</summary>
    public static LocalPath Of(IPAddress address)
    {
        ArgumentNullException.ThrowIfNull(address);
        var isV6 = address.AddressFamily == AddressFamily.InterNetworkV6;
        return new LocalPath(address.ToString(), isV6 ? null : address, isV6 ? address : null);
    }

    /// <summary>The path that an interface is: its first address of each family, link-local ones left out.</summary>
    /// <param name="name">Windows: the alias, for example <c>Ethernet 2</c>; Linux: the device.</param>
    /// <returns>Null where no interface is called so, or it has no address.</returns>
    public static LocalPath? OfInterface(string name) => LocalInterface.All().FirstOrDefault(one => one.IsCalled(name))?.Path;

    /// <summary>Looks up what a user calls ways out of this computer.</summary>
    /// <param name="names">Addresses and names of interfaces; one of them may hold several, separated by commas.</param>
    /// <param name="interfaces">The interfaces there are.</param>
    /// <param name="paths">The ways, in the order of the names.</param>
    /// <param name="problem">Where one is none: a sentence that says which, and what there is.</param>
    public static bool TryFind(
        IEnumerable<string> names, IReadOnlyList<LocalInterface> interfaces, [NotNullWhen(true)] out IReadOnlyList<LocalPath>? paths,
        [NotNullWhen(false)] out string? problem)
    {
        ArgumentNullException.ThrowIfNull(names);
        ArgumentNullException.ThrowIfNull(interfaces);
        return LocalPathFinder.TryFind(names, interfaces, out paths, out problem);
    }

    /// <summary>Its address of one family; null where it has none.</summary>
    public IPAddress? For(AddressFamily family) => family == AddressFamily.InterNetworkV6 ? IPv6 : IPv4;

    /// <summary>Makes a socket that is not connected yet leave by this path.</summary>
    /// <param name="socket">The socket.</param>
    /// <exception cref="SocketException">The address is not this computer's, or the device is gone.</exception>
    internal void Take(Socket socket)
    {
        Hold(socket);
        if (For(socket.AddressFamily) is { } address) socket.Bind(new IPEndPoint(address, 0));
    }

    /// <summary>Holds a socket to the path's device, where it names one.</summary>
    /// <param name="socket">The socket; its address is the caller's business.</param>
    internal void Hold(Socket socket)
    {
        // socket(7): SOL_SOCKET 1, SO_BINDTODEVICE 25, a name that ends in a zero; without privileges since Linux 5.7.
        if (Device is not null) socket.SetRawSocketOption(1, 25, System.Text.Encoding.ASCII.GetBytes(Device + "\0"));
    }

    /// <inheritdoc/>
    public override string ToString() => (IPv4 ?? IPv6)?.ToString() is { } address && address != Name ? $"{Name} ({address})" : Name;
}
