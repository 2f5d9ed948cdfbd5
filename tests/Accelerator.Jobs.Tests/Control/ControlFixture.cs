namespace Accelerator.Jobs.Tests.Control;

/// <summary>An echo service in its own folder, and clients that send arbitrary input.</summary>
internal sealed class ControlFixture : IAsyncDisposable
{
    private readonly TempFolder _folder = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly ControlServer _server;
    private readonly Task _run;

    public ControlFixture(params ControlVerb[] more)
    {
        _server = ControlServer.Open(_folder.Path, [new ControlVerb("echo", "", EchoAsync), new ControlVerb("fall", "", (_, _, _) => throw new InvalidOperationException("hush hush")), .. more], Time, NullLogger.Instance);
        _run = _server.RunAsync(_stop.Token);
    }

    public FakeTime Time { get; } = new();

    public string Folder => _folder.Path;

    public string Path => ControlAddress.Of(Folder);

    public ControlClient Client => new(Folder, TimeProvider.System);

    /// <summary>Opens a connection without sending anything.</summary>
    public async Task<NetworkStream> ConnectAsync()
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        await socket.ConnectAsync(new UnixDomainSocketEndPoint(Path));
        return new NetworkStream(socket, ownsSocket: true);
    }

    /// <summary>Sends bytes over a new connection, closes the sending side, and returns the complete reply.</summary>
    public async Task<string> SayAsync(byte[] bytes)
    {
        await using var stream = await ConnectAsync();
        try
        {
            await stream.WriteAsync(bytes);
            stream.Socket.Shutdown(SocketShutdown.Send);
        }
        catch (IOException)
        {
            // The service refused the input before all of it was sent.
        }
        try
        {
            return await ReadToEndAsync(stream);
        }
        catch (IOException)
        {
            // A client that sends more than is read is reset, and the refusal is lost.
            return "";
        }
    }

    public Task<string> SayAsync(string text) => SayAsync(Encoding.UTF8.GetBytes(text));

    public static async Task<string> ReadToEndAsync(Stream stream)
    {
        using var reader = new StreamReader(stream, leaveOpen: true);
        return await reader.ReadToEndAsync().SoonAsync();
    }

    /// <summary>Stops the service.</summary>
    public Task StopAsync()
    {
        _stop.Cancel();
        return _run.SoonAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        await _server.DisposeAsync();
        _stop.Dispose();
        _folder.Dispose();
    }

    private static Task EchoAsync(ControlRequest request, ControlReply reply, CancellationToken cancellationToken) =>
        reply.SayAsync("said", [request.Text("text")], ControlJson.Default.IReadOnlyListString, cancellationToken);
}
