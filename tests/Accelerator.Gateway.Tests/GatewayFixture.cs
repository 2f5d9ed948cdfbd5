using System.Net.Security;
using System.Security.Authentication;
using Accelerator.Gateway.Tests.Tls;

namespace Accelerator.Gateway.Tests;

/// <summary>A gateway in front of a loopback server.</summary>
internal sealed class GatewayFixture : IAsyncDisposable
{
    private readonly TempFolder _spool = new();
    private readonly List<RawFtp> _clients = [];

    private GatewayFixture(LoopbackServer server, Func<GatewaySettings, GatewaySettings> adjust)
    {
        Server = server;
        Gateway = GatewayServer.Start(adjust(new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0),
            Http = new IPEndPoint(IPAddress.Loopback, 0),
            Upstream = Endpoint,
            Resolve = (host, port, _, _) => Task.FromResult(
                new UpstreamServer(new FtpEndpoint(host, port ?? FtpEndpoint.DefaultPort, FtpSecurity.None), Request)),
            SpoolFolder = _spool.Path,
            // A client that waits for its login must not be ended because the machine is busy.
            LoginLimit = TimeSpan.FromMinutes(5),
            Report = Events.Enqueue,
        }));
    }

    public LoopbackServer Server { get; }

    public GatewayServer Gateway { get; }

    public ConcurrentQueue<GatewayEvent> Events { get; } = new();

    /// <summary>Where clients reach HTTP.</summary>
    public IPEndPoint HttpAt => new(IPAddress.Loopback, Gateway.HttpEndPoint!.Port);

    /// <summary>The versions of TLS that clients of HTTPS offer; none for those of the system.</summary>
    public SslProtocols TlsVersions { get; set; }

    /// <summary>The options of upstream transfers.</summary>
    public TransferRequest Request { get; set; } = new() { Items = [], Streams = 4 };

    public FtpEndpoint Endpoint => new(Server.EndPoint.Address.ToString(), Server.EndPoint.Port, FtpSecurity.None);

    /// <summary>Files of transfers in progress.</summary>
    public IReadOnlyList<string> Spooled => Directory.GetFileSystemEntries(_spool.Path);

    public static GatewayFixture Start(LoopbackOptions? options = null, Func<GatewaySettings, GatewaySettings>? adjust = null) =>
        new(LoopbackServer.Start(options), adjust ?? (static settings => settings));

    /// <summary>
    /// Starts a gateway whose server sends slowly until this many transfers have run at once. Otherwise one stream could fetch the whole file
    /// before the next one has logged in.
    /// </summary>
    public static GatewayFixture StartSlowUntil(int streams, LoopbackOptions? options = null, Func<GatewaySettings, GatewaySettings>? adjust = null)
    {
        LoopbackServer? server = null;
        var shape = new LinkShape { BytesPerSecondOf = _ => server is not null && server.Log.PeakTransfers >= streams ? 4 << 20 : 256 << 10 };
        server = LoopbackServer.Start((options ?? new LoopbackOptions()) with { Shaping = shape });
        return new(server, adjust ?? (static settings => settings));
    }

    /// <summary>Advances a fake clock until some work has ended, and returns by how much.</summary>
    public static async Task<TimeSpan> ElapseAsync(FakeTime time, Task work)
    {
        var began = time.GetTimestamp();
        while (!work.IsCompleted)
        {
            time.Advance(TimeSpan.FromMilliseconds(10));
            await Task.Delay(1);
        }
        return time.GetElapsedTime(began);
    }

    /// <summary>Connects and reads the greeting.</summary>
    public async Task<RawFtp> GreetedAsync()
    {
        var client = await RawFtp.ConnectAsync(Gateway.EndPoint);
        _clients.Add(client);
        await client.ExpectAsync("220");
        return client;
    }

    /// <summary>Connects, logs in, and sets TYPE I.</summary>
    public async Task<RawFtp> LoginAsync(string user = "test")
    {
        var client = await GreetedAsync();
        await client.AskAllAsync(($"USER {user}", "331"), ("PASS secret", "230"), ("TYPE I", "200"));
        return client;
    }

    /// <summary>Sends a request over HTTP as it is written, and returns the whole answer, one char for each byte.</summary>
    public async Task<HttpAnswer> HttpAsync(string request)
    {
        await using var stream = await ConnectHttpAsync();
        await stream.WriteAsync(Encoding.Latin1.GetBytes(request));
        return await HttpAnswer.ReadAsync(stream);
    }

    /// <summary>Connects over HTTP, with TLS if the gateway has a certificate.</summary>
    public async Task<Stream> ConnectHttpAsync()
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(HttpAt);
        var stream = new NetworkStream(socket, ownsSocket: true);
        if (!Gateway.HttpAddress!.StartsWith("https:", StringComparison.Ordinal)) return stream;
        // The certificate is self-signed.
        var tls = new SslStream(stream, leaveInnerStreamOpen: false, static (_, certificate, _, _) => certificate?.Subject == $"CN={CertificateSamples.Name}");
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = CertificateSamples.Name, EnabledSslProtocols = TlsVersions });
        return tls;
    }

    /// <summary>Sends a request of the given method with the gateway's own host and further lines.</summary>
    public Task<HttpAnswer> AskAsync(string method, string target, params string[] lines) =>
        HttpAsync($"{method} {target} HTTP/1.1\r\nHost: {HttpAt}\r\n{string.Concat(lines.Select(line => line + "\r\n"))}\r\n");

    /// <summary>Adds a file of synthetic bytes and returns them.</summary>
    public byte[] Add(string path, long length, long seed = 1)
    {
        var bytes = new byte[length];
        Server.Files.AddSynthetic(path, length, seed).Content.Read(0, bytes);
        return bytes;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var client in _clients) client.Dispose();
        await Gateway.DisposeAsync();
        await Server.DisposeAsync();
        Assert.Empty(Spooled);
        _spool.Dispose();
        Assert.Empty(Events.OfType<GatewayEvent.Fault>().Select(fault => fault.Cause.ToString()));
    }
}
