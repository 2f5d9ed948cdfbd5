using System.Globalization;
using System.Net;

namespace Accelerator.Gateway.Settings;

/// <summary>A range of IP addresses: one address, or a network in CIDR notation such as <c>10.1.0.0/16</c>.</summary>
public sealed record AddressRange
{
    private readonly byte[] _network;

    private AddressRange(byte[] network, int prefix) => (_network, Prefix) = (network, prefix);

    /// <summary>The number of fixed bits, 0 to 32 or 0 to 128.</summary>
    public int Prefix { get; }

    /// <summary>Reads an address or a network.</summary>
    /// <returns>Null if the text is neither.</returns>
    public static AddressRange? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var parts = text.Split('/');
        if (parts.Length > 2 || !IPAddress.TryParse(parts[0], out var address) || !IsWritten(parts[0])) return null;
        var bytes = Plain(address).GetAddressBytes();
        var prefix = bytes.Length * 8;
        if (parts.Length == 2
            && (!int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out prefix) || prefix > bytes.Length * 8))
            return null;
        return new AddressRange(bytes, prefix);
    }

    /// <summary>Returns whether an address is in the range. An IPv4 address mapped to IPv6 counts as IPv4.</summary>
    public bool Contains(IPAddress address)
    {
        ArgumentNullException.ThrowIfNull(address);
        var bytes = Plain(address).GetAddressBytes();
        if (bytes.Length != _network.Length) return false;
        var whole = Prefix / 8;
        if (!bytes.AsSpan(0, whole).SequenceEqual(_network.AsSpan(0, whole))) return false;
        var mask = (byte)(0xFF << (8 - (Prefix % 8)));
        return Prefix % 8 == 0 || (bytes[whole] & mask) == (_network[whole] & mask);
    }

    /// <inheritdoc/>
    public override string ToString() => $"{new IPAddress(_network)}/{Prefix}";

    /// <inheritdoc/>
    public bool Equals(AddressRange? other) =>
        other is not null && Prefix == other.Prefix && _network.AsSpan().SequenceEqual(other._network);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Prefix, new IPAddress(_network));

    /// <summary>Returns an IPv4 address that is mapped to IPv6 as IPv4.</summary>
    internal static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;

    // IPAddress reads "10" as 0.0.0.10, and "010" as octal.
    private static bool IsWritten(string text) => text.Contains(':') || text.Split('.').Length == 4;
}
