namespace Accelerator.TestKit;

/// <summary>
/// An FTP server that the test plays itself, in lock-step over real loopback sockets: the test accepts a connection, states the expected
/// command and the answer, and lets the client run in between. Every wait ends after <see cref="Patience"/> with a sentence that names what
/// it waited for.
/// </summary>
public sealed class ScriptedServer : IDisposable
{
    /// <summary>
    /// The longest that a script waits for the client. A passing test never waits that long, so the limit suits a busy computer.
    /// </summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Socket _listener;

    private ScriptedServer(Socket listener) => _listener = listener;

    /// <summary>Gets the endpoint that clients connect to.</summary>
    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <summary>Whether a client has connected that no script has accepted.</summary>
    public bool HasCaller => _listener.Poll(0, SelectMode.SelectRead);

    /// <summary>Listens on a free port.</summary>
    /// <param name="address">A loopback address; 127.0.0.1 by default.</param>
    public static ScriptedServer Start(IPAddress? address = null) => new(Listen(new IPEndPoint(address ?? IPAddress.Loopback, 0)));

    /// <summary>Accepts the next client.</summary>
    public async Task<ScriptedConnection> AcceptAsync() =>
        new(await WithinAsync(async token => await _listener.AcceptAsync(token), "a client to connect"));

    /// <summary>
    /// Lets bytes that were just sent, or a close, reach the other end before the test continues. Loopback takes microseconds, but the
    /// sender gets no signal of the arrival. Only a test about bytes that no reader waits for needs this.
    /// </summary>
    public static Task ArrivedAsync() => Task.Delay(TimeSpan.FromMilliseconds(20));

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    internal static Socket Listen(IPEndPoint endPoint)
    {
        var listener = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(endPoint);
        listener.Listen(64);
        return listener;
    }

    internal static async Task<T> WithinAsync<T>(Func<CancellationToken, Task<T>> wait, string what)
    {
        using var deadline = new CancellationTokenSource(Patience);
        try
        {
            return await wait(deadline.Token);
        }
        catch (OperationCanceledException) when (deadline.IsCancellationRequested)
        {
            throw new TimeoutException($"The script waited {Patience.TotalSeconds:0} s for {what}.");
        }
    }
}
