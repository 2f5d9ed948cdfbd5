using System.Net;
using System.Net.Sockets;

namespace Accelerator.Loopback.Protocol;

/// <summary>
/// Opens the next data connection: the client connects to the server (PASV, EPSV) or the server to the client (PORT, EPRT).
/// </summary>
internal abstract class DataOpener : IDisposable
{
    /// <summary>Returns the connection, which the caller then owns; null if there was none in time.</summary>
    public abstract Task<DataConnection?> OpenAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken);

    public abstract void Dispose();
}

/// <summary>The client's listener named by PORT or EPRT; connected at RETR.</summary>
internal sealed class ActiveTarget(IPEndPoint target, IPAddress local, LoopbackContext server) : DataOpener
{
    public override async Task<DataConnection?> OpenAsync(TimeSpan timeout, TimeProvider time, CancellationToken cancellationToken)
    {
        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(local, 0));
            await socket.ConnectAsync(target, cancellationToken).AsTask().WaitAsync(timeout, time, cancellationToken).ConfigureAwait(false);
            return new DataConnection(socket, server);
        }
        catch (Exception e) when (e is SocketException or TimeoutException)
        {
            socket.Dispose();
            return null;
        }
    }

    public override void Dispose()
    {
        // Nothing is open before OpenAsync, and the caller of OpenAsync owns the connection.
    }
}
