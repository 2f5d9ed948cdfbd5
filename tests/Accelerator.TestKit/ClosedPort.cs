namespace Accelerator.TestKit;

/// <summary>
/// A port that refuses connections: it is bound, so that no other test or process gets it, but no socket listens. A server of the test may
/// listen on it for a time: it is started with this <see cref="Number"/>, and when it ends, connections are refused.
/// </summary>
public sealed class ClosedPort : IDisposable
{
    private readonly Socket _socket;

    /// <summary>A port of 127.0.0.1; 0 for a free one.</summary>
    public ClosedPort(int number = 0)
    {
        _socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        // Allows the address to be bound twice, as long as at most one of the two sockets listens.
        _socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, number));
    }

    public int Number => ((IPEndPoint)_socket.LocalEndPoint!).Port;

    public void Dispose() => _socket.Dispose();
}
