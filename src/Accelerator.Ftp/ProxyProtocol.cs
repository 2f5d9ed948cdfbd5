namespace Accelerator.Ftp;

/// <summary>How a proxy is asked for a connection, and which side resolves the server's name.</summary>
public enum ProxyProtocol
{
    /// <summary>SOCKS5 (RFC 1928); this computer resolves the name.</summary>
    Socks5,

    /// <summary>SOCKS5 (RFC 1928); the proxy resolves the name.</summary>
    Socks5h,

    /// <summary>HTTP CONNECT (RFC 9110 section 9.3.6); the proxy resolves the name.</summary>
    Http,
}
