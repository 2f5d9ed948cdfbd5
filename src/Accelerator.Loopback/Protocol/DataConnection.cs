using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using Accelerator.Loopback.Faults;

namespace Accelerator.Loopback.Protocol;

/// <summary>An open data connection, counted in the log from its opening to its close.</summary>
internal sealed class DataConnection : IDisposable
{
    private readonly Socket _socket;
    private readonly LoopbackContext _server;
    private int _closed;

    public DataConnection(Socket socket, LoopbackContext server)
    {
        _socket = socket;
        _server = server;
        if (server.Options.DataSendBuffer is { } bytes) socket.SendBufferSize = bytes;
        Remote = socket.RemoteEndPoint as IPEndPoint;
        Ordinal = server.Log.Data.Enter();
        server.OpenData.Add(this);
        server.Log.Changed();
    }

    public int Ordinal { get; }

    public IPEndPoint? Remote { get; }

    /// <summary>Whether this side has closed the connection.</summary>
    public bool IsClosed => Volatile.Read(ref _closed) != 0;

    // Pool the state machine: without it, each send that waits for the client allocates one.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (bytes.Length > 0) bytes = bytes[await _socket.SendAsync(bytes, cancellationToken).ConfigureAwait(false)..];
    }

    /// <summary>Completes when the client has closed its end.</summary>
    public async Task WaitForCloseAsync(CancellationToken cancellationToken)
    {
        var ignored = new byte[256];
        try
        {
            while (await _socket.ReceiveAsync(ignored.AsMemory(), cancellationToken).ConfigureAwait(false) > 0)
            {
                // Nothing is expected from a client that only reads; anything it sends is dropped.
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // A reset is a close too.
        }
    }

    public void Close(CloseKind kind)
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0) return;
        SocketClosing.Close(_socket, kind);
        _server.OpenData.Remove(this);
        _server.Log.Data.Leave();
        _server.Log.Changed();
    }

    public void Dispose() => Close(CloseKind.Fin);
}
