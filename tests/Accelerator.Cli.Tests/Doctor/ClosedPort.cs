namespace Accelerator.Cli.Tests.Doctor;

/// <summary>A port of 127.0.0.1 that refuses connections: it is bound, so that no other process gets it, and nothing listens.</summary>
internal sealed class ClosedPort : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public ClosedPort() => _socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    public int Number => ((IPEndPoint)_socket.LocalEndPoint!).Port;

    public void Dispose() => _socket.Dispose();
}
