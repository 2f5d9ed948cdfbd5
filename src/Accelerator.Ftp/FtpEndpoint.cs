namespace Accelerator.Ftp;

/// <summary>A server as the user named it, with its protection. Equal endpoints share one site's limits.</summary>
/// <param name="Host">DNS name or address literal (an IPv6 literal without brackets).</param>
/// <param name="Port">TCP port of the control connection, 1 to 65535.</param>
/// <param name="Security">Protection of both connections. Default: none.</param>
public sealed record FtpEndpoint(string Host, int Port, FtpSecurity Security)
{
    /// <summary>Port 21 (RFC 959).</summary>
    public const int DefaultPort = 21;

    /// <summary>Port 990, by convention.</summary>
    public const int DefaultImplicitPort = 990;

    /// <summary>The URL scheme of this endpoint: <c>ftp</c>, <c>ftpes</c> (explicit TLS) or <c>ftps</c> (implicit TLS).</summary>
    public string Scheme => SchemeOf(Security);

    /// <summary>Returns the URL scheme of a kind of protection.</summary>
    internal static string SchemeOf(FtpSecurity security) =>
        security switch { FtpSecurity.Implicit => "ftps", FtpSecurity.Explicit => "ftpes", _ => "ftp" };

    /// <summary>Returns the endpoint as messages show it: <c>host:port</c>, with brackets around an IPv6 literal.</summary>
    public override string ToString() => Host.Contains(':') ? $"[{Host}]:{Port}" : $"{Host}:{Port}";
}
