using System.Net;
using System.Net.Sockets;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// All that a proxy sends: the handshake takes its reply and nothing of what follows, or ends with a sentence that is safe to print.
/// </summary>
internal static class ProxyTarget
{
    private static readonly ProxyAddress[] Proxies =
    [
        new(ProxyProtocol.Socks5h, "proxy", 1080), new(ProxyProtocol.Socks5h, "proxy", 1080, "user", "word"), new(ProxyProtocol.Http, "proxy", 3128, "user", "word"),
    ];

    public static bool Read(byte[] input)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        return Proxies.Aggregate(false, (isTaken, proxy) => IsOpened(proxy, listener, input) || isTaken);
    }

    private static bool IsOpened(ProxyAddress proxy, Socket listener, byte[] input)
    {
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(listener.LocalEndPoint!);
        using var server = listener.Accept();
        server.Send(input);
        server.Shutdown(SocketShutdown.Send);
        var tunnel = new ProxyTunnel(proxy, "ftp.host", 21, FtpStage.Connect, isFirst: true, TimeProvider.System);
        try
        {
            var opening = tunnel.OpenAsync(client, isBlocking: true, CancellationToken.None);
            Assert.True(opening.IsCompleted);
            opening.AsTask().GetAwaiter().GetResult();
        }
        catch (FtpConnectionException e)
        {
            Assert.True(e.ByProxy || !e.IsFinal);
            Assert.DoesNotContain(e.Message, char.IsControl);
            return false;
        }
        var rest = new byte[input.Length];
        var length = 0;
        while (client.Receive(rest, length, rest.Length - length, SocketFlags.None) is > 0 and var read) length += read;
        Assert.True(input.AsSpan().EndsWith(rest.AsSpan(0, length)));
        // The shortest replies: a method and a granted request with an empty name; a header of one line.
        Assert.True(input.Length - length >= (proxy.Protocol == ProxyProtocol.Http ? "HTTP/ 200\n\n".Length : 9));
        return true;
    }
}
