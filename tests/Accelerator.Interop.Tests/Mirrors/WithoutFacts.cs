namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>
/// A control connection to a real server whose FEAT does not offer MLST, so that the client lists with LIST. Data connections go to the server itself.
/// </summary>
internal sealed class WithoutFacts : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly List<Task> _links = [];
    private readonly Task _accepting;
    private readonly int _server;

    public WithoutFacts(int server)
    {
        _server = server;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        await _accepting;
        await Task.WhenAll(_links);
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true) _links.Add(LinkAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
        }
        catch (OperationCanceledException)
        {
        }
    }

    private async Task LinkAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            try
            {
                await server.ConnectAsync(IPAddress.Loopback, _server, _end.Token);
                client.NoDelay = server.NoDelay = true;
                await Task.WhenAny(client.GetStream().CopyToAsync(server.GetStream(), _end.Token), FilterAsync(server.GetStream(), client.GetStream()));
            }
            catch (Exception e) when (e is IOException or SocketException or OperationCanceledException)
            {
                // One of the two has closed it.
            }
        }
    }

    private async Task FilterAsync(NetworkStream from, NetworkStream to)
    {
        // Latin-1 keeps every byte of a name.
        using var lines = new StreamReader(from, Encoding.Latin1);
        while (await lines.ReadLineAsync(_end.Token) is { } line)
        {
            if (line.TrimStart().StartsWith("MLS", StringComparison.Ordinal)) continue;
            await to.WriteAsync(Encoding.Latin1.GetBytes(line + "\r\n"), _end.Token);
        }
    }
}
