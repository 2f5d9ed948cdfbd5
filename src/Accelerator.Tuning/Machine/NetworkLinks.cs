using System.Globalization;
using System.Net.NetworkInformation;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Machine;

/// <summary>The network interfaces of this computer, read with system functions that need no privileges and that Wine has too.</summary>
public static class NetworkLinks
{
    // The kernel's -1 for a virtual adapter, as .NET reads it: unsigned megabits.
    private const long UnknownSpeed = uint.MaxValue * 1_000_000L;

    /// <summary>Returns all interfaces except the loopback.</summary>
    public static IReadOnlyList<LinkFacts> OfThisComputer()
    {
        try
        {
            return [.. NetworkInterface.GetAllNetworkInterfaces().Where(link => link.NetworkInterfaceType != NetworkInterfaceType.Loopback)
                .Select(Read)];
        }
        catch (NetworkInformationException)
        {
            return [];
        }
    }

    private static LinkFacts Read(NetworkInterface link)
    {
        var addresses = link.GetIPProperties();
        var four = OrNull(() => addresses.GetIPv4Properties());
        return new LinkFacts(link.Id, link.Name, four?.Index ?? OrNull(() => addresses.GetIPv6Properties())?.Index ?? 0)
        {
            Description = link.Description,
            BitsPerSecond = !IsTunnel(link.Name) && OrNull(() => (long?)link.Speed) is > 0 and not UnknownSpeed and var speed ? speed : 0,
            Mtu = four?.Mtu is > 0 and var mtu ? mtu : KernelMtu(link.Name),
            IsUp = link.OperationalStatus == OperationalStatus.Up,
            Addresses = [.. addresses.UnicastAddresses.Select(address => address.Address)],
        };
    }

    // The kernel reports 10 Mbit/s for every tunnel (drivers/net/tun.c), however fast it is.
    private static bool IsTunnel(string name) => OperatingSystem.IsLinux() && File.Exists($"/sys/class/net/{name}/tun_flags");

    // .NET reports no MTU for interfaces without a hardware address, which include tunnels.
    private static int KernelMtu(string name)
    {
        try
        {
            return OperatingSystem.IsLinux()
                && int.TryParse(File.ReadAllText($"/sys/class/net/{name}/mtu"), NumberStyles.None | NumberStyles.AllowTrailingWhite,
                    CultureInfo.InvariantCulture, out var mtu) ? mtu : 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }

    // An interface with a protocol stack removed, or a link that is down and has no speed, throws an exception.
    private static T? OrNull<T>(Func<T?> read)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is NetworkInformationException or PlatformNotSupportedException or IOException)
        {
            return default;
        }
    }
}
