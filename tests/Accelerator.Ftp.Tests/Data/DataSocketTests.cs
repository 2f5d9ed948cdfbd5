namespace Accelerator.Ftp.Tests.Data;

/// <summary>Blocking calls on a thread of their own: what ends them from outside. On Linux only; elsewhere no thread is made.</summary>
public sealed class DataSocketTests : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public DataSocketTests() => _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Sent_bytes_are_received_in_order_to_the_end(bool isBulk)
    {
        _listener.Listen();
        using var connection = await ConnectAsync(isBulk, CancellationToken.None);
        Assert.Equal(isBulk && OperatingSystem.IsLinux(), connection.IsBlocking);
        using (var server = await _listener.AcceptAsync())
        {
            var arriving = connection.HasDataAsync(CancellationToken.None);
            Assert.False(arriving.IsCompleted);
            await server.SendAsync(new byte[] { 1, 2, 3 });
            Assert.True(await arriving.SoonAsync());
        }
        var buffer = new byte[10];
        Assert.Equal(3, await connection.ReceiveAsync(buffer).AsTask().SoonAsync());
        Assert.Equal([1, 2, 3], buffer[..3]);
        Assert.Equal(0, await connection.ReceiveAsync(buffer).AsTask().SoonAsync());
        Assert.False(await connection.HasDataAsync(CancellationToken.None).SoonAsync());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Closing_ends_a_receive_and_a_wait_for_data(bool isWait)
    {
        _listener.Listen();
        var connection = await ConnectAsync(isBulk: true, CancellationToken.None);
        using var server = await _listener.AcceptAsync();
        await Task.Yield();
        Task waiting = isWait ? connection.HasDataAsync(CancellationToken.None) : connection.ReceiveAsync(new byte[10]).AsTask();
        // The call has reached the system by then, or begins on a closed socket: both must end.
        await Task.Delay(20);
        Assert.False(waiting.IsCompleted);
        await Task.Run(connection.Dispose).SoonAsync();
        var failure = await Record.ExceptionAsync(() => waiting.SoonAsync());
        Assert.True(isWait ? failure is null : failure is SocketException or ObjectDisposedException, $"{failure}");
        // The runtime resets a connection to end a blocking call.
        Assert.True(server.Poll(ScriptedServer.Patience, SelectMode.SelectRead));
        Assert.Equal(0, server.Available);
    }

    [Fact]
    public async Task Cancelling_ends_a_connect_that_nothing_answers()
    {
        // A full queue drops further connections without an answer.
        _listener.Listen(0);
        using var first = await ConnectAsync(isBulk: false, CancellationToken.None);
        var others = Enumerable.Range(0, 4).Select(_ => ConnectAsync(isBulk: false, CancellationToken.None)).ToList();
        await Task.Delay(50);
        using var stop = new CancellationTokenSource();
        var connecting = ConnectAsync(isBulk: true, stop.Token);
        await Task.Delay(50);
        Assert.False(connecting.IsCompleted);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => connecting.SoonAsync());
        _listener.Dispose();
        await Task.WhenAll(others.Select(other => Record.ExceptionAsync(async () => (await other).Dispose()))).SoonAsync();
    }

    [Fact]
    public async Task Work_for_a_thread_that_has_ended_runs_on_the_thread_pool()
    {
        var thread = new ReaderThread();
        await thread.Enter();
        Assert.False(Thread.CurrentThread.IsThreadPoolThread);
        thread.Dispose();
        await thread.Enter(leavesCaller: true);
        Assert.True(Thread.CurrentThread.IsThreadPoolThread);
    }

    public void Dispose() => _listener.Dispose();

    private Task<DataSocket> ConnectAsync(bool isBulk, CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        return DataSocket.ConnectAsync(socket, (IPEndPoint)_listener.LocalEndPoint!, tunnel: null, isBulk, cancellationToken);
    }
}
