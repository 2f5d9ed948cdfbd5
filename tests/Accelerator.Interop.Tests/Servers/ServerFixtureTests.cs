using System.Reflection;

namespace Accelerator.Interop.Tests.Servers;

public sealed class ServerFixtureTests : RealTests
{
    [ServerFact("pyftpdlib")]
    public async Task Disposal_ends_the_server_and_removes_its_folder()
    {
        var server = await PyftpdlibServer.StartAsync(new ServerOptions(), Token);
        await server.DisposeAsync();

        Assert.False(Directory.Exists(server.Root));
        var (address, port) = (server.Address, server.Port);
        using var client = new TcpClient();
        await Assert.ThrowsAsync<SocketException>(() => client.ConnectAsync(address, port, Token).AsTask());
    }

    // The kernel closes the pipe when the test process dies, however it dies.
    [ServerFact("bash")]
    public async Task A_server_ends_when_its_parents_pipe_closes()
    {
        var keeper = Path.Combine(AppContext.BaseDirectory, "Servers", "run-until-stdin-closes");
        string[] arguments = [keeper, "/bin/bash", "-c", "echo $$; sleep 600 & wait"];
        var start = new ProcessStartInfo(ServerTools.Require("bash"), arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var serverId = await process.StandardOutput.ReadLineAsync(Token);
        Assert.True(Directory.Exists("/proc/" + serverId));

        process.StandardInput.Close();
        await process.WaitForExitAsync(Token);
        // The sleep holds the other end of this pipe: its end shows that the whole group is gone.
        Assert.Equal("", await process.StandardOutput.ReadToEndAsync(Token));
        Assert.False(Directory.Exists("/proc/" + serverId));
    }

    [ServerFact("pyftpdlib")]
    public async Task A_server_that_fails_to_start_reports_the_reason()
    {
        var options = new ServerOptions { Extra = ["--no-such-option"] };
        var error = await Assert.ThrowsAsync<InvalidOperationException>(() => PyftpdlibServer.StartAsync(options, Token));
        Assert.Contains("unrecognized arguments: --no-such-option", error.Message);
    }

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd", "pyftpdlib")]
    [InlineData(ServerKind.Vsftpd), InlineData(ServerKind.Proftpd), InlineData(ServerKind.PureFtpd), InlineData(ServerKind.Pyftpdlib)]
    public async Task A_server_whose_port_another_program_has_taken_gets_another_port(ServerKind kind)
    {
        using var other = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        var ports = new List<int>();
        await using var server = await kind.StartAsync(new ServerOptions { BeforeStart = Take }, Token);
        Assert.Equal(2, ports.Count);
        Assert.Equal(ports[1], server.Port);

        void Take(int port)
        {
            ports.Add(port);
            if (ports.Count > 1) return;
            other.Bind(new IPEndPoint(IPAddress.Loopback, port));
            other.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, false);
        }
    }

    [ServerFact("pyftpdlib", "curl")]
    public async Task The_REST_faults_are_there_when_asked_for()
    {
        Assert.Equal([0], await FetchOneByteAsync(250, PyftpdlibServer.RestIgnored, Token));
        Assert.Equal([50], await FetchOneByteAsync(250, PyftpdlibServer.RestWrapsAt(200), Token));
    }

    // tests/run knows a test of this project by its folder, so a class outside of them would belong to no group.
    [Fact]
    public void Every_test_class_is_in_a_folder()
    {
        var homeless =
            from type in typeof(ServerFixtureTests).Assembly.GetTypes()
            where !type.IsAbstract && type.GetMethods().Any(method => method.GetCustomAttribute<FactAttribute>() is not null)
            where !type.Namespace!.StartsWith("Accelerator.Interop.Tests.", StringComparison.Ordinal)
            select type.Name;
        Assert.Empty(homeless);
    }

    [Fact]
    public void A_reserved_port_cannot_be_taken_until_its_reservation_ends()
    {
        using var reserved = LoopbackPorts.Reserve(IPAddress.Loopback, 3);
        var first = reserved.First;
        Assert.Null(LoopbackPorts.Reservation.Try(IPAddress.Loopback, first, 1));
        Assert.Null(LoopbackPorts.Reservation.Try(IPAddress.Loopback, first + 2, 1));

        reserved.Dispose();
        using var middle = LoopbackPorts.Reservation.Try(IPAddress.Loopback, first + 1, 1);
        Assert.NotNull(middle);
        // A range that is taken in part cannot be had, and its other ports stay free.
        Assert.Null(LoopbackPorts.Reservation.Try(IPAddress.Loopback, first, 3));
        using var before = LoopbackPorts.Reservation.Try(IPAddress.Loopback, first, 1);
        Assert.NotNull(before);
    }

    private static async Task<byte[]> FetchOneByteAsync(int offset, string fault, CancellationToken cancellationToken)
    {
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { Extra = [fault] }, cancellationToken);
        byte[] count = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];
        await File.WriteAllBytesAsync(Path.Combine(server.Root, "count"), count, cancellationToken);
        var target = Path.Combine(server.Root, "target");
        string[] arguments = ["--silent", "--range", $"{offset}-{offset}", "--output", target, server.UriFor("count").AbsoluteUri];
        (await ProgramRun.RunAsync("curl", server.Root, arguments, cancellationToken)).Expect();
        return await File.ReadAllBytesAsync(target, cancellationToken);
    }
}
