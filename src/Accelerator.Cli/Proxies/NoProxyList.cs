using System.Globalization;
using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Cli.Proxies;

/// <summary>
/// The servers that <c>no_proxy</c> excepts, as curl reads it: names with their subdomains, addresses, networks (<c>10.0.0.0/8</c>), each
/// perhaps with a port, or <c>*</c> for all; separated by commas or blanks.
/// </summary>
internal static class NoProxyList
{
    /// <summary>Returns whether the list contains a server. An entry that cannot be read matches nothing.</summary>
    public static bool Covers(string list, FtpEndpoint server) =>
        list.Split([',', ' ', '\t'], StringSplitOptions.RemoveEmptyEntries).Any(entry => Matches(entry, server));

    private static bool Matches(string entry, FtpEndpoint server)
    {
        if (entry == "*") return true;
        var (host, port) = SplitPort(entry);
        if (port is not null && port != server.Port) return false;
        return IPAddress.TryParse(server.Host, out var address)
            ? AddressRange.Parse(host)?.Holds(address) == true : IsAtOrBelow(host, server.Host);
    }

    // As curl: a leading dot makes no difference, nor does the root's dot at the end.
    private static bool IsAtOrBelow(string entry, string name)
    {
        var (domain, host) = (entry.Trim('.'), name.TrimEnd('.'));
        return domain.Length > 0 && host.EndsWith(domain, StringComparison.OrdinalIgnoreCase)
            && (host.Length == domain.Length || host[^(domain.Length + 1)] == '.');
    }

    // "host:21", "[::1]:21", "[::1]"; an IPv6 address without brackets has no port.
    private static (string Host, int? Port) SplitPort(string entry)
    {
        var end = entry.StartsWith('[') ? entry.IndexOf(']') : -1;
        var colon = entry.IndexOf(':', Math.Max(0, end));
        var host = end > 0 ? entry[1..end] : entry;
        if (colon < 0 || (end < 0 && entry.IndexOf(':', colon + 1) >= 0)) return (host, null);
        return int.TryParse(entry[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            ? (end > 0 ? host : entry[..colon], port) : (host, null);
    }
}
