using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;

namespace Accelerator.Loopback.Tests;

/// <summary>A bare FTP client: sockets and lines, no opinion. Everything it does ends within 30 s.</summary>
internal sealed class RawFtp : IDisposable
{
    private readonly Socket _control;
    private readonly CancellationTokenSource _deadline = new(TimeSpan.FromSeconds(30));
    private readonly List<byte> _received = [];

    private RawFtp(Socket control) => _control = control;

    public CancellationToken Deadline => _deadline.Token;

    public IPAddress PeerAddress => ((IPEndPoint)_control.RemoteEndPoint!).Address;

    /// <summary>Connects and reads nothing yet.</summary>
    public static async Task<RawFtp> ConnectAsync(LoopbackServer server)
    {
        var socket = new Socket(server.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(server.EndPoint);
        return new RawFtp(socket);
    }

    /// <summary>Connects, logs in and sets TYPE I.</summary>
    public static async Task<RawFtp> LoginAsync(LoopbackServer server)
    {
        var client = await ConnectAsync(server);
        Assert.StartsWith("220", await client.ReplyAsync());
        await client.AskAsync("USER test", "331");
        await client.AskAsync("PASS secret", "230");
        await client.AskAsync("TYPE I", "200");
        return client;
    }

    public async Task SendAsync(string text) => await _control.SendAsync(Encoding.Latin1.GetBytes(text), Deadline);

    /// <summary>Sends a command and returns its reply, lines joined by LF.</summary>
    public async Task<string> AskAsync(string command)
    {
        await SendAsync(command + "\r\n");
        return await ReplyAsync();
    }

    /// <summary>As <see cref="AskAsync(string)"/>, and the reply begins as expected.</summary>
    public async Task<string> AskAsync(string command, string expected)
    {
        var reply = await AskAsync(command);
        Assert.True(reply.StartsWith(expected, StringComparison.Ordinal), $"{command} was answered \"{reply}\", not {expected}");
        return reply;
    }

    /// <summary>The next whole reply; "" when the server closed, "RST" when it reset.</summary>
    public async Task<string> ReplyAsync()
    {
        var lines = new List<string>();
        while (true)
        {
            var line = await LineAsync();
            if (line is null or "RST") return line ?? string.Join('\n', lines);
            lines.Add(line);
            var code = lines[0].Length >= 3 ? lines[0][..3] : "";
            if (!Regex.IsMatch(lines[0], "^[0-9]{3}-") || line.StartsWith(code + " ", StringComparison.Ordinal))
            {
                return string.Join('\n', lines);
            }
        }
    }

    /// <summary>Everything the server sends on the control connection until it closes.</summary>
    public async Task<string> RestOfControlAsync()
    {
        while (await FillAsync() > 0)
        {
        }

        return Encoding.Latin1.GetString([.. _received]);
    }

    /// <summary>One receive from the control connection: what came in a single piece, or "" at the end.</summary>
    public async Task<string> PieceAsync()
    {
        Assert.Empty(_received);
        await FillAsync();
        var piece = Encoding.Latin1.GetString([.. _received]);
        _received.Clear();
        return piece;
    }

    /// <summary>EPSV, and the data connection to the port it named.</summary>
    public async Task<Socket> OpenDataAsync()
    {
        var reply = await AskAsync("EPSV", "229");
        return await ConnectDataAsync(PeerAddress, int.Parse(Regex.Match(reply, @"\|\|\|(\d+)\|").Groups[1].Value));
    }

    public async Task<Socket> ConnectDataAsync(IPAddress address, int port)
    {
        var data = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        await data.ConnectAsync(new IPEndPoint(address, port), Deadline);
        return data;
    }

    /// <summary>EPSV, REST, RETR (or another transfer command) up to and with the final reply.</summary>
    public async Task<Download> TransferAsync(string command, long offset = 0)
    {
        using var data = await OpenDataAsync();
        if (offset > 0) await AskAsync($"REST {offset}", "350");
        var preliminary = await AskAsync(command);
        if (preliminary is not ['1', ..]) return new Download(preliminary, [], false, "");
        var (bytes, reset) = await ReadDataAsync(data);
        return new Download(preliminary, bytes, reset, await ReplyAsync());
    }

    /// <summary>Reads a data connection to its end; the flag says that the end was a reset.</summary>
    public async Task<(byte[] Bytes, bool Reset)> ReadDataAsync(Socket data, long atMost = long.MaxValue)
    {
        using var bytes = new MemoryStream();
        var buffer = new byte[64 * 1024];
        try
        {
            while (bytes.Length < atMost)
            {
                var count = await data.ReceiveAsync(buffer.AsMemory(0, (int)Math.Min(buffer.Length, atMost - bytes.Length)), Deadline);
                if (count == 0) break;
                bytes.Write(buffer, 0, count);
            }
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionReset)
        {
            return (bytes.ToArray(), true);
        }

        return (bytes.ToArray(), false);
    }

    public void Dispose()
    {
        _control.Dispose();
        _deadline.Dispose();
    }

    private async Task<string?> LineAsync()
    {
        int end;
        while ((end = _received.IndexOf((byte)'\n')) < 0)
        {
            var count = await FillAsync();
            if (count < 0) return "RST";
            if (count == 0) return null;
        }

        var line = Encoding.Latin1.GetString([.. _received.GetRange(0, end)]).TrimEnd('\r');
        _received.RemoveRange(0, end + 1);
        return line;
    }

    private async Task<int> FillAsync()
    {
        var buffer = new byte[4096];
        try
        {
            var count = await _control.ReceiveAsync(buffer.AsMemory(), Deadline);
            _received.AddRange(buffer.AsSpan(0, count));
            return count;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset or SocketError.ConnectionAborted)
        {
            return -1;
        }
    }
}
