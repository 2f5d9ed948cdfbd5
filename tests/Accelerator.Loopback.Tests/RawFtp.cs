namespace Accelerator.Loopback.Tests;

/// <summary>A minimal FTP client: sockets and lines, without any interpretation.</summary>
internal sealed class RawFtp : IDisposable
{
    // The limit for all operations of one client in a test. A passing test never waits this long, so it is sufficient on a busy computer.
    private static readonly TimeSpan Patience = 5 * ScriptedServer.Patience;

    private readonly Socket _control;
    private readonly CancellationTokenSource _deadline = new(Patience);
    private readonly List<byte> _received = [];

    private RawFtp(Socket control) => _control = control;

    public CancellationToken Deadline => _deadline.Token;

    public IPAddress PeerAddress => ((IPEndPoint)_control.RemoteEndPoint!).Address;

    /// <summary>Connects without reading.</summary>
    public static Task<RawFtp> ConnectAsync(LoopbackServer server) => ConnectAsync(server.EndPoint);

    /// <inheritdoc cref="ConnectAsync(LoopbackServer)"/>
    public static async Task<RawFtp> ConnectAsync(IPEndPoint server)
    {
        var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(server);
        return new RawFtp(socket);
    }

    /// <summary>Connects, logs in and sets TYPE I.</summary>
    public static async Task<RawFtp> LoginAsync(LoopbackServer server)
    {
        var client = await GreetedAsync(server);
        await client.AskAllAsync(("USER test", "331"), ("PASS secret", "230"), ("TYPE I", "200"));
        return client;
    }

    /// <summary>Connects and asserts the greeting.</summary>
    public static async Task<RawFtp> GreetedAsync(LoopbackServer server, string greeting = "220")
    {
        var client = await ConnectAsync(server);
        await client.ExpectAsync(greeting);
        return client;
    }

    public async Task SendAsync(string text) => await _control.SendAsync(Encoding.Latin1.GetBytes(text), Deadline);

    /// <summary>Sends a command and returns its reply, lines joined by LF.</summary>
    public async Task<string> AskAsync(string command)
    {
        await SendAsync(command + "\r\n");
        return await ReplyAsync();
    }

    /// <summary>As <see cref="AskAsync(string)"/>, and asserts the beginning of the reply.</summary>
    public async Task<string> AskAsync(string command, string expected)
    {
        var reply = await AskAsync(command);
        Assert.True(reply.StartsWith(expected, StringComparison.Ordinal), $"{command} was answered \"{reply}\", not {expected}");
        return reply;
    }

    /// <summary>Sends several commands in turn and asserts the beginning of each reply.</summary>
    public async Task AskAllAsync(params (string Command, string Expected)[] dialogue)
    {
        foreach (var (command, expected) in dialogue) await AskAsync(command, expected);
    }

    /// <summary>Asserts the beginning of the next reply.</summary>
    public async Task ExpectAsync(string expected) => Assert.StartsWith(expected, await ReplyAsync(), StringComparison.Ordinal);

    /// <summary>Reads the next complete reply; "" if the server closed the connection, "RST" if it reset it.</summary>
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

    /// <summary>Reads the control connection until the server closes it.</summary>
    public async Task<string> RestOfControlAsync()
    {
        while (await FillAsync() > 0)
        {
        }
        return Encoding.Latin1.GetString([.. _received]);
    }

    /// <summary>Receives once from the control connection; returns the received text, or "" at the end.</summary>
    public async Task<string> PieceAsync()
    {
        Assert.Empty(_received);
        await FillAsync();
        var piece = Encoding.Latin1.GetString([.. _received]);
        _received.Clear();
        return piece;
    }

    /// <summary>Sends EPSV and opens the data connection to the port in the reply.</summary>
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

    /// <summary>Sends EPSV, REST and RETR (or another transfer command), up to and including the final reply.</summary>
    public async Task<Download> TransferAsync(string command, long offset = 0)
    {
        using var data = await OpenDataAsync();
        if (offset > 0) await AskAsync($"REST {offset}", "350");
        var preliminary = await AskAsync(command);
        if (preliminary is not ['1', ..]) return new Download(preliminary, [], false, "");
        var (bytes, reset) = await ReadDataAsync(data);
        return new Download(preliminary, bytes, reset, await ReplyAsync());
    }

    /// <summary>Returns the data of a transfer as Latin-1.</summary>
    public async Task<string> TextAsync(string command, long offset = 0) => Encoding.Latin1.GetString((await TransferAsync(command, offset)).Bytes);

    /// <summary>Asserts that a transfer command is refused with a reply that begins as expected.</summary>
    public async Task RefusedAsync(string command, string expected, long offset = 0) =>
        Assert.StartsWith(expected, (await TransferAsync(command, offset)).Preliminary, StringComparison.Ordinal);

    /// <summary>Sends EPSV and RETR, which is answered with 150; the caller reads the data.</summary>
    public async Task<Socket> RetrieveAsync(string path = "/f")
    {
        var data = await OpenDataAsync();
        await AskAsync($"RETR {path}", "150");
        return data;
    }

    /// <summary>Reads a data connection to its end; the flag tells whether it ended with a reset.</summary>
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

/// <summary>A transfer as the client observed it.</summary>
internal sealed record Download(string Preliminary, byte[] Bytes, bool Reset, string Final);
