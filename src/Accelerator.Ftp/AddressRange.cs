using System.Globalization;
using System.Net;

namespace Accelerator.Ftp;

/// <summary>Reads ranges of IP addresses as users write them, and compares addresses of both families.</summary>
internal static class AddressRange
{
    /// <summary>Reads an address, or a network in CIDR notation such as <c>10.1.0.0/16</c>. Bits behind the prefix are ignored.</summary>
    /// <returns>Null if the text is neither.</returns>
    public static IPNetwork? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var parts = text.Split('/');
        if (parts.Length > 2 || !IPAddress.TryParse(parts[0], out var address) || !IsWritten(parts[0])) return null;
        var bytes = Plain(address).GetAddressBytes();
        var prefix = bytes.Length * 8;
        if (parts.Length == 2
            && (!int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out prefix) || prefix > bytes.Length * 8))
            return null;
        // IPNetwork refuses an address with bits behind the prefix, and users write 10.1.2.3/8.
        return NetworkOf(bytes, prefix);
    }

    /// <summary>Returns the network of an address with this number of leading bits.</summary>
    public static IPNetwork NetworkOf(byte[] address, int prefix)
    {
        byte[] bytes = [.. address];
        for (var bit = prefix; bit < bytes.Length * 8; bit++) bytes[bit / 8] &= (byte)~(0x80 >> (bit % 8));
        return new IPNetwork(new IPAddress(bytes), prefix);
    }

    /// <summary>Returns whether an address is in the range. An IPv4 address mapped to IPv6 counts as IPv4.</summary>
    public static bool Holds(this IPNetwork range, IPAddress address) => range.Contains(Plain(address));

    /// <summary>Returns an IPv4 address that is mapped to IPv6 as IPv4.</summary>
    public static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;

    // IPAddress reads "10" as 0.0.0.10, and "010" as octal.
    private static bool IsWritten(string text) => text.Contains(':') || text.Split('.').Length == 4;
}
