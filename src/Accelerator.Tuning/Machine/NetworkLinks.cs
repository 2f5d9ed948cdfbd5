using System.Net.NetworkInformation;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Machine;

/// <summary>The network interfaces of this computer, by the system's own functions: no rights are needed, and Wine has them too.</summary>
public static class NetworkLinks
{
    // The kernel's -1 for a virtual adapter, as .NET reads it: megabits without a sign.
    private const long NobodySays = uint.MaxValue * 1_000_000L;

    /// <summary>All of them but the computer's own loop.</summary>
    public static IReadOnlyList<LinkFacts> OfThisComputer()
    {
        try
        {
            return [.. NetworkInterface.GetAllNetworkInterfaces().Where(link => link.NetworkInterfaceType != NetworkInterfaceType.Loopback).Select(Read)];
        }
        catch (NetworkInformationException)
        {
            return [];
        }
    }

    private static LinkFacts Read(NetworkInterface link)
    {
        var addresses = link.GetIPProperties();
        var four = Ask(() => addresses.GetIPv4Properties());
        return new LinkFacts(link.Id, link.Name, four?.Index ?? Ask(() => addresses.GetIPv6Properties())?.Index ?? 0)
        {
            Description = link.Description,
            BitsPerSecond = Ask(() => (long?)link.Speed) is > 0 and not NobodySays and var speed ? speed : 0,
            Mtu = four?.Mtu ?? 0,
            IsUp = link.OperationalStatus == OperationalStatus.Up,
            Addresses = [.. addresses.UnicastAddresses.Select(address => address.Address)],
        };
    }

    // A stack that was removed from an interface, and a link that is down and has no speed, say so by exceptions.
    private static T? Ask<T>(Func<T?> ask)
    {
        try
        {
            return ask();
        }
        catch (Exception e) when (e is NetworkInformationException or PlatformNotSupportedException or IOException)
        {
            return default;
        }
    }
}
