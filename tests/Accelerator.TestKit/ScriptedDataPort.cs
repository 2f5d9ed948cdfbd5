namespace Accelerator.TestKit;

/// <summary>A passive port of a <see cref="ScriptedConnection"/>.</summary>
public sealed class ScriptedDataPort : IDisposable
{
    private readonly Socket _listener;

    // A test that no longer uses a data connection must not lose it: a socket that the garbage collector closes resets the connection.
    private readonly List<ScriptedData> _accepted = [];

    /// <summary>Listens on a loopback address.</summary>
    /// <param name="address">The address.</param>
    /// <param name="port">The port; 0 for a free one.</param>
    public ScriptedDataPort(IPAddress address, int port = 0)
    {
        _listener = ScriptedServer.Listen(new IPEndPoint(address, port));
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
    }

    /// <summary>The port's number.</summary>
    public int Port { get; }

    /// <summary>The six numbers of a 227 reply that names this port at the address 127.0.0.1.</summary>
    public string SixNumbers => $"127,0,0,1,{Port / 256},{Port % 256}";

    /// <summary>Whether a client has connected and was not accepted yet.</summary>
    public bool HasCaller => _listener.Poll(0, SelectMode.SelectRead);

    /// <summary>Accepts the client's data connection.</summary>
    public async Task<ScriptedData> AcceptAsync()
    {
        var socket = await ScriptedServer.WithinAsync(async token => await _listener.AcceptAsync(token), "the client's data connection");
        var data = new ScriptedData(socket);
        _accepted.Add(data);
        return data;
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();
}
