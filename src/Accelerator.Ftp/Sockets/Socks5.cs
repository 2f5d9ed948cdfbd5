using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Accelerator.Ftp.Sockets;

/// <summary>
/// The client's side of SOCKS5 (RFC 1928), with the login of RFC 1929. Two round trips without a login, three with one: the request is not
/// sent behind the greeting, because microsocks reads both as the greeting and never answers the request.
/// </summary>
internal static class Socks5
{
    private const byte Version = 5;
    private const byte NoLogin = 0;
    private const byte UserPassword = 2;
    private const byte NoneAcceptable = 0xFF;
    private const byte IPv4 = 1;
    private const byte Name = 3;
    private const byte IPv6 = 4;

    /// <summary>Sends the greeting, and the login if the proxy selects it.</summary>
    /// <exception cref="ProxyException">The proxy refused, or is no SOCKS5 proxy.</exception>
    /// <exception cref="ArgumentException">User or password is longer than 255 bytes.</exception>
    public static async ValueTask LogInAsync(ProxyWire wire, ProxyAddress proxy)
    {
        byte[] methods = proxy.User is null ? [NoLogin] : [NoLogin, UserPassword];
        await wire.SendAsync((byte[])[Version, (byte)methods.Length, .. methods]).ConfigureAwait(false);
        var answer = new byte[2];
        await wire.FillAsync(answer).ConfigureAwait(false);
        if (answer[0] != Version) throw Foreign(wire, answer);
        switch (answer[1])
        {
            case NoLogin:
                return;
            case UserPassword when proxy.User is { } user:
                await wire.SendAsync((byte[])[1, .. Counted(user), .. Counted(proxy.Password ?? "")]).ConfigureAwait(false);
                await wire.FillAsync(answer).ConfigureAwait(false);
                if (answer[1] == 0) return;
                throw new ProxyException(ProxyFault.Login, $"refused the login of {SafeText.Escape(user)} (RFC 1929 status {answer[1]})");
            case NoneAcceptable when proxy.User is null:
                throw new ProxyException(ProxyFault.Login, "requires a login");
            case NoneAcceptable:
                throw new ProxyException(ProxyFault.Login, "accepts no login with user and password");
            default:
                throw Foreign(wire, answer);
        }
    }

    /// <summary>Sends the CONNECT request and reads the reply. One round trip to the server.</summary>
    /// <param name="wire">The connection to the proxy.</param>
    /// <param name="host">An address literal, or a name of at most 255 ASCII characters that the proxy resolves.</param>
    /// <param name="port">1 to 65535.</param>
    /// <exception cref="ProxyException">The proxy refused, or its reply is not one of SOCKS5.</exception>
    public static async ValueTask RequestAsync(ProxyWire wire, string host, int port)
    {
        var request = new byte[] { Version, 1, 0 }.Concat(Address(host)).Concat(new byte[2]).ToArray();
        BinaryPrimitives.WriteUInt16BigEndian(request.AsSpan(^2), (ushort)port);
        await wire.SendAsync(request).ConfigureAwait(false);

        var reply = new byte[5];
        // The address behind the first four bytes has at least one byte, which is the length of a name.
        await wire.FillAsync(reply.AsMemory(0, 4)).ConfigureAwait(false);
        if (reply[0] != Version) throw Foreign(wire, reply.AsSpan(0, 4));
        if (reply[1] != 0) throw Refusal(reply[1]);
        if (reply[3] is not (IPv4 or Name or IPv6)) throw Foreign(wire, reply.AsSpan(0, 4));
        await wire.FillAsync(reply.AsMemory(4)).ConfigureAwait(false);
        // The proxy's own address and port follow: nothing here needs them.
        var rest = reply[3] switch { IPv4 => 3, IPv6 => 15, _ => reply[4] } + 2;
        await wire.FillAsync(new byte[rest]).ConfigureAwait(false);
    }

    private static byte[] Address(string host) =>
        !IPAddress.TryParse(host, out var address) ? [Name, .. Counted(host)]
        : [address.AddressFamily == AddressFamily.InterNetworkV6 ? IPv6 : IPv4, .. address.GetAddressBytes()];

    private static byte[] Counted(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        return bytes.Length <= 255 ? [(byte)bytes.Length, .. bytes]
            : throw new ArgumentException(
                "The server's name, or the proxy's user or password, is longer than 255 bytes, which is SOCKS5's limit.");
    }

    // RFC 1928 section 6.
    private static ProxyException Refusal(byte code) => code switch
    {
        2 => new(ProxyFault.Refused, $"does not allow this connection (SOCKS reply {code})"),
        3 => new(ProxyFault.Unreachable, $"cannot reach the server's network (SOCKS reply {code})"),
        4 => new(ProxyFault.Unreachable, $"cannot reach the server (SOCKS reply {code})"),
        5 => new(ProxyFault.Unreachable, $"reports that the server refused the connection (SOCKS reply {code})"),
        6 => new(ProxyFault.Unreachable, $"reports that the connection expired on its way to the server (SOCKS reply {code})"),
        7 => new(ProxyFault.Refused, $"does not support connections of this kind (SOCKS reply {code})"),
        8 => new(ProxyFault.Unreachable, $"does not support addresses of this kind (SOCKS reply {code})"),
        _ => new(ProxyFault.Unreachable, $"failed to connect to the server (SOCKS reply {code})"),
    };

    private static ProxyException Foreign(ProxyWire wire, ReadOnlySpan<byte> first) =>
        new(ProxyFault.Foreign, $"did not answer as a SOCKS5 proxy (it sent \"{wire.Show(first)}\")");
}
