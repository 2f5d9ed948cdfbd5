namespace Accelerator.TestKit;

/// <summary>
/// An FTP server played by the test itself, in lock-step over real sockets on loopback: the test accepts a connection, says what it expects
/// and what it answers, and lets the client run in between. Every wait ends after <see cref="Patience"/> with a sentence that says for what.
/// </summary>
public sealed class ScriptedServer : IDisposable
{
    /// <summary>Longest a script waits for the client. A test that passes does not wait so long, so it outlasts a busy computer.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly Socket _listener;

    private ScriptedServer(Socket listener) => _listener = listener;

    /// <summary>Where the client connects.</summary>
    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <summary>Whether a client has connected that no script has accepted.</summary>
    public bool HasCaller => _listener.Poll(0, SelectMode.SelectRead);

    /// <summary>Listens on a free port.</summary>
    /// <param name="address">A loopback address; 127.0.0.1 by default.</param>
    public static ScriptedServer Start(IPAddress? address = null) => new(Listen(new IPEndPoint(address ?? IPAddress.Loopback, 0)));

    /// <summary>The next client.</summary>
    public async Task<ScriptedConnection> AcceptAsync() =>
        new(await WithinAsync(async token => await _listener.AcceptAsync(token), "a client to connect"));

    /// <summary>
    /// Lets what was just sent, or a close, reach the other end before the test goes on. Loopback takes microseconds, but nothing tells
    /// the sender that it is there; only a test about bytes that nobody is waiting for needs this.
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
