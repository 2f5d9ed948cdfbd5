using System.Net;
using System.Net.Sockets;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Data;

/// <summary>The port of one PASV or EPSV. It accepts one connection, and only from the client.</summary>
internal sealed class PassiveListener : DataOpener
{
    private readonly Socket _listener;
    private readonly IPAddress _client;
    private readonly Task<Socket?> _accepting;
    private bool _isTaken;

    /// <param name="local">The control connection's own address.</param>
    /// <param name="client">The client's address.</param>
    public PassiveListener(IPAddress local, IPAddress client)
    {
        _client = AddressRange.Plain(client);
        _listener = new Socket(local.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        _listener.Bind(new IPEndPoint(local, 0));
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
        while (true)
        {
            try
            {
                var socket = await _listener.AcceptAsync().ConfigureAwait(false);
                if (socket.RemoteEndPoint is IPEndPoint peer && AddressRange.Plain(peer.Address).Equals(_client)) return socket;
                socket.Dispose();
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
    }
}
