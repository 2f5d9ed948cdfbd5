using System.Net;
using System.Net.Sockets;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Protocol;

/// <summary>
/// The listener behind one PASV or EPSV. It accepts at once, not at RETR, so that the log shows connections that never get a RETR.
/// </summary>
internal sealed class PassiveListener : DataOpener
{
    // Longer than a client's connect takes on a busy computer.
    private static readonly TimeSpan Late = TimeSpan.FromMilliseconds(150);

    private readonly LoopbackContext _server;
    private readonly PassivePort _port;
    private readonly Socket _listener;
    private readonly Socket? _foreign;
    private Socket? _filler;
    private Task<DataConnection?> _accepted = Task.FromResult<DataConnection?>(null);
    private int _taken;

    /// <param name="address">The control connection's local address.</param>
    /// <param name="port">The state of the port.</param>
    /// <param name="foreign">An address to watch for clients that use the address of a false 227; only loopback addresses can be
    /// watched.</param>
    /// <param name="server">The log and options.</param>
    public PassiveListener(IPAddress address, PassivePort port, IPAddress? foreign, LoopbackContext server)
    {
        _server = server;
        _port = port;
        _listener = NewSocket(new IPEndPoint(address, 0), server.Options.OpenListener);
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        if (port == PassivePort.Open) Listen();
        if (port == PassivePort.Silent)
        {
            FillQueue();
            // A server behind a firewall cannot know that no client can connect: it waits.
            _accepted = new TaskCompletionSource<DataConnection?>().Task;
        }
        if (foreign is null || !IPAddress.IsLoopback(foreign) || foreign.Equals(address)) return;
        _foreign = NewSocket(new IPEndPoint(foreign, EndPoint.Port), server.Options.OpenListener);
        _foreign.Listen();
        _ = WatchAsync(_foreign, server.Log);
    }

    public IPEndPoint EndPoint { get; }

    public override async Task<DataConnection?> OpenAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken)
    {
        if (_port == PassivePort.OpenLate)
        {
            // The client connects while it sends the command: wait until its connect has been refused.
            await Task.Delay(Late, time, cancellationToken).ConfigureAwait(false);
            Listen();
        }
        try
        {
            var connection = await _accepted.WaitAsync(timeout, time, cancellationToken).ConfigureAwait(false);
            return Interlocked.Exchange(ref _taken, 1) == 0 ? connection : null;
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    public override void Dispose()
    {
        _listener.Dispose();
        _foreign?.Dispose();
        _filler?.Dispose();
        if (Interlocked.Exchange(ref _taken, 1) != 0) return;
        // Accepted but never used; the accept may also still be pending.
        _ = _accepted.ContinueWith(
            t => t.Result?.Dispose(), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    private static Socket NewSocket(IPEndPoint endPoint, Func<AddressFamily, Socket> open)
    {
        var socket = open(endPoint.AddressFamily);
        socket.Bind(endPoint);
        return socket;
    }

    private void Listen()
    {
        _listener.Listen();
        _accepted = AcceptAsync();
    }

    // With a backlog of 0 Linux queues one connection that is never accepted and then drops every SYN.
    private void FillQueue()
    {
        _listener.Listen(0);
        _filler = new Socket(EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        _filler.Connect(EndPoint);
    }

    private async Task<DataConnection?> AcceptAsync()
    {
        try
        {
            return new DataConnection(await _listener.AcceptAsync().ConfigureAwait(false), _server);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return null; // the listener was closed before a client connected
        }
    }

    private static async Task WatchAsync(Socket foreign, LoopbackLog log)
    {
        try
        {
            while (true)
            {
                (await foreign.AcceptAsync().ConfigureAwait(false)).Dispose();
                log.Foreign.Enter();
                log.Changed();
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The next PASV, or the end of the session, closed the listener.
        }
    }
}
