using System.Globalization;
using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Settings;

/// <summary>An entry of the list of allowed upstream servers: a host name, an address or a network, with an optional port.</summary>
public sealed record UpstreamRule
{
    private readonly string? _host;
    private readonly IPNetwork? _range;
    private readonly int? _port;

    private UpstreamRule(string? host, IPNetwork? range, int? port) => (_host, _range, _port) = (host, range, port);

    /// <summary>Reads an entry: <c>ftp.example.org</c>, <c>10.0.0.0/8</c>, <c>10.1.2.3:2121</c>, <c>[2001:db8::/32]:2121</c>.</summary>
    /// <returns>Null if the text is no entry.</returns>
    public static UpstreamRule? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var (host, port) = (text, (int?)null);
        var end = text.StartsWith('[') ? text.LastIndexOf(']') : -1;
        var colon = end >= 0 ? text.IndexOf(':', end) : text.Count(c => c == ':') == 1 ? text.IndexOf(':') : -1;
        if (colon >= 0)
        {
            if (!int.TryParse(text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                || number is < 1 or > 65535)
                return null;
            (host, port) = (text[..colon], number);
        }
        if (end >= 0) host = host.EndsWith(']') ? host[1..^1] : "";
        if (AddressRange.Parse(host) is { } range) return new UpstreamRule(null, range, port);
        // A name of digits and dots would be read as an address by the resolver.
        return Uri.CheckHostName(host) == UriHostNameType.Dns && host.Any(char.IsAsciiLetter) ? new UpstreamRule(host, null, port) : null;
    }

    /// <summary>Returns whether the entry names this host and admits the port.</summary>
    /// <param name="host">The host as the client wrote it.</param>
    /// <param name="port">The port.</param>
    /// <param name="usualPort">The port that an entry without one admits.</param>
    public bool Names(string host, int port, int usualPort) =>
        _host is not null && _host.Equals(host.TrimEnd('.'), StringComparison.OrdinalIgnoreCase) && port == (_port ?? usualPort);

    /// <summary>Returns whether the entry contains this address and admits the port.</summary>
    public bool Contains(IPAddress address, int port, int usualPort) => _range?.Holds(address) == true && port == (_port ?? usualPort);
}
