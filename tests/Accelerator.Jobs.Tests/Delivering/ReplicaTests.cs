namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>
/// A job whose server has a replica: large files come from both once the replica is verified, and the sessions count at each server.
/// </summary>
public sealed class ReplicaTests
{
    private const string File = "/pub/pass.nc";
    private const long MiB = 1 << 20;

    private static readonly LoopbackOptions WithHashes = new() { Features = LoopbackFeatures.Usual | LoopbackFeatures.Hashes, Shaping = new LinkShape { TotalBytesPerSecond = 24_000_000 } };

    [Fact]
    public async Task A_large_file_comes_from_both_servers_and_a_small_one_from_the_first()
    {
        await using var replica = LoopbackServer.Start(WithHashes);
        // A stream of the first server that begins before the replica has sent its share is slow: the replica waits for the hashes of both.
        var slow = new LinkShape { BytesPerSecondOf = _ => Retrieved(replica) > 4 * MiB ? null : 500_000 };
        await using var service = Fixture(replica, options: WithHashes with { Shaping = slow });
        replica.Files.Add(File, FileContent.Synthetic(48 * MiB, seed: 3));
        service.Server.Files.AddText("/pub/small.txt", "short");
        replica.Files.AddText("/pub/small.txt", "other");

        await DeliverAsync(service, files: 2);
        await service.AssertDeliveredAsync("small.txt");
        Assert.True(Retrieved(replica) > 4 * MiB, $"The replica should have brought a good part, not {Retrieved(replica)} bytes. {service.Story()}");
        Assert.DoesNotContain(replica.Log.Transfers, transfer => transfer.Path == "/pub/small.txt");
        // Half of the six sessions that the job file allows at the replica.
        Assert.InRange(replica.Log.PeakControlConnections, 1, 3);
    }

    [Theory]
    [InlineData(4, "")]
    // The content is correct, but a bandwidth limit of the replica's own applies at this hour.
    [InlineData(3, """, "bandwidth": [ { "limit": "1Mbit" } ]""")]
    public async Task A_replica_with_other_content_or_a_limit_of_its_own_brings_nothing_and_the_file_is_delivered(int seed, string replicaKeys)
    {
        await using var replica = LoopbackServer.Start(WithHashes);
        await using var service = Fixture(replica, replicaKeys);
        replica.Files.Add(File, FileContent.Synthetic(48 * MiB, seed));
        await DeliverAsync(service);
        Assert.Equal(0, Retrieved(replica));
    }

    [Fact]
    public async Task A_replica_that_is_away_costs_no_delivery()
    {
        // No other test gets the port of the replica that is away.
        using var port = new ClosedPort();
        var replica = LoopbackServer.Start(WithHashes with { Port = port.Number });
        await using var service = Fixture(replica);
        await replica.DisposeAsync();
        await DeliverAsync(service);
        Assert.Equal(FileState.Published, Assert.Single(await service.CountsAsync(), count => count.Value > 0).Key);
    }

    private static async Task DeliverAsync(JobRunnerFixture service, int files = 1)
    {
        await service.StartAsync();
        await service.DeliverAsync(files);
        await service.AssertDeliveredAsync("pass.nc");
    }

    private static JobRunnerFixture Fixture(LoopbackServer replica, string replicaKeys = "", LoopbackOptions? options = null)
    {
        var service = new JobRunnerFixture(options ?? WithHashes)
        {
            ServerKeys = """ "sessions": 4, "replicas": [ "tromso" ] """,
            OtherServers = $$""" , "tromso": { "address": "ftp://127.0.0.1:{{replica.EndPoint.Port}}", "sessions": 6{{replicaKeys}} } """,
        };
        service.Server.Files.Add(File, FileContent.Synthetic(48 * MiB, seed: 3));
        return service;
    }

    private static long Retrieved(LoopbackServer server) => server.Log.Transfers.Where(transfer => transfer.Verb == "RETR" && transfer.Path == File).Sum(transfer => transfer.BytesSent);
}
