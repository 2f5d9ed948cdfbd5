namespace Accelerator.TestKit.Chaos;

/// <summary>
/// A proxy between an FTP client and a server on loopback that gives their connections the behaviour of real network paths: delay, pieces,
/// slow-down, resets at every step, silence, forgotten connections. Data connections pass through it too: it replaces the port in 227 and
/// 229 with its own.
/// </summary>
public sealed class ChaosProxy : IAsyncDisposable
{
    // The bytes in the buffers of a cancelled range count as sent by the server: with the system's default sizes, 2 MiB more for a range of
    // 1 MiB.
    private const int SocketBuffer = 64 << 10;

    private readonly IPEndPoint _server;
    private readonly CancellationTokenSource _stopping = new();
    private readonly object _gate = new();
    private readonly HashSet<ChaosLink> _links = [];
    private readonly List<Task> _running = [];
    private readonly Queue<long> _accepts = [];
    private Socket? _listener;
    private readonly ClosedPort _closed;
    private TaskCompletionSource? _pause;
    private int _controls;
    private int _data;

    private ChaosProxy(IPEndPoint server, ChaosPlan plan, int port)
    {
        _server = server;
        Plan = plan;
        Rules = new ChaosRules(plan.Rules);
        _closed = new ClosedPort(port);
        EndPoint = Open(_closed.Number);
    }

    /// <summary>Gets the endpoint that clients connect to.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Control connections accepted, those that were reset at once included.</summary>
    public int ControlConnections => Volatile.Read(ref _controls);

    /// <summary>Data connections accepted.</summary>
    public int DataConnections => Volatile.Read(ref _data);

    /// <summary>The actions of the plan so far, in order: assert on them, so that a test cannot pass without its fault.</summary>
    public IReadOnlyList<string> Done => Rules.Done;

    internal ChaosPlan Plan { get; }

    internal ChaosRules Rules { get; }

    /// <summary>Starts a proxy; it listens when this returns.</summary>
    /// <param name="server">The server, on a loopback address.</param>
    /// <param name="plan">What happens.</param>
    /// <param name="port">
    /// The port to listen on: that of a proxy that has ended, so that clients find this one in its place. 0 = a free one.
    /// </param>
    public static ChaosProxy Start(IPEndPoint server, ChaosPlan? plan = null, int port = 0) => new(server, plan ?? new ChaosPlan(), port);

    /// <summary>Stops all forwarding while all connections stay open: an unplugged cable.</summary>
    public void Pause()
    {
        lock (_gate) _pause ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    /// <summary>Resumes forwarding, as when the cable is plugged in again: bytes in flight arrive.</summary>
    public void Resume()
    {
        TaskCompletionSource? pause;
        lock (_gate) (pause, _pause) = (_pause, null);
        pause?.SetResult();
    }

    /// <summary>Applies an action to every connection that is open now.</summary>
    public void DoToAll(ChaosAct act)
    {
        ChaosLink[] links;
        lock (_gate) links = [.. _links];
        foreach (var link in links) link.Do(act);
    }

    /// <summary>Refuses connections from now on.</summary>
    public void StopListening()
    {
        lock (_gate)
        {
            if (_listener is null) return;
            _listener.Dispose();
            _listener = null;
        }
    }

    /// <summary>Accepts connections again, at the same port.</summary>
    public void Listen()
    {
        Open(EndPoint.Port);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_stopping.IsCancellationRequested) return;
        await _stopping.CancelAsync();
        lock (_gate)
        {
            _listener?.Dispose();
            _listener = null;
            _closed.Dispose();
        }
        Resume();
        while (Unfinished() is { Length: > 0 } running) await Task.WhenAll(running);
        _stopping.Dispose();
    }

    /// <summary>Waits until the cable is plugged in.</summary>
    internal Task WhilePausedAsync(CancellationToken cancellationToken)
    {
        lock (_gate) return _pause?.Task.WaitAsync(cancellationToken) ?? Task.CompletedTask;
    }

    /// <summary>Listens for one data connection and forwards it to this port of the server.</summary>
    /// <returns>Where it listens.</returns>
    internal IPEndPoint Forward(int port)
    {
        var listener = ScriptedServer.Listen(new IPEndPoint(EndPoint.Address, 0));
        var here = (IPEndPoint)listener.LocalEndPoint!;
        Run(ForwardAsync(listener, new IPEndPoint(_server.Address, port)));
        return here;
    }

    private async Task ForwardAsync(Socket listener, IPEndPoint target)
    {
        using (listener)
        {
            if (await AcceptAsync(listener) is not { } client) return;
            var ordinal = Interlocked.Increment(ref _data);
            if (await DialAsync(target, client) is { } server) await CarryAsync(new ChaosDataLink(client, server, this, ordinal));
        }
    }

    private IPEndPoint Open(int port)
    {
        var listener = ScriptedServer.Listen(new IPEndPoint(_server.Address, port));
        lock (_gate) _listener = listener;
        Run(AcceptAllAsync(listener));
        return (IPEndPoint)listener.LocalEndPoint!;
    }

    private async Task AcceptAllAsync(Socket listener)
    {
        while (await AcceptAsync(listener) is { } client)
        {
            var ordinal = Interlocked.Increment(ref _controls);
            if (IsOneTooMany() || Rules.At("accept") is not null)
            {
                Rules.Note($"Reset at the accept of control connection {ordinal}");
                ChaosLink.Reset(client);
                continue;
            }
            Run(ServeAsync(client, ordinal));
        }
    }

    private async Task ServeAsync(Socket client, int ordinal)
    {
        if (await DialAsync(_server, client) is { } server) await CarryAsync(new ChaosControlLink(client, server, this, ordinal));
    }

    private async Task CarryAsync(ChaosLink link)
    {
        lock (_gate) _links.Add(link);
        try
        {
            await link.RunAsync(_stopping.Token);
        }
        finally
        {
            lock (_gate) _links.Remove(link);
            link.Dispose();
        }
    }

    private async Task<Socket?> AcceptAsync(Socket listener)
    {
        try
        {
            var client = await listener.AcceptAsync(_stopping.Token);
            client.NoDelay = true;
            client.SendBufferSize = SocketBuffer;
            return client;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            return null;
        }
    }

    private async Task<Socket?> DialAsync(IPEndPoint target, Socket client)
    {
        var server = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveBufferSize = SocketBuffer };
        try
        {
            await server.ConnectAsync(target, _stopping.Token);
            return server;
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            server.Dispose();
            ChaosLink.Reset(client);
            return null;
        }
    }

    private bool IsOneTooMany()
    {
        if (Plan.MostConnections is not { } most) return false;
        while (_accepts.TryPeek(out var first) && Stopwatch.GetElapsedTime(first) > most.Within) _accepts.Dequeue();
        _accepts.Enqueue(Stopwatch.GetTimestamp());
        return _accepts.Count > most.Count;
    }

    private Task[] Unfinished()
    {
        lock (_gate) return [.. _running.Where(task => !task.IsCompleted)];
    }

    private void Run(Task task)
    {
        lock (_gate) _running.Add(task);
    }
}
