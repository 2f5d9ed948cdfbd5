using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Upstream;

/// <summary>
/// The addresses that lead to this computer, to its links or to a group, also inside an IPv6 address that a router or a tunnel turns into
/// IPv4.
/// </summary>
internal static class OwnAddresses
{
    private static readonly IPNetwork[] Unusual = Networks(
        "0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "255.255.255.255", "::/127", "fe80::/10", "ff00::/8");

    private static readonly IPNetwork Compatible = Networks("::/96")[0], WellKnownNat64 = Networks("64:ff9b::/96")[0],
        LocalNat64 = Networks("64:ff9b:1::/48")[0], SixToFour = Networks("2002::/16")[0], Teredo = Networks("2001::/32")[0];

    /// <summary>Returns the addresses of all interfaces of this computer now.</summary>
    public static IReadOnlyCollection<IPAddress> Now()
    {
        var found = new HashSet<IPAddress>();
        foreach (var nic in NetworkInterface.GetAllNetworkInterfaces())
        {
            try
            {
                foreach (var entry in nic.GetIPProperties().UnicastAddresses) found.Add(WithoutScope(entry.Address));
            }
            catch (NetworkInformationException)
            {
                // The interface has disappeared since it was listed, as those of tunnels and containers do.
            }
        }
        return found;
    }

    /// <summary>Returns whether an address, or an IPv4 address that it contains, is one of these or leads to a link or a group.</summary>
    /// <param name="address">The address.</param>
    /// <param name="own">The addresses of this computer.</param>
    public static bool Contain(IPAddress address, IReadOnlyCollection<IPAddress> own) =>
        Embedded(address).Prepend(AddressRange.Plain(address))
            .Any(one => Array.Exists(Unusual, range => range.Contains(one)) || own.Contains(WithoutScope(one)));

    // Which bytes of an IPv6 address a translator or a tunnel takes for an IPv4 address. The prefix of another network's NAT64 cannot be
    // known here.
    private static List<IPAddress> Embedded(IPAddress address)
    {
        if (address.AddressFamily != AddressFamily.InterNetworkV6 || address.IsIPv4MappedToIPv6) return [];
        var bytes = address.GetAddressBytes();
        List<IPAddress> found = [];
        if (Compatible.Contains(address) || WellKnownNat64.Contains(address)) Add(12, 13, 14, 15);
        if (SixToFour.Contains(address)) Add(2, 3, 4, 5);
        // RFC 4380, section 4: the server, and the client with its bits inverted.
        if (Teredo.Contains(address))
        {
            Add(4, 5, 6, 7);
            found.Add(new IPAddress([.. bytes[12..].Select(part => (byte)~part)]));
        }
        // RFC 5214, section 6.1: the interface identifier of ISATAP.
        if (bytes[8..12] is [0 or 2, 0, 0x5E, 0xFE]) Add(12, 13, 14, 15);
        // RFC 8215: a network chooses its prefix in this range, and with it the place of the address (RFC 6052, section 2.2). In the wrong
        // places there are zeros.
        if (LocalNat64.Contains(address))
        {
            foreach (var (a, b, c, d) in new[] { (6, 7, 9, 10), (7, 9, 10, 11), (9, 10, 11, 12), (12, 13, 14, 15) })
            {
                if (bytes[a] != 0) Add(a, b, c, d);
            }
        }
        return found;

        void Add(int a, int b, int c, int d) => found.Add(new IPAddress([bytes[a], bytes[b], bytes[c], bytes[d]]));
    }

    private static IPAddress WithoutScope(IPAddress address) => new(address.GetAddressBytes());

    private static IPNetwork[] Networks(params string[] texts) => [.. texts.Select(text => AddressRange.Parse(text)!.Value)];
}
