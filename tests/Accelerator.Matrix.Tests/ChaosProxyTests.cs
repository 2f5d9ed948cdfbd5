namespace Accelerator.Matrix.Tests;

/// <summary>The proxy of the path cases carries out its plan.</summary>
public sealed class ChaosProxyTests : IAsyncDisposable
{
    private readonly LoopbackServer _server = LoopbackServer.Start();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Without_rules_everything_passes_in_pieces_of_any_size(int largest)
    {
        await using var proxy = ChaosProxy.Start(_server.EndPoint, new ChaosPlan { LargestControlPiece = largest });
        using var client = await ConnectAsync(proxy);

        Assert.StartsWith("220 ", await ReadLineAsync(client));
        await SendAsync(client, "USER u");
        Assert.StartsWith("331 ", await ReadLineAsync(client));
        Assert.Empty(proxy.Done);
    }

    [Fact]
    public async Task Ports_in_replies_become_the_proxy_s()
    {
        _server.Files.AddText("/f", "hello");
        await using var proxy = ChaosProxy.Start(_server.EndPoint, new ChaosPlan { Reply227 = to => $"227 (10,0,0,1,{to.Port >> 8},{to.Port & 0xFF})" });
        using var client = await ConnectAsync(proxy);
        foreach (var line in (string[])["USER u", "PASS p", "PASV"])
        {
            await ReadLineAsync(client);
            await SendAsync(client, line);
        }
        var numbers = (await ReadLineAsync(client)).Split('(', ')')[1].Split(',');
        Assert.Equal(["10", "0", "0", "1"], numbers[..4]);

        using var data = await ConnectAsync(new IPEndPoint(IPAddress.Loopback, (int.Parse(numbers[4]) * 256) + int.Parse(numbers[5])));
        await SendAsync(client, "RETR /f");
        var buffer = new byte[16];
        Assert.Equal(5, await data.ReceiveAsync(buffer));
        Assert.Equal("hello", Encoding.ASCII.GetString(buffer, 0, 5));
        Assert.Equal(1, proxy.DataConnections);
    }

    [Fact]
    public async Task A_rule_takes_place_at_its_occurrence_and_only_there()
    {
        await using var proxy = ChaosProxy.Start(_server.EndPoint, new ChaosPlan { Rules = [ChaosRule.AfterCommand("NOOP", ChaosAct.Reset) with { From = 2 }] });
        using var first = await ConnectAsync(proxy);
        await ReadLineAsync(first);
        await SendAsync(first, "NOOP");
        Assert.NotEqual("", await ReadLineAsync(first));
        await SendAsync(first, "NOOP");
        await Assert.ThrowsAsync<SocketException>(async () =>
        {
            while (await ReadLineAsync(first) != "")
            {
            }
        });
        Assert.Equal(["Reset at command NOOP"], proxy.Done);
    }

    [Fact]
    public async Task While_paused_nothing_passes_and_afterwards_everything()
    {
        await using var proxy = ChaosProxy.Start(_server.EndPoint);
        using var client = await ConnectAsync(proxy);
        await ReadLineAsync(client);
        proxy.Pause();
        await SendAsync(client, "NOOP");
        var reading = ReadLineAsync(client);
        await Task.WhenAny(reading, Task.Delay(100));
        Assert.False(reading.IsCompleted);
        Assert.Equal(0, _server.Log.CountOf("NOOP"));

        proxy.Resume();
        Assert.NotEqual("", await reading);
    }

    [Fact]
    public async Task Connections_are_refused_and_accepted_again_at_the_same_port()
    {
        await using var proxy = ChaosProxy.Start(_server.EndPoint);
        proxy.StopListening();
        await Assert.ThrowsAsync<SocketException>(() => ConnectAsync(proxy));

        proxy.Listen();
        using var client = await ConnectAsync(proxy);
        Assert.StartsWith("220 ", await ReadLineAsync(client));
    }

    [Fact]
    public async Task One_connection_too_many_is_reset()
    {
        await using var proxy = ChaosProxy.Start(_server.EndPoint, new ChaosPlan { MostConnections = (1, TimeSpan.FromMinutes(1)) });
        using var first = await ConnectAsync(proxy);
        Assert.StartsWith("220 ", await ReadLineAsync(first));
        await Assert.ThrowsAsync<SocketException>(async () =>
        {
            using var second = await ConnectAsync(proxy);
            await ReadLineAsync(second);
        });
        Assert.Equal(["Reset at the accept of control connection 2"], proxy.Done);
    }

    private static Task<Socket> ConnectAsync(ChaosProxy proxy) => ConnectAsync(proxy.EndPoint);

    private static async Task<Socket> ConnectAsync(IPEndPoint target)
    {
        var socket = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(target);
        return socket;
    }

    private static async Task SendAsync(Socket socket, string line) => await socket.SendAsync(Encoding.ASCII.GetBytes(line + "\r\n"));

    // Empty at the end of the connection.
    private static async Task<string> ReadLineAsync(Socket socket)
    {
        var line = new StringBuilder();
        var one = new byte[1];
        while (await socket.ReceiveAsync(one).SoonAsync() == 1)
        {
            if (one[0] == '\n') return line.ToString().TrimEnd('\r');
            line.Append((char)one[0]);
        }
        return "";
    }
}
