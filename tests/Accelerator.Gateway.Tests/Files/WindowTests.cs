namespace Accelerator.Gateway.Tests.Files;

/// <summary>How far the fetch of a file is ahead of its client.</summary>
public sealed class WindowTests
{
    private const int Window = 4 << 20;
    private const int Length = 160 << 20;

    // What the sockets between the gateway and the client hold, which the gateway takes for passed on.
    private const int Buffers = 24 << 20;

    [Fact]
    public async Task A_slow_client_slows_the_fetch()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { Window = Window });
        gateway.Server.Files.AddSynthetic("/f", Length);
        var client = await gateway.LoginAsync();
        using var data = await client.RetrieveAsync();
        await gateway.Server.Log.WaitForAsync(log => log.BytesSent > Window / 2, default).SoonAsync();
        for (var read = 0L; ;)
        {
            var (bytes, _) = await client.ReadDataAsync(data, atMost: 1 << 20);
            Assert.InRange(gateway.Server.Log.Retrievals.Max(one => one.Offset), 0, read + Window + Buffers);
            read += bytes.Length;
            if (bytes.Length == 0) break;
        }
        await client.ExpectAsync("226");
    }
}
