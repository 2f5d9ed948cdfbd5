using System.Net;

namespace Accelerator.Ftp.Control;

/// <summary>The server's end of a control connection, and the proxy on the way there. Data connections go to the same host.</summary>
/// <param name="Host">The address literal, or the server's name if only the proxy resolves it.</param>
/// <param name="Port">TCP port.</param>
/// <param name="Address">The address; null if only the proxy knows it.</param>
/// <param name="Proxy">The proxy's address, to which sockets connect; null without a proxy.</param>
internal sealed record ServerPeer(string Host, int Port, IPAddress? Address, IPEndPoint? Proxy)
{
    /// <summary>The endpoint that sockets connect to.</summary>
    public IPEndPoint Next => Proxy ?? new IPEndPoint(Address!, Port);

    /// <summary>Whether the server is known to be reached over IPv6.</summary>
    public bool IsIPv6 => Address is { AddressFamily: System.Net.Sockets.AddressFamily.InterNetworkV6 };

    /// <summary>Returns the end at an address, reached directly or through a proxy.</summary>
    public static ServerPeer Of(IPAddress address, int port, IPEndPoint? proxy = null) => new(address.ToString(), port, address, proxy);

    /// <summary>Returns the endpoint as messages show it.</summary>
    public override string ToString() => new FtpEndpoint(Host, Port, FtpSecurity.None).ToString();
}
