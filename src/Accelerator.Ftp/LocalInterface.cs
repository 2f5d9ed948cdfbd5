using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace Accelerator.Ftp;

/// <summary>An interface of this computer, as far as it can be a way out.</summary>
/// <param name="Name">Windows: the alias, for example <c>Ethernet 2</c>; Linux: the device.</param>
/// <param name="IsUp">Whether it can carry anything now.</param>
/// <param name="Addresses">Its addresses, link-local ones of IPv6 left out.</param>
public sealed record LocalInterface(string Name, bool IsUp, IReadOnlyList<IPAddress> Addresses)
{
    /// <summary>Speed of its link in bits per second; null where the system tells none, as of virtual ones.</summary>
    public long? BitsPerSecond { get; init; }

    /// <summary>Its gateway for IPv4; null where it has none.</summary>
    public IPAddress? Gateway { get; init; }

    /// <summary>The interfaces of this computer now.</summary>
    public static IReadOnlyList<LocalInterface> All() =>
        [.. NetworkInterface.GetAllNetworkInterfaces().Select(Of).OfType<LocalInterface>()];

    /// <summary>Whether a name means it: case makes no difference on Windows.</summary>
    public bool IsCalled(string name) =>
        string.Equals(Name, name, OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

    /// <summary>The way out that it is: its first address of each family, and on Linux the device; null where it has no address.</summary>
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
            // It has gone since it was listed, as those of tunnels and containers do.
            return null;
        }
        // Linux calls the loopback's state unknown.
        var isUp = nic.OperationalStatus is OperationalStatus.Up or OperationalStatus.Unknown;
        return new LocalInterface(
            nic.Name, isUp, [.. properties.UnicastAddresses.Select(entry => entry.Address).Where(address => !address.IsIPv6LinkLocal)])
        {
            BitsPerSecond = nic is { NetworkInterfaceType: not NetworkInterfaceType.Loopback, Speed: > 0 and var speed } ? speed : null,
            Gateway = properties.GatewayAddresses.Select(entry => entry.Address)
                .FirstOrDefault(address => address.AddressFamily == AddressFamily.InterNetwork && !address.Equals(IPAddress.Any)),
        };
    }
}
