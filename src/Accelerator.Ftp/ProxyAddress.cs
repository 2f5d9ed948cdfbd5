using System.Diagnostics.CodeAnalysis;

namespace Accelerator.Ftp;

/// <summary>
/// A proxy through which both kinds of connection are made: <c>socks5://</c>, <c>socks5h://</c> or <c>http://</c>, as curl writes them. The
/// password never appears in <see cref="ToString"/>, a trace or an exception.
/// </summary>
/// <param name="Protocol">How the proxy is asked.</param>
/// <param name="Host">DNS name or address literal (an IPv6 literal without brackets).</param>
/// <param name="Port">TCP port, 1 to 65535.</param>
/// <param name="User">The login at the proxy: RFC 1929 for SOCKS5, Basic (RFC 7617) for HTTP. Null, the default, for none.</param>
/// <param name="Password">Its password; null, the default, is sent as an empty one.</param>
public sealed record ProxyAddress(ProxyProtocol Protocol, string Host, int Port, string? User = null, string? Password = null)
{
    /// <summary>Port 1080, registered for SOCKS. There is no default port for <c>http://</c>: proxies use many.</summary>
    public const int DefaultSocksPort = 1080;

    /// <summary>Whether the proxy resolves the server's name, so that this computer needs no DNS for it.</summary>
    public bool ResolvesNames => Protocol != ProxyProtocol.Socks5;

    private string Scheme => Protocol switch
    {
        ProxyProtocol.Socks5 => "socks5",
        ProxyProtocol.Socks5h => "socks5h",
        _ => "http",
    };

    /// <summary>
    /// Parses <c>socks5://[user[:password]@]host[:port]</c>, <c>socks5h://…</c> or <c>http://[user[:password]@]host:port</c>, with percent
    /// escapes in user and password. <c>host:port</c> alone is an HTTP proxy, as for curl.
    /// </summary>
    /// <param name="text">What the user wrote.</param>
    /// <param name="proxy">The proxy, if the text is one.</param>
    /// <param name="problem">Otherwise one sentence that describes the problem, without the text's user and password.</param>
    public static bool TryParse(string text, [NotNullWhen(true)] out ProxyAddress? proxy, [NotNullWhen(false)] out string? problem)
    {
        ArgumentNullException.ThrowIfNull(text);
        proxy = null;
        var end = text.IndexOf("://", StringComparison.Ordinal);
        ProxyProtocol? protocol = end < 0 ? ProxyProtocol.Http : text[..end].ToLowerInvariant() switch
        {
            "socks5" => ProxyProtocol.Socks5,
            "socks5h" => ProxyProtocol.Socks5h,
            "http" => ProxyProtocol.Http,
            _ => null,
        };
        var rest = (end < 0 ? text : text[(end + 3)..]).TrimEnd('/');
        var at = rest.LastIndexOf('@');
        if (protocol is not { } known)
        {
            problem = $"The scheme \"{SafeText.Escape(text[..end])}\" is not supported: write socks5://HOST:PORT, socks5h://HOST:PORT or "
                + "http://HOST:PORT.";
            return false;
        }
        // Without a scheme, messages could not tell a password from the host.
        if (end < 0 && at >= 0)
        {
            problem = "A proxy has a scheme, and for a login USER@ before its host: socks5://HOST:PORT, socks5h://HOST:PORT or "
                + "http://HOST:PORT.";
            return false;
        }
        var server = UrlHost.Split(rest[(at + 1)..]);
        problem = Problem(server, known);
        if (problem is not null) return false;
        var (user, password) = UrlUser.Split(at <= 0 ? null : rest[..at]);
        proxy = new ProxyAddress(known, server.Host, server.Port ?? DefaultSocksPort, user, password);
        return true;
    }

    /// <summary>Returns the proxy as messages show it: scheme, host and port, without the login.</summary>
    public override string ToString() => $"{Scheme}://{new FtpEndpoint(Host, Port, FtpSecurity.None)}";

    private static string? Problem(UrlHost at, ProxyProtocol protocol)
    {
        if (!at.HasPort && protocol == ProxyProtocol.Http)
            return "An http:// proxy needs its port, for example http://proxy.example.org:3128.";
        if (at.HasPort && at.Port is null)
            return "The proxy's port is not a number from 1 to 65535; write /, @ and : in a user or password as %2F, %40 and %3A.";
        return (Uri.CheckHostName(at.Host), at.IsLiteral) is (UriHostNameType.IPv6, true)
            or (UriHostNameType.Dns or UriHostNameType.IPv4, false)
            ? null : "The proxy has no host name or IP address; an IPv6 address is written in brackets.";
    }
}
