namespace Accelerator.TestKit;

/// <summary>A port that refuses connections: it is bound, so that no other test or process gets it, and nothing listens.</summary>
public sealed class ClosedPort : IDisposable
{
    private readonly Socket _socket;

    /// <summary>A free port of 127.0.0.1.</summary>
    public ClosedPort() : this(new IPEndPoint(IPAddress.Loopback, 0))
    {
    }

    /// <summary>The port of a server that has just stopped to listen; its last connections may still be there.</summary>
    public ClosedPort(IPEndPoint endPoint)
    {
        _socket = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        _socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        _socket.Bind(endPoint);
    }

    public int Number => ((IPEndPoint)_socket.LocalEndPoint!).Port;

    public void Dispose() => _socket.Dispose();
}
