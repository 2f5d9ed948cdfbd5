using System.Net.Sockets;

namespace Accelerator.Engine.Tests.Probing;

/// <summary>
/// One server with one file, and probes of it. Server and probe share a clock, so rates do not depend on its speed. Given a <see
/// cref="FakeTime"/> and a tick, the fixture moves that clock by a tick after all waiting tasks have run: a busy machine slows down the
/// clock as well as the streams.
/// </summary>
internal sealed class ProbeFixture : IProgress<ProbeStep>, IAsyncDisposable
{
    public const string Remote = "/big.bin";

    /// <summary>A length that no stream reaches the end of.</summary>
    public const long Length = 4L << 30;

    // The number of times a byte goes through a socket before each tick, about as many steps as a stream needs for what it was sent.
    private const int Hops = 3;

    private static readonly string[] Harmless = ["USER", "PASS", "FEAT", "OPTS", "TYPE", "SYST", "NOOP", "SIZE", "MDTM", "MLST", "EPSV", "PASV", "REST", "RANG", "RETR", "HASH", "XSHA256", "CWD", "QUIT"];

    private readonly TimeProvider _time;
    private readonly TimeSpan? _tick;

    public ProbeFixture(TimeProvider time, LoopbackOptions? options = null, TimeSpan? tick = null)
    {
        (_time, _tick) = (time, tick);
        Server = LoopbackServer.Start((options ?? new LoopbackOptions()) with { TimeProvider = time });
        Server.Files.AddSynthetic(Remote, Length);
    }

    public LoopbackServer Server { get; }

    public TempFolder Folder { get; } = new();

    public List<ProbeStep> Progress { get; } = [];

    /// <summary>Starts a probe.</summary>
    public Task<ProbeReport> StartAsync(ProbeRequest request, CancellationToken cancellationToken = default) => new ProbeRunner(_time).RunAsync(request, this, cancellationToken);

    /// <summary>Returns a request without a time limit that a slow machine could reach.</summary>
    public ProbeRequest Request(int streams, string remote = Remote) => new()
    {
        Source = new TransferSource(new FtpEndpoint("127.0.0.1", Server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(remote, FtpCharsets.Utf8)),
        MostStreams = streams,
        TimeLimit = TimeSpan.FromMinutes(20),
    };

    /// <summary>
    /// Probes, and asserts what holds of every probe: it only reads, sends QUIT, and leaves no connection and no file behind.
    /// </summary>
    public async Task<ProbeReport> ProbeAsync(int streams, string remote = Remote, Func<ProbeRequest, ProbeRequest>? adjust = null)
    {
        var request = Request(streams, remote);
        var run = StartAsync(adjust?.Invoke(request) ?? request);
        if (_tick is not null) await TickUntilAsync(() => run.IsCompleted);
        var report = await run;
        AssertPolite(request);
        // The server notices a closed connection when its next piece is due, by the same clock.
        if (_tick is not null) await TickUntilAsync(() => Server.Log is { ControlConnections: 0, DataConnections: 0 });
        await ExpectNoConnectionAsync();
        return report;
    }

    /// <summary>Moves the clock until the condition holds, for half an hour on that clock at most.</summary>
    public async Task TickUntilAsync(Func<bool> holds)
    {
        var time = (FakeTime)_time;
        using var listener = NewSocket();
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using var near = NewSocket();
        await near.ConnectAsync(listener.LocalEndPoint!);
        using var far = await listener.AcceptAsync();
        for (var end = time.GetUtcNow() + TimeSpan.FromMinutes(30); !holds();)
        {
            time.Advance(_tick!.Value);
            await Task.Delay(TimeSpan.FromMilliseconds(1));
            await SettleAsync(near, far);
            Assert.True(time.GetUtcNow() < end, Server.Log.ToString());
        }
    }

    /// <summary>Asserts that the probe fails for this reason.</summary>
    public async Task<TransferException> FailAsync(FailureKind kind, string remote = Remote, Func<ProbeRequest, ProbeRequest>? adjust = null)
    {
        var failure = await Assert.ThrowsAsync<TransferException>(() => ProbeAsync(4, remote, adjust));
        Assert.Equal(kind, failure.Kind);
        AssertPolite(Request(4));
        return failure;
    }

    public Task ExpectNoConnectionAsync() => Server.Log.WaitForAsync(log => log is { ControlConnections: 0, DataConnections: 0 }, CancellationToken.None).SoonAsync();

    public void Report(ProbeStep value) => Progress.Add(value);

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        Folder.Dispose();
    }

    // Lets bytes go through a socket, as those of the streams do, until the server sends none meanwhile: on a busy machine, where the streams
    // wait for a processor, the clock waits with them. Every server here is paced by the clock, so it soon sends none.
    private async Task SettleAsync(Socket near, Socket far)
    {
        var one = new byte[1];
        long seen;
        do
        {
            seen = Server.Log.BytesSent;
            for (var hop = 0; hop < Hops; hop++)
            {
                await near.SendAsync(one, CancellationToken.None);
                await far.ReceiveAsync(one, CancellationToken.None);
            }
        }
        while (Server.Log.BytesSent != seen);
    }

    private static Socket NewSocket() => new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    private void AssertPolite(ProbeRequest request)
    {
        Assert.Empty(Server.Log.Commands.Select(command => command.Verb).Except(Harmless));
        Assert.InRange(Server.Log.PeakControlConnections, 0, request.MostStreams + 1);
        Assert.InRange(Server.Log.Refusals, 0, 3);
        Assert.Empty(Directory.GetFileSystemEntries(Folder.Path));
    }
}
