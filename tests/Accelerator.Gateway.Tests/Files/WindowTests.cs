namespace Accelerator.Gateway.Tests.Files;

/// <summary>How far the fetch of a file is ahead of its client.</summary>
public sealed class WindowTests
{
    // It grows with the bytes in flight, of which a busy machine has more: up to 32 of it.
    private const int Window = 1 << 20;
    private const int LongestWindow = 32 * Window;
    private const int Length = 256 << 20;

    // What two pairs of sockets hold, those of the server and those of the client: Linux lets a receive buffer grow to 32 MiB on machines
    // with much memory (tcp_rmem), and a send buffer to 4 MiB.
    private const int Buffers = 2 * (40 << 20);

    [Fact]
    public async Task A_slow_client_slows_the_fetch()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { Window = Window });
        // With several streams the sockets of each hold as much as the window.
        gateway.Request = gateway.Request with { Streams = 1 };
        gateway.Server.Files.AddSynthetic("/f", Length);
        var client = await gateway.LoginAsync();
        using var data = await client.RetrieveAsync();
        await gateway.Server.Log.WaitForAsync(log => log.BytesSent > Window / 2, default).SoonAsync();
        for (var read = 0L; ;)
        {
            var (bytes, _) = await client.ReadDataAsync(data, atMost: 1 << 20);
            Assert.InRange(gateway.Server.Log.BytesSent, 0, read + LongestWindow + Buffers);
            read += bytes.Length;
            if (bytes.Length == 0) break;
        }
        await client.ExpectAsync("226");
    }

    [Fact]
    public async Task Several_streams_begin_no_range_beyond_the_window()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { Window = Window });
        gateway.Server.Files.AddSynthetic("/f", 2 * Length);
        var client = await gateway.LoginAsync();
        using var data = await client.RetrieveAsync();
        for (var read = 0L; ;)
        {
            var (bytes, _) = await client.ReadDataAsync(data, atMost: 1 << 20);
            Assert.InRange(gateway.Server.Log.Retrievals.Max(one => one.Offset), 0, read + (Buffers / 2) + LongestWindow);
            read += bytes.Length;
            if (bytes.Length == 0) break;
        }
        await client.ExpectAsync("226");
    }
}
