using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace Accelerator.TestKit;

/// <summary>The server's end of a data connection. Disposing closes it in order: the client reads to the end.</summary>
public sealed class ScriptedData : IDisposable
{
    private readonly Socket _socket;
    private Stream _stream;

    internal ScriptedData(Socket socket)
    {
        _socket = socket;
        _socket.NoDelay = true;
        _stream = new NetworkStream(socket, ownsSocket: true);
        Client = (IPEndPoint)socket.RemoteEndPoint!;
    }

    /// <summary>The client's end.</summary>
    public IPEndPoint Client { get; }

    /// <summary>Active mode: connects to the client's listener.</summary>
    /// <param name="from">Address this end has; a loopback address.</param>
    /// <param name="to">Where EPRT or PORT said.</param>
    public static async Task<ScriptedData> ConnectAsync(IPAddress from, IPEndPoint to)
    {
        var socket = new Socket(to.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(from, 0));
        await socket.ConnectAsync(to);
        return new ScriptedData(socket);
    }

    /// <summary>Sends bytes of the file.</summary>
    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        await _stream.WriteAsync(bytes);
        await _stream.FlushAsync();
    }

    /// <summary>Sends bytes with a blocking call, which allocates nothing; only without TLS.</summary>
    public void Send(ReadOnlySpan<byte> bytes) => _socket.Send(bytes);

    /// <summary>Takes what the client sends, up to its end.</summary>
    public async Task<byte[]> ReadToEndAsync()
    {
        using var all = new MemoryStream();
        await _stream.CopyToAsync(all);
        return all.ToArray();
    }

    /// <summary>Whether the client has sent anything, or has closed, within the time given.</summary>
    public bool HasNewsWithin(TimeSpan time) => _socket.Poll(time, SelectMode.SelectRead);

    /// <summary>Waits until the client has closed or reset the connection.</summary>
    public Task ExpectEndAsync() => ScriptedServer.WithinAsync(
        async token =>
        {
            try
            {
                var count = await _stream.ReadAsync(new byte[1], token);
                return count == 0 ? true : throw new InvalidOperationException("The client sent a byte on the data connection.");
            }
            catch (IOException)
            {
                return true;
            }
        },
        "the client to close the data connection");

    /// <summary>TLS from here on, with this end as the server.</summary>
    public async Task StartTlsAsync(X509Certificate2 certificate)
    {
        var tls = new SslStream(_stream);
        _stream = tls;
        await tls.AuthenticateAsServerAsync(certificate);
    }

    /// <summary>Ends the connection with a reset.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(enable: true, seconds: 0);
        _socket.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose() => _stream.Dispose();
}
