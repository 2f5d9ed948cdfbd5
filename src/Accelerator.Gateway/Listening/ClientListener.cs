using System.Net;
using System.Net.Sockets;
using Accelerator.Engine.Machine;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway.Listening;

/// <summary>Accepts the connections of clients at one endpoint, up to <see cref="GatewaySettings.MaxSessions"/> at once, and
/// of one client up to <see cref="GatewaySettings.MaxSessionsPerAddress"/>.</summary>
internal sealed class ClientListener : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly GatewaySettings _settings;
    private readonly IClientFront _front;
    private readonly Func<int> _next;
    private readonly int _mostOfOne;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stopping = new();
    private readonly object _lock = new();
    private readonly Dictionary<int, Task> _sessions = [];
    private readonly Dictionary<string, int> _groups = new(StringComparer.Ordinal);
    private readonly Task _accepting;

    /// <param name="listen">The endpoint.</param>
    /// <param name="settings">The settings.</param>
    /// <param name="front">Serves or refuses the connections.</param>
    /// <param name="next">Returns the number of the next session.</param>
    /// <exception cref="ListenException">The endpoint is not available.</exception>
    public ClientListener(IPEndPoint listen, GatewaySettings settings, IClientFront front, Func<int> next)
    {
        (_settings, _front, _next) = (settings, front, next);
        _mostOfOne = settings.MaxSessionsPerAddress ?? Math.Max(1, settings.MaxSessions / 4);
        Socket? listener = null;
        try
        {
            // A kernel without IPv6 creates no socket for it.
            listener = new Socket(listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(listen);
            listener.Listen(512);
        }
        catch (SocketException e)
        {
            listener?.Dispose();
            throw new ListenException(listen, e);
        }
        _listener = listener;
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        _accepting = AcceptAsync();
    }

    /// <summary>The endpoint, including the assigned port.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>The number of connected clients.</summary>
    public int Count { get { lock (_lock) return _sessions.Count; } }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        Task[] running;
        lock (_lock) running = [.. _sessions.Values];
        await Task.WhenAll(running).ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                await AdmitAsync(await _listener.AcceptAsync(_stopping.Token).ConfigureAwait(false)).ConfigureAwait(false);
            }
            catch (SocketException e) when (e.SocketErrorCode is SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable)
            {
                // The client stays in the queue of the system, which would answer the same at once.
                await Task.Delay(Pause, _settings.Time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                // The gateway stops, or a client was gone before it was accepted.
            }
        }
    }

    private async Task AdmitAsync(Socket socket)
    {
        IPEndPoint client, local;
        try
        {
            socket.NoDelay = true;
            (client, local) = ((IPEndPoint)socket.RemoteEndPoint!, (IPEndPoint)socket.LocalEndPoint!);
        }
        catch (SocketException)
        {
            socket.Dispose();
            throw;
        }
        var number = _next();
        var refusal = _settings.Clients.Count > 0 && !_settings.Clients.Any(range => range.Holds(client.Address))
            ? "this client's address is not allowed" : null;
        // Only here sessions are added.
        if (refusal is null && Count >= _settings.MaxSessions) refusal = "the gateway is full";
        if (refusal is null)
        {
            var group = PeerGroup.Of(local, client);
            lock (_lock)
            {
                var open = _groups.GetValueOrDefault(group);
                if (open < _mostOfOne)
                {
                    _groups[group] = open + 1;
                    _sessions[number] = Task.CompletedTask;
                    _sessions[number] = Task.Run(() => ServeAsync(number, socket, group), CancellationToken.None);
                    return;
                }
            }
            refusal = $"this client has {_mostOfOne} connections open, the limit for one address or user (max-clients-per-address)";
        }
        _settings.Report(new GatewayEvent.Refused(number, client, refusal));
        await _front.RefuseAsync(socket, refusal).ConfigureAwait(false);
    }

    private async Task ServeAsync(int number, Socket socket, string group)
    {
        try
        {
            await _front.ServeAsync(number, socket, _stopping.Token).ConfigureAwait(false);
        }
        catch (SocketException)
        {
            // The client was gone before it was served.
        }
        catch (Exception e)
        {
            // One session's defect ends no other session.
            _settings.Report(new GatewayEvent.Fault(number, e));
        }
        finally
        {
            socket.Dispose();
            _settings.Report(new GatewayEvent.Left(number));
            lock (_lock)
            {
                _sessions.Remove(number);
                if (--_groups[group] == 0) _groups.Remove(group);
            }
        }
    }
}
