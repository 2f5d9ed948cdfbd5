using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace Accelerator.Ftp;

/// <summary>A network interface of this computer, as a possible local path.</summary>
/// <param name="Name">Windows: the alias, for example <c>Ethernet 2</c>; Linux: the device.</param>
/// <param name="IsUp">Whether it can carry traffic now.</param>
/// <param name="Addresses">Its addresses, without link-local IPv6 ones.</param>
public sealed record LocalInterface(string Name, bool IsUp, IReadOnlyList<IPAddress> Addresses)
{
    /// <summary>Its IPv4 gateway; null if it has none.</summary>
    public IPAddress? Gateway { get; init; }

    /// <summary>Returns the interfaces of this computer now.</summary>
    public static IReadOnlyList<LocalInterface> All() =>
        [.. NetworkInterface.GetAllNetworkInterfaces().Select(Of).OfType<LocalInterface>()];

    /// <summary>Returns whether a name refers to this interface; case is ignored on Windows.</summary>
    public bool IsCalled(string name) =>
        string.Equals(Name, name, OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

    /// <summary>
    /// The local path through this interface: its first address of each family, and on Linux the device; null if it has no address.
    /// </summary>
    public LocalPath? Path =>
        Addresses.Count == 0 ? null : new LocalPath(
            Name, First(AddressFamily.InterNetwork), First(AddressFamily.InterNetworkV6), OperatingSystem.IsLinux() ? Name : null);

    /// <inheritdoc/>
    public override string ToString() => Addresses.Count == 0 ? Name : $"{Name} ({string.Join(", ", Addresses)})";

    private IPAddress? First(AddressFamily family) => Addresses.FirstOrDefault(address => address.AddressFamily == family);

    private static LocalInterface? Of(NetworkInterface nic)
    {
        IPInterfaceProperties properties;
        try
        {
            properties = nic.GetIPProperties();
        }
        catch (NetworkInformationException)
        {
            // The interface has disappeared since it was listed, as those of tunnels and containers do.
            return null;
        }
        // Linux reports the loopback's state as unknown.
        var isUp = nic.OperationalStatus is OperationalStatus.Up or OperationalStatus.Unknown;
        return new LocalInterface(
            nic.Name, isUp, [.. properties.UnicastAddresses.Select(entry => entry.Address).Where(address => !address.IsIPv6LinkLocal)])
        {
            Gateway = properties.GatewayAddresses.Select(entry => entry.Address)
                .FirstOrDefault(address => address.AddressFamily == AddressFamily.InterNetwork && !address.Equals(IPAddress.Any)),
        };
    }
}
