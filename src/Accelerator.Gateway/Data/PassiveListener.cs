using System.Net;
using System.Net.Sockets;

namespace Accelerator.Gateway.Data;

/// <summary>The port of one PASV or EPSV. It accepts one connection, and only from the client.</summary>
internal sealed class PassiveListener : DataOpener
{
    // Each costs a look at the system's table of sockets. More come only from a program that keeps the client out.
    private const int MostForeign = 1000;

    private readonly Socket _listener;
    private readonly DataPeer _peer;
    private readonly Task<Socket?> _accepting;
    private bool _isTaken;

    /// <param name="peer">The client. The port is one of the address that it knows.</param>
    public PassiveListener(DataPeer peer)
    {
        _peer = peer;
        _listener = new Socket(peer.Local.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(peer.Local, 0));
        // The backlog leaves room for foreign connections, so that they cannot keep the client's out.
        _listener.Listen(8);
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        // Accept at once: a client may connect before it sends its command.
        _accepting = AcceptAsync();
    }

    /// <summary>The port.</summary>
    public int Port { get; }

    /// <inheritdoc/>
    public override async Task<Socket?> OpenAsync(TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            var socket = await _accepting.WaitAsync(limit, time, cancellationToken).ConfigureAwait(false);
            _isTaken = true;
            return socket;
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _listener.Dispose();
        if (_isTaken) return;
        _ = _accepting.ContinueWith(
            static task => task.Result?.Dispose(), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    private async Task<Socket?> AcceptAsync()
    {
        for (var foreign = 0; foreign < MostForeign;)
        {
            try
            {
                var socket = await _listener.AcceptAsync().ConfigureAwait(false);
                if (_peer.Opened(socket)) return socket;
                socket.Dispose();
                foreign++;
            }
            catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset or SocketError.ConnectionAborted
                or SocketError.NotConnected)
            {
                // That connection was gone before it was accepted.
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return null;
            }
        }
        return null;
    }
}
