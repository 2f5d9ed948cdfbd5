namespace Accelerator.TestKit;

/// <summary>The server's end of a data connection.</summary>
public sealed class ScriptedData : ScriptedLink
{
    internal ScriptedData(Socket socket)
        : base(socket)
    {
    }

    /// <summary>Active mode: connects to the client's listener.</summary>
    /// <param name="from">Address this end has; a loopback address.</param>
    /// <param name="to">The endpoint that EPRT or PORT named.</param>
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
        await Stream.WriteAsync(bytes);
        await Stream.FlushAsync();
    }

    /// <summary>Sends bytes with a blocking call, which allocates nothing; only without TLS.</summary>
    public void Send(ReadOnlySpan<byte> bytes) => Socket.Send(bytes);

    /// <summary>Reads the bytes that the client sends, up to their end.</summary>
    public async Task<byte[]> ReadToEndAsync()
    {
        using var all = new MemoryStream();
        await Stream.CopyToAsync(all);
        return all.ToArray();
    }

    /// <summary>Waits until the client has closed or reset the connection.</summary>
    public Task ExpectEndAsync() => ScriptedServer.WithinAsync(
        async token =>
        {
            try
            {
                var count = await Stream.ReadAsync(new byte[1], token);
                return count == 0 ? true : throw new InvalidOperationException("The client sent a byte on the data connection.");
            }
            catch (IOException)
            {
                return true;
            }
        },
        "the client to close the data connection");
}
