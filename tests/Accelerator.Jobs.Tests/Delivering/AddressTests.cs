namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>A job whose server has several addresses: the first one that answers lists, and all of them together send large files.</summary>
public sealed class AddressTests
{
    private const string File = "/pub/pass.nc";

    private static readonly LoopbackOptions Options = new() { Shaping = new LinkShape { TotalBytesPerSecond = 24_000_000 } };

    [Fact]
    public async Task A_large_file_comes_from_both_addresses_within_the_sessions_of_the_server_and_a_small_one_from_the_first()
    {
        await using var service = Fixture("127.0.0.1", "127.0.0.2");
        await using var other = LoopbackServer.Start(Options with { Address = IPAddress.Parse("127.0.0.2"), Port = service.Server.EndPoint.Port });
        foreach (var server in (LoopbackServer[])[service.Server, other])
        {
            server.Files.Add(File, FileContent.Synthetic(48 << 20, seed: 3));
            server.Files.AddText("/pub/small.txt", "short");
        }

        await service.StartAsync();
        await service.DeliverAsync(2);

        await service.AssertDeliveredAsync("pass.nc");
        Assert.True(other.Log.BytesSentOf(File) > 4 << 20, $"The other address should have sent a good part, not {other.Log.BytesSentOf(File)} bytes. {service.Story()}");
        Assert.DoesNotContain(other.Log.Transfers, transfer => transfer.Path == "/pub/small.txt");
        Assert.InRange(service.Server.Log.PeakControlConnections + other.Log.PeakControlConnections, 2, 4);
    }

    [Fact]
    public async Task An_address_where_nothing_answers_is_passed_over()
    {
        await using var service = Fixture("127.0.0.3", "127.0.0.1");
        service.Server.Files.AddText("/pub/a.nc", "content");

        await service.StartAsync();
        await service.DeliverAsync();

        await service.AssertDeliveredAsync("a.nc");
    }

    private static JobRunnerFixture Fixture(params string[] addresses) => new(Options)
    {
        ServerKeys = $""" "sessions": 4, "server_address": ["{string.Join("\", \"", addresses)}"] """,
    };
}
