using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Accelerator.Ftp;

namespace Accelerator.TestKit;

/// <summary>An HTTP proxy in this process that connects to 127.0.0.1, whatever name it is asked for.</summary>
public sealed class RelayProxy : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentBag<Socket> _open = [];
    private readonly List<(string Target, string Login)> _asked = [];

    /// <summary>Listens on a free port.</summary>
    /// <param name="answer">Returns the status line that refuses the connection with this ordinal, from 1; null connects.</param>
    public RelayProxy(Func<int, string?>? answer = null)
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(64);
        _ = ServeAsync(answer ?? (static _ => null));
    }

    /// <summary>The proxy, without a login.</summary>
    public ProxyAddress Address => new(ProxyProtocol.Http, "127.0.0.1", ((IPEndPoint)_listener.LocalEndPoint!).Port);

    /// <summary>The targets asked for, in order.</summary>
    public IReadOnlyList<string> Asked
    {
        get
        {
            lock (_asked) return [.. _asked.Select(one => one.Target)];
        }
    }

    /// <summary>The logins that came with them: <c>user:password</c>, or empty.</summary>
    public IReadOnlyList<string> Logins
    {
        get
        {
            lock (_asked) return [.. _asked.Select(one => one.Login)];
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _listener.Dispose();
        foreach (var socket in _open) socket.Dispose();
    }

    private async Task ServeAsync(Func<int, string?> answer)
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptAsync();
                _open.Add(client);
                _ = RelayAsync(client, answer);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Disposed.
        }
    }

    private async Task RelayAsync(Socket client, Func<int, string?> answer)
    {
        using var near = new NetworkStream(client, ownsSocket: true);
        var header = new StringBuilder();
        var one = new byte[1];
        while (!header.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal) && await near.ReadAsync(one) > 0) header.Append((char)one[0]);
        var target = header.ToString().Split(' ')[1];
        if (answer(Note(target, LoginIn(header.ToString()))) is { } refusal)
        {
            await near.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 {refusal}\r\n\r\n"));
            return;
        }
        using var far = new TcpClient();
        _open.Add(far.Client);
        await far.ConnectAsync(IPAddress.Loopback, int.Parse(target.Split(':')[^1], CultureInfo.InvariantCulture));
        await near.WriteAsync("HTTP/1.1 200 OK\r\n\r\n"u8.ToArray());
        await Task.WhenAll(PumpAsync(near, far.GetStream(), far.Client), PumpAsync(far.GetStream(), near, client));
    }

    private int Note(string target, string login)
    {
        lock (_asked)
        {
            _asked.Add((target, login));
            return _asked.Count;
        }
    }

    private static string LoginIn(string header)
    {
        const string Name = "\r\nProxy-Authorization: Basic ";
        var start = header.IndexOf(Name, StringComparison.Ordinal);
        return start < 0 ? "" : Encoding.UTF8.GetString(Convert.FromBase64String(header[(start + Name.Length)..].Split('\r')[0]));
    }

    private static async Task PumpAsync(NetworkStream from, NetworkStream to, Socket end)
    {
        try
        {
            await from.CopyToAsync(to);
            end.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            // Either side is gone.
        }
    }
}
