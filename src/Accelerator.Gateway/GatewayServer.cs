using System.Net;
using System.Net.Sockets;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.Settings;

namespace Accelerator.Gateway;

/// <summary>
/// A local FTP server whose files are those of remote servers, fetched by the engine over parallel connections and sent to clients in
/// order (docs/decisions/0031).
/// </summary>
public sealed class GatewayServer : IAsyncDisposable
{
    private readonly GatewaySettings _settings;
    private readonly GatewayContext _context;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stopping = new();
    private readonly object _lock = new();
    private readonly Dictionary<ControlConnection, Task> _sessions = [];
    private readonly Task _accepting;
    private int _count;

    private GatewayServer(GatewaySettings settings)
    {
        _settings = settings;
        _context = new GatewayContext(settings);
        _listener = new Socket(settings.Listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _listener.Bind(settings.Listen);
            _listener.Listen(512);
        }
        catch (SocketException)
        {
            _listener.Dispose();
            throw;
        }
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        _accepting = AcceptAsync();
    }

    /// <summary>The endpoint the gateway listens on, including the assigned port.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>Starts a gateway; it is listening when this returns.</summary>
    /// <exception cref="ArgumentException">Clients could reach any server, or other computers could use the gateway.</exception>
    /// <exception cref="SocketException">The endpoint is not available.</exception>
    public static GatewayServer Start(GatewaySettings settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        if (settings is { Upstream: null, Allowed.Count: 0 })
            throw new ArgumentException("Without a fixed server, the servers that clients may name must be listed.", nameof(settings));
        if (!IPAddress.IsLoopback(settings.Listen.Address) && settings is { Login: null, Clients.Count: 0 })
            throw new ArgumentException("A gateway for other computers needs a login of its own, or a list of clients.", nameof(settings));
        return new GatewayServer(settings);
    }

    /// <summary>Closes all connections, ends the fetches, and logs out of the servers.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_stopping.IsCancellationRequested) return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        Task[] running;
        lock (_lock)
        {
            foreach (var control in _sessions.Keys) control.Close();
            running = [.. _sessions.Values];
        }
        await Task.WhenAll(running).ConfigureAwait(false);
        await _context.DisposeAsync().ConfigureAwait(false);
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
            catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                // The gateway stops, or a client was gone before it was accepted.
            }
        }
    }

    private async Task AdmitAsync(Socket socket)
    {
        ControlConnection control;
        try
        {
            control = new ControlConnection(socket, _settings.Time);
        }
        catch (SocketException)
        {
            socket.Dispose();
            throw;
        }
        var number = ++_count;
        var refusal = _settings.Clients.Count > 0 && !_settings.Clients.Any(range => range.Contains(control.Remote.Address))
            ? "this client's address is not allowed" : null;
        lock (_lock)
        {
            if (refusal is null && _sessions.Count >= _settings.MaxSessions) refusal = "the gateway is full";
            if (refusal is null)
            {
                _sessions[control] = Task.CompletedTask;
                _sessions[control] = Task.Run(() => ServeAsync(number, control), CancellationToken.None);
                return;
            }
        }
        _settings.Report(new GatewayEvent.Refused(number, control.Remote, refusal));
        // The reply fits into the socket's buffer, so that the client cannot delay the others.
        await control.SendAsync(Replies.Of(421, $"Refused: {refusal}.")).ConfigureAwait(false);
        control.Dispose();
    }

    private async Task ServeAsync(int number, ControlConnection control)
    {
        var pump = control.PumpAsync();
        var session = new ClientSession(number, control, _context);
        try
        {
            await session.RunAsync().ConfigureAwait(false);
        }
        catch (Exception e)
        {
            // One session's defect ends no other session.
            _settings.Report(new GatewayEvent.Fault(number, e));
        }
        finally
        {
            control.Close();
            await pump.ConfigureAwait(false);
            await session.DisposeAsync().ConfigureAwait(false);
            lock (_lock) _sessions.Remove(control);
            control.Dispose();
        }
    }
}
