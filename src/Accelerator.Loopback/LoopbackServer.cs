using System.Net;
using System.Net.Sockets;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Protocol;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback;

/// <summary>
/// An FTP server inside this process, on real sockets of a loopback address: read-only, fast, and able to misbehave as real servers do. It
/// reads no external configuration, writes nothing, and accepts no connection from another machine unless told to.
/// </summary>
public sealed class LoopbackServer : IAsyncDisposable
{
    private readonly LoopbackContext _context;
    private readonly Socket _listener;
    private readonly CancellationTokenSource _stopping = new();
    private readonly object _gate = new();
    private readonly Dictionary<ControlConnection, Task> _sessions = [];
    private readonly Task _accepting;
    private bool _disposed;

    private LoopbackServer(LoopbackOptions options)
    {
        _context = new LoopbackContext(options);
        _listener = options.OpenListener(options.Address.AddressFamily);
        try
        {
            _listener.Bind(new IPEndPoint(options.Address, options.Port));
            _listener.Listen(512);
        }
        catch (SocketException)
        {
            _listener.Dispose();
            throw;
        }
        EndPoint = (IPEndPoint)_listener.LocalEndPoint!;
        _accepting = AcceptAllAsync(_stopping.Token);
    }

    /// <summary>The listening endpoint of control connections, including the assigned port.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>The served files, unless they are a folder on disk; may be changed at any time.</summary>
    public LoopbackTree Files => _context.Files;

    /// <summary>The log of what happened.</summary>
    public LoopbackLog Log => _context.Log;

    /// <summary>The limit of <see cref="LoopbackOptions.MaxConnections"/>; lowering it ends no existing session.</summary>
    public int? MaxConnections
    {
        get => _context.Limit.Maximum;
        set => _context.Limit.Maximum = value;
    }

    /// <summary>Starts a server; it is listening when this returns.</summary>
    /// <exception cref="ArgumentException">The address is not a loopback address, and <see cref="LoopbackOptions.AllowOthers"/> is not
    /// set.</exception>
    /// <exception cref="SocketException">The port is taken.</exception>
    public static LoopbackServer Start(LoopbackOptions? options = null)
    {
        options ??= new LoopbackOptions();
        if (!options.AllowOthers && !IPAddress.IsLoopback(options.Address))
        {
            throw new ArgumentException($"{options.Address} is not a loopback address; this server must not be reachable from outside.",
                nameof(options));
        }
        return new LoopbackServer(options);
    }

    /// <summary>
    /// The URL of a path, e.g. <c>ftp://127.0.0.1:2121//pub/big.bin</c>; the second slash makes it absolute. Bytes are percent-encoded.
    /// </summary>
    public string UrlOf(string path) => $"ftp://{EndPoint}/{LoopbackPath.Escape(LoopbackPath.Checked(path))}";

    /// <summary>Adds a fault now; its occurrences are counted from now on.</summary>
    public void Inject(Fault fault) => _context.Plan.Add(fault);

    /// <summary>Ends all faults, except in transfers and connections already in progress.</summary>
    public void ClearFaults() => _context.Plan.Clear();

    /// <summary>Closes open control connections, the newest first: all of them, or at most <paramref name="count"/>.</summary>
    public void CloseControlConnections(CloseKind kind, int count = int.MaxValue)
    {
        ControlConnection[] controls;
        lock (_gate) controls = [.. _sessions.Keys.OrderByDescending(c => c.Ordinal).Take(count)];
        foreach (var control in controls) control.Close(kind);
    }

    /// <summary>Closes open data connections, the newest first: all of them, or at most <paramref name="count"/>.</summary>
    public void CloseDataConnections(CloseKind kind, int count = int.MaxValue)
    {
        foreach (var data in _context.OpenData.Youngest(count)) data.Close(kind);
    }

    /// <summary>Stops sending on every connection while all stay open, like an unplugged cable. <see cref="Thaw()"/> ends it.</summary>
    public void Freeze() => Freeze(IPAddress.None);

    /// <summary>Stops sending on connections from one address: one of several routes to the server is cut.</summary>
    public void Freeze(IPAddress client) => _context.Freeze.Freeze(client);

    /// <summary>Sends what was held back, and resumes.</summary>
    public void Thaw() => Thaw(IPAddress.None);

    /// <summary>Resumes sending on connections from one address.</summary>
    public void Thaw(IPAddress client) => _context.Freeze.Thaw(client);

    /// <summary>Closes everything and waits until all work of the server has ended.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_disposed) return;
        _disposed = true;
        await _stopping.CancelAsync().ConfigureAwait(false);
        _listener.Dispose();
        await _accepting.ConfigureAwait(false);
        CloseControlConnections(CloseKind.Fin);
        Task[] running;
        lock (_gate) running = [.. _sessions.Values];
        await Task.WhenAll(running).ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task AcceptAllAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                Serve(await _listener.AcceptAsync(cancellationToken).ConfigureAwait(false), cancellationToken);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
            {
                // The server is being stopped, or a client was gone before it was accepted (WSAECONNRESET on Windows): then accept the next
                // one.
            }
        }
    }

    private void Serve(Socket socket, CancellationToken cancellationToken)
    {
        var control = new ControlConnection(socket, Log.Accepted.Enter(), _context);
        // Assign the ordinal at accept time so that a fault for connection 3 hits the third one accepted.
        var script = _context.Plan.ForConnection(control.Ordinal);
        var session = Admit(control, script);
        if (session is null)
        {
            Log.Refuse();
            Log.Report(new LoopbackEvent.SessionRefused(control.Ordinal, control.Remote));
        }
        Log.Changed();
        Task task;
        // Under the lock, so that a session that has begun is among the sessions.
        lock (_gate)
        {
            task = Task.Run(() => ServeAsync(control, script, session, cancellationToken), CancellationToken.None);
            _sessions[control] = task;
        }
        _ = task.ContinueWith(
            _ => Forget(control), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    private Session? Admit(ControlConnection control, ConnectionScript script)
    {
        if (script.Refusal is not null || _context.Limit.TryEnter(LimitStage.Connection) is not { } place) return null;
        var session = new Session(_context, control, script);
        session.Hold(place);
        session.Hold(Log.Controls.EnterPlace());
        return session;
    }

    private async Task ServeAsync(ControlConnection control, ConnectionScript script, Session? session, CancellationToken cancellationToken)
    {
        var pump = control.PumpAsync(cancellationToken);
        try
        {
            await (session?.RunAsync(cancellationToken) ?? RefuseAsync(control, script, cancellationToken)).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The server is being stopped.
        }
        catch (Exception e)
        {
            // Only a function passed in with a fault can throw here; its author reads the log.
            Log.Fault($"connection {control.Ordinal} ended by {e}");
        }
        finally
        {
            session?.Dispose();
            control.Close(CloseKind.Fin);
            await pump.ConfigureAwait(false);
            control.Dispose();
            Log.Changed();
        }
    }

    private async Task RefuseAsync(ControlConnection control, ConnectionScript script, CancellationToken cancellationToken)
    {
        var limitReply = _context.Limit.Reply;
        var reply = script.Refusal ?? (limitReply.Length == 0 ? [] : ReplyBytes.Line(limitReply));
        await control.SendAsync(reply, cancellationToken).ConfigureAwait(false);
        control.Close(script.Reset ? CloseKind.Reset : CloseKind.Fin);
    }

    private void Forget(ControlConnection control)
    {
        lock (_gate) _sessions.Remove(control);
    }
}
