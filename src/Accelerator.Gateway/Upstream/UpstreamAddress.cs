using System.Net;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Upstream;

/// <summary>The server and the user of a client's login: <c>USER user@host[:port]</c>.</summary>
/// <param name="User">The user, which may contain <c>@</c>.</param>
/// <param name="Host">A host name or an address, without brackets.</param>
/// <param name="Port">The port; null if none is named.</param>
internal sealed record UpstreamAddress(string User, string Host, int? Port)
{
    /// <summary>Reads the argument of USER.</summary>
    /// <returns>Null if it names no server.</returns>
    public static UpstreamAddress? Parse(string argument)
    {
        var at = argument.LastIndexOf('@');
        if (at < 0) return null;
        var (host, isLiteral, hasPort, port) = UrlHost.Split(argument[(at + 1)..]);
        var isHost = Uri.CheckHostName(host) switch
        {
            UriHostNameType.Dns or UriHostNameType.IPv4 => !isLiteral,
            UriHostNameType.IPv6 => isLiteral,
            _ => false,
        };
        return isHost && (!hasPort || port is not null) ? new UpstreamAddress(argument[..at], host, port) : null;
    }

    /// <summary>
    /// Returns the address to connect to: the first one that the list contains, or of a listed name the first one that is not of this
    /// computer, this link or a group. Those must be listed themselves: a name's owner decides where it leads.
    /// </summary>
    /// <param name="rules">The list.</param>
    /// <param name="server">The server.</param>
    /// <param name="addresses">The addresses of its name; empty if a proxy resolves it.</param>
    /// <param name="own">The addresses of this computer.</param>
    /// <returns>Null if the server is not allowed. <see cref="IPAddress.None"/> if it is and the proxy resolves its name.</returns>
    public static IPAddress? Admit(
        IReadOnlyList<UpstreamRule> rules, FtpEndpoint server, IReadOnlyList<IPAddress> addresses, IReadOnlyCollection<IPAddress> own)
    {
        var usual = server.Security == FtpSecurity.Implicit ? FtpEndpoint.DefaultImplicitPort : FtpEndpoint.DefaultPort;
        var isNamed = rules.Any(rule => rule.Names(server.Host, server.Port, usual));
        if (addresses.Count == 0) return isNamed ? IPAddress.None : null;
        return addresses.FirstOrDefault(address => rules.Any(rule => rule.Contains(address, server.Port, usual))
            || (isNamed && !OwnAddresses.Contain(address, own)));
    }
}
