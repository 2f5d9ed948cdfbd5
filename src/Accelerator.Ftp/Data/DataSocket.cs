using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Data;

/// <summary>
/// An established data connection. A connection for much data has a thread of its own and receives with blocking calls: on Linux the
/// runtime's asynchronous receive costs an epoll wait and two thread switches each (docs/decisions/0020-blocking-readers.md).
/// </summary>
internal sealed class DataSocket : IDisposable
{
    private readonly ReaderThread? _thread;
    private volatile bool _isClosed;

    /// <param name="socket">The connected socket; this object takes ownership.</param>
    /// <param name="thread">Its thread; only if no asynchronous call was ever made on the socket, because the runtime makes it non-blocking
    /// then.</param>
    private DataSocket(Socket socket, ReaderThread? thread)
    {
        Socket = socket;
        _thread = thread;
    }

    /// <summary>The socket; not for asynchronous calls if <see cref="IsBlocking"/>.</summary>
    public Socket Socket { get; }

    /// <summary>Whether it receives with blocking calls on its own thread.</summary>
    public bool IsBlocking => _thread is not null;

    /// <summary>Connects a socket. It is disposed if that fails or is cancelled.</summary>
    /// <param name="socket">A bound socket.</param>
    /// <param name="target">The peer: the server, or the proxy.</param>
    /// <param name="tunnel">The server that the proxy is asked for; null without a proxy.</param>
    /// <param name="isBulk">Whether much data is expected, so that a thread is worth its cost of about 0.1 ms.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="SocketException">The connection failed.</exception>
    /// <exception cref="FtpConnectionException">The proxy refused.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<DataSocket> ConnectAsync(
        Socket socket, IPEndPoint target, ProxyTunnel? tunnel, bool isBulk, CancellationToken cancellationToken)
    {
        var thread = isBulk && OperatingSystem.IsLinux() ? new ReaderThread() : null;
        try
        {
            if (thread is null)
            {
                await socket.ConnectAsync(target, cancellationToken).ConfigureAwait(false);
                if (tunnel is not null) await tunnel.OpenAsync(socket, isBlocking: false, cancellationToken).ConfigureAwait(false);
                return new DataSocket(socket, null);
            }
            await thread.Enter();
            // Closing the socket ends a blocking connect.
            using var abort = cancellationToken.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), socket);
            socket.Connect(target);
            if (tunnel is not null) await tunnel.OpenAsync(socket, isBlocking: true, cancellationToken).ConfigureAwait(false);
            return new DataSocket(socket, thread);
        }
        catch (Exception e)
        {
            socket.Dispose();
            thread?.Dispose();
            if (e is SocketException or ObjectDisposedException) cancellationToken.ThrowIfCancellationRequested();
            throw;
        }
    }

    /// <summary>Returns a connection that the server opened, in active mode.</summary>
    public static DataSocket Accepted(Socket socket) => new(socket, null);

    /// <summary>Receives what is available, up to the buffer's length; 0 at the end of the data.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> ReceiveAsync(Memory<byte> buffer)
    {
        if (_thread is null) return await Socket.ReceiveAsync(buffer, SocketFlags.None).ConfigureAwait(false);
        await _thread.Enter();
        return Socket.Receive(buffer.Span, SocketFlags.None);
    }

    /// <summary>Waits until data, the end of the data or a failure can be received, and returns whether it is data.</summary>
    public async Task<bool> HasDataAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (_thread is null) await Socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None, cancellationToken).ConfigureAwait(false);
            else
            {
                await _thread.Enter(leavesCaller: true);
                Socket.Poll(Timeout.InfiniteTimeSpan, SelectMode.SelectRead);
            }
            return Socket.Available > 0;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            return false;
        }
    }

    /// <summary>
    /// Makes the close of an MPTCP connection reset it. Without that, a server that still sends is not told: TCP answers data that arrives
    /// after a close with a reset, but Linux accepts it on a closed MPTCP connection until the window is full, and keeps the connection for
    /// the 60 s of net.mptcp.close_timeout (kernel 6.18). The server's write then waits, and with it its reply.
    /// </summary>
    public void ResetAtClose()
    {
        if (_isClosed || !OperatingSystem.IsLinux()) return;
        try
        {
            if (MultipathSocket.IsFor(Socket)) Socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Another thread has closed the connection.
        }
    }

    /// <summary>Closes the connection and ends a pending call, from any thread.</summary>
    public void Dispose()
    {
        _isClosed = true;
        Socket.Dispose();
        _thread?.Dispose();
    }
}
