using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Sockets;

namespace Accelerator.Ftp;

/// <summary>
/// A local path for outgoing connections, as selected by <c>--bind</c>. Windows sends through the interface that owns the source address
/// (strong host model); Linux chooses the route by the destination alone, unless a rule overrides it or the socket is bound to a device.
/// </summary>
/// <param name="Name">The name the user gave: an address, or the name of an interface.</param>
/// <param name="IPv4">Source address of connections to IPv4 addresses; null if there is none.</param>
/// <param name="IPv6">Source address of connections to IPv6 addresses; null if there is none.</param>
/// <param name="Device">Linux: the device that its sockets are bound to (SO_BINDTODEVICE, socket(7)); null, the default, for none.</param>
public sealed record LocalPath(string Name, IPAddress? IPv4, IPAddress? IPv6, string? Device = null)
{
    /// <summary>Returns the local path from one address.</summary>
    public static LocalPath Of(IPAddress address)
    {
        ArgumentNullException.ThrowIfNull(address);
        var isV6 = address.AddressFamily == AddressFamily.InterNetworkV6;
        return new LocalPath(address.ToString(), isV6 ? null : address, isV6 ? address : null);
    }

    /// <summary>Returns the local path through an interface: its first address of each family, without link-local ones.</summary>
    /// <param name="name">Windows: the alias, for example <c>Ethernet 2</c>; Linux: the device.</param>
    /// <returns>Null if there is no interface of that name, or it has no address.</returns>
    public static LocalPath? OfInterface(string name) => LocalInterface.All().FirstOrDefault(one => one.IsCalled(name))?.Path;

    /// <summary>Resolves the user's names of local paths.</summary>
    /// <param name="names">Addresses and names of interfaces; one item may hold several, separated by commas.</param>
    /// <param name="interfaces">The available interfaces.</param>
    /// <param name="paths">The local paths, in the order of the names.</param>
    /// <param name="problem">If a name is unknown: a sentence that names it and lists the available interfaces.</param>
    public static bool TryFind(
        IEnumerable<string> names, IReadOnlyList<LocalInterface> interfaces, [NotNullWhen(true)] out IReadOnlyList<LocalPath>? paths,
        [NotNullWhen(false)] out string? problem)
    {
        ArgumentNullException.ThrowIfNull(names);
        ArgumentNullException.ThrowIfNull(interfaces);
        return LocalPathFinder.TryFind(names, interfaces, out paths, out problem);
    }

    /// <summary>Returns its address of one family; null if there is none.</summary>
    public IPAddress? For(AddressFamily family) => family == AddressFamily.InterNetworkV6 ? IPv6 : IPv4;

    /// <summary>Binds a socket that is not connected yet to this path.</summary>
    /// <param name="socket">The socket.</param>
    /// <exception cref="SocketException">The address is not this computer's, or the device is gone.</exception>
    internal void Take(Socket socket)
    {
        Hold(socket);
        if (For(socket.AddressFamily) is { } address) socket.Bind(new IPEndPoint(address, 0));
    }

    /// <summary>Binds a socket to the path's device, if there is one.</summary>
    /// <param name="socket">The socket; the caller sets its address.</param>
    internal void Hold(Socket socket)
    {
        // socket(7): SOL_SOCKET 1, SO_BINDTODEVICE 25, a name that ends in a zero; without privileges since Linux 5.7.
        if (Device is not null) socket.SetRawSocketOption(1, 25, System.Text.Encoding.ASCII.GetBytes(Device + "\0"));
    }

    /// <inheritdoc/>
    public override string ToString() => (IPv4 ?? IPv6)?.ToString() is { } address && address != Name ? $"{Name} ({address})" : Name;
}
