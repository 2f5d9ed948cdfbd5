using System.Buffers.Binary;

namespace Accelerator.Ftp.Tests.Data;

/// <summary>The operating systems' structures, at the offsets of linux/tcp.h and mstcpip.h.</summary>
public sealed class TcpFactsTests
{
    [Fact]
    public void Linux_fields_are_read_where_the_kernel_puts_them()
    {
        var facts = LinuxTcpInfo.Parse(Filled(240, (84, 1448), (148, 186_000), (152, 5000), (224, 70), (232, 6 << 20)));
        Assert.Equal(
            new TcpFacts { RoundTrip = TimeSpan.FromMilliseconds(186), MaxSegment = 1448, PacketsReceived = 5000, PacketsOutOfOrder = 70, ReceiveWindow = 6 << 20 },
            facts);
    }

    [Theory]
    [InlineData(232, 70L, 131_072L)]
    [InlineData(224, null, 131_072L)]
    [InlineData(104, null, 131_072L)]
    public void An_older_kernel_gives_fewer_facts(int length, long? outOfOrder, long? window)
    {
        var facts = LinuxTcpInfo.Parse(Filled(240, (64, 131_072), (68, 20_000), (84, 1448), (224, 70), (232, 6 << 20)).AsSpan(0, length));
        Assert.Equal((outOfOrder, window, 1448), (facts.PacketsOutOfOrder, facts.ReceiveWindow, facts.MaxSegment));
    }

    [Theory]
    [InlineData(0u)]
    [InlineData(uint.MaxValue)]
    public void A_round_trip_that_was_never_measured_is_unknown(uint value) => Assert.Null(LinuxTcpInfo.Parse(Filled(240, (148, value))).RoundTrip);

    [Fact]
    public void Windows_fields_are_read_where_mstcpip_puts_them()
    {
        var facts = WindowsTcpInfo.Parse(Filled(88, (4, 1460), (24, 186_000), (40, 16 << 20), (56, 14_600), (64, 1461)));
        Assert.Equal(
            new TcpFacts { RoundTrip = TimeSpan.FromMilliseconds(186), MaxSegment = 1460, PacketsReceived = 10, PacketsOutOfOrder = 2, ReceiveWindow = 16 << 20 },
            facts);
    }

    [Fact]
    public void A_structure_that_is_too_short_gives_no_facts()
    {
        Assert.Equal(TcpFacts.Unknown, WindowsTcpInfo.Parse(Filled(40, (4, 1460))));
        Assert.Equal(TcpFacts.Unknown, LinuxTcpInfo.Parse([]));
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task A_connection_of_this_machine_is_described(string address)
    {
        using var listener = new TcpListener(IPAddress.Parse(address), 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        using var server = await listener.AcceptSocketAsync();
        await server.SendAsync(new byte[1000]);
        await client.Client.ReceiveAsync(new byte[1000]);

        var facts = TcpFactsReader.Read(client.Client);
        Assert.True(facts.PacketsOutOfOrder is null or 0);
        if (OperatingSystem.IsLinux()) Assert.True(facts is { RoundTrip.Ticks: > 0, PathMtu: >= 1280, MaxSegment: > 500, ReceiveWindow: > 0, PacketsReceived: 1, PacketsOutOfOrder: 0 }, facts.ToString());
    }

    [Fact]
    public async Task A_closed_connection_gives_no_facts_and_throws_nothing()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await login.RetrieveAsync();
        await transfer.DisposeAsync();
        data.Dispose();
        Assert.Equal(TcpFacts.Unknown, transfer.PathFacts());
    }

    private static byte[] Filled(int length, params (int Offset, uint Value)[] fields)
    {
        var bytes = new byte[length];
        foreach (var (offset, value) in fields) BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(offset), value);
        return bytes;
    }
}
