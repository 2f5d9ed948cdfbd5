namespace Accelerator.Ftp.Tests.Sockets;

/// <summary>The handshakes against a proxy that has sent its replies already, with asynchronous and with blocking calls.</summary>
public sealed class ProxyTunnelTests : IDisposable
{
    private const string Ok = "\u0005\0" + Granted;
    private const string Granted = "\u0005\0\0\u0001\u007f\0\0\u0001\u0004\u0038";

    private readonly Socket _listener = ScriptedServerSocket();

    public static TheoryData<string, string, string, string> Handshakes => new()
    {
        { "socks5://p:1", "192.0.2.7", Ok, "\u0005\u0001\0" + "\u0005\u0001\0\u0001\u00c0\0\u0002\u0007\0\u0015" },
        { "socks5h://p:1", "ftp.host", "\u0005\0\u0005\0\0\u0003\u0001x\u0004\u0038", "\u0005\u0001\0" + "\u0005\u0001\0\u0003\u0008ftp.host\0\u0015" },
        { "socks5://p:1", "::1", "\u0005\0\u0005\0\0\u0004" + new string('\0', 18), "\u0005\u0001\0" + "\u0005\u0001\0\u0004" + new string('\0', 15) + "\u0001\0\u0015" },
        { "socks5://kim:secret@p:1", "192.0.2.7", "\u0005\u0002\u0001\0" + Granted, "\u0005\u0002\0\u0002" + "\u0001\u0003kim\u0006secret" + "\u0005\u0001\0\u0001\u00c0\0\u0002\u0007\0\u0015" },
        // A proxy that wants no login gets none.
        { "socks5://kim:secret@p:1", "192.0.2.7", Ok, "\u0005\u0002\0\u0002" + "\u0005\u0001\0\u0001\u00c0\0\u0002\u0007\0\u0015" },
        { "http://p:1", "ftp.host", "HTTP/1.1 200 Connection established\r\n\r\n", "CONNECT ftp.host:21 HTTP/1.1\r\nHost: ftp.host:21\r\n\r\n" },
        { "http://p:1", "::1", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\nVia: x\n\n", "CONNECT [::1]:21 HTTP/1.1\r\nHost: [::1]:21\r\n\r\n" },
        { "http://p:1", "münchen", "HTTP/1.1 204\r\n\r\n", "CONNECT xn--mnchen-3ya:21 HTTP/1.1\r\nHost: xn--mnchen-3ya:21\r\n\r\n" },
        { "http://kim:secret@p:1", "h", "HTTP/1.1 200 OK\r\n\r\n", "CONNECT h:21 HTTP/1.1\r\nHost: h:21\r\nProxy-Authorization: Basic a2ltOnNlY3JldA==\r\n\r\n" },
    };

    [Theory]
    [MemberData(nameof(Handshakes))]
    public async Task The_bytes_behind_the_reply_are_left_for_the_server_s_reader(string proxy, string host, string reply, string asked)
    {
        foreach (var isBlocking in new[] { false, true })
        {
            using var client = await OpenAsync(reply + "220 ready", proxy, host, isBlocking, FtpStage.Connect, out var server);
            using (server)
            {
                var rest = new byte[100];
                Assert.Equal("220 ready", Encoding.Latin1.GetString(rest, 0, client.Receive(rest)));
                var request = new byte[1000];
                Assert.Equal(asked, Encoding.Latin1.GetString(request, 0, server.Receive(request)));
            }
        }
    }

    [Theory]
    // The SOCKS replies of RFC 1928 section 6: what the server or the network refused, and what the proxy does not allow.
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0001\0\u0001", "failed to connect to the server (SOCKS reply 1)", false)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0002\0\u0001", "does not allow this connection (SOCKS reply 2). Ask its operator to allow connections to port 21", true)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0003\0\u0001", "cannot reach the server's network (SOCKS reply 3)", false)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0004\0\u0001", "cannot reach the server (SOCKS reply 4)", false)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0005\0\u0001", "the server refused the connection (SOCKS reply 5)", false)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0006\0\u0001", "expired on its way to the server (SOCKS reply 6)", false)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0007\0\u0001", "connections of this kind (SOCKS reply 7)", true)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\u0008\0\u0001", "addresses of this kind (SOCKS reply 8)", false)]
    [InlineData("socks5://p:1", "\u0005\u00ff", "requires a login. Write the user into the proxy's URL", true)]
    [InlineData("socks5://kim:secret@p:1", "\u0005\u00ff", "accepts no login with user and password", true)]
    [InlineData("socks5://kim:secret@p:1", "\u0005\u0002\u0001\u0001", "refused the login of kim (RFC 1929 status 1). Check the user and the password", true)]
    [InlineData("socks5://p:1", "\u0005\u0002", "did not answer as a SOCKS5 proxy (it sent \"\\x05\\x02\")", true)]
    [InlineData("socks5://p:1", "HTTP/1.1 400 Bad\u001b Request\r\n\r\n", "did not answer as a SOCKS5 proxy (it sent \"HTTP/1.1 400 Bad\\x1B Request", true)]
    [InlineData("socks5://p:1", "\u0005\0\u0005\0\0\u0002", "did not answer as a SOCKS5 proxy", true)]
    [InlineData("http://p:1", "HTTP/1.1 403 Forbidden\r\n\r\n", "does not allow this connection (403 Forbidden). Ask its operator", true)]
    [InlineData("http://p:1", "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "requires a login (407 Proxy Authentication Required)", true)]
    [InlineData("http://kim:secret@p:1", "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"a\"\r\n\r\n", "refused the login of kim (407 No)", true)]
    [InlineData("http://kim:secret@p:1", "HTTP/1.1 401 Unauthorized\r\n\r\n", "refused the login of kim (401 Unauthorized)", true)]
    [InlineData("http://p:1", "HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\n\r\n", "accepts only logins by NTLM, and not Basic", true)]
    [InlineData("http://kim:secret@p:1", "HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\nproxy-authenticate: Negotiate\r\n\r\n", "accepts only logins by NTLM, Negotiate, and not Basic", true)]
    [InlineData("http://p:1", "HTTP/1.1 502 Bad Gateway\r\n\r\n", "cannot reach the server (502 Bad Gateway)", false)]
    [InlineData("http://p:1", "HTTP/1.1 500 Unable to connect\r\n\r\n", "cannot reach the server (500 Unable to connect)", false)]
    [InlineData("http://p:1", "HTTP/1.1 501 Not Implemented\r\n\r\n", "does not offer CONNECT (501 Not Implemented)", true)]
    [InlineData("http://p:1", "<html><body>Log in", "did not answer as an HTTP proxy (it sent \"<html><body>Log in\"). Check the scheme and the port", true)]
    [InlineData("http://p:1", "HTTP/1.1 OK\r\n\r\n", "did not answer as an HTTP proxy (it sent \"HTTP/1.1 OK\")", true)]
    [InlineData("http://p:1", "HTTP/1.1 200 OK\r\nX: ", "sent a reply without an end (more than 8 KiB)", true, 9000)]
    [InlineData("http://p:1", "HTTP/1.1 100 Continue\r\n\r\n", "sent a reply without an end (more than 8 KiB)", true, 400, true)]
    public async Task A_refusal_names_the_proxy_its_reply_and_the_remedy(
        string proxy, string reply, string part, bool isByProxy, int filled = 0, bool isRepeated = false)
    {
        reply = isRepeated ? string.Concat(Enumerable.Repeat(reply, filled)) : reply + new string('a', filled);
        foreach (var isBlocking in new[] { false, true })
        {
            var failure = await FailAsync(reply, proxy, isBlocking, FtpStage.Connect);
            Assert.StartsWith("ftp.host:21: the proxy " + (proxy.StartsWith('s') ? "socks5" : "http") + "://p:1 ", failure.Message);
            Assert.Contains(part, failure.Message);
            Assert.DoesNotContain("secret", failure.ToString());
            // Nothing was ever reached through this proxy: another try would end in the same way, unless the server refused.
            Assert.Equal((FtpStage.Connect, isByProxy, isByProxy), (failure.Stage, failure.ByProxy, failure.IsFinal));
        }
    }

    [Theory]
    [InlineData("socks5://p:1", "")]
    [InlineData("socks5://p:1", "\u0005")]
    [InlineData("socks5://p:1", "\u0005\0\u0005\0\0\u0001\u007f")]
    [InlineData("http://p:1", "HTTP/1.1 200 Conn")]
    public async Task A_proxy_that_closes_in_the_middle_may_be_full(string proxy, string reply)
    {
        var failure = await FailAsync(reply, proxy, isBlocking: true, FtpStage.DataConnect);
        Assert.Contains("closed the connection without an answer. It may be full", failure.Message);
        Assert.Equal((FtpStage.DataConnect, true, false), (failure.Stage, failure.ByProxy, failure.IsFinal));
    }

    [Fact]
    public async Task A_login_too_long_for_SOCKS5_is_not_sent() => await Assert.ThrowsAsync<ArgumentException>(
        async () => await OpenAsync(Ok, "socks5h://p:1", new string('a', 256), false, FtpStage.Connect, out _));

    public void Dispose() => _listener.Dispose();

    private static Socket ScriptedServerSocket()
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        return listener;
    }

    private async Task<FtpConnectionException> FailAsync(string reply, string proxy, bool isBlocking, FtpStage stage) =>
        await Assert.ThrowsAsync<FtpConnectionException>(() => OpenAsync(reply, proxy, "ftp.host", isBlocking, stage, out var server, isOver: true));

    // The reply waits in the client's buffer before the client asks; after it, a proxy that is over has closed.
    private Task<Socket> OpenAsync(string reply, string proxy, string host, bool isBlocking, FtpStage stage, out Socket server, bool isOver = false)
    {
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(_listener.LocalEndPoint!);
        server = _listener.Accept();
        server.Send(Encoding.Latin1.GetBytes(reply));
        if (isOver) server.Shutdown(SocketShutdown.Send);
        Assert.True(ProxyAddress.TryParse(proxy, out var address, out _));
        return OpenAsync(client, new ProxyTunnel(address, host, 21, stage, isFirst: true, TimeProvider.System), isBlocking);
    }

    private static async Task<Socket> OpenAsync(Socket client, ProxyTunnel tunnel, bool isBlocking)
    {
        var opening = tunnel.OpenAsync(client, isBlocking, CancellationToken.None);
        // Blocking calls end before the method returns: the thread never changes.
        Assert.True(!isBlocking || opening.IsCompleted);
        await opening;
        return client;
    }
}
