using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Jobs.Ledger;
using Accelerator.Loopback;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>A job whose server has a replica: large files come from both, once the replica is proven, and its sessions count there.</summary>
public sealed class ReplicaTests
{
    private const string File = "/pub/pass.nc";
    private const long MiB = 1 << 20;

    private static readonly LoopbackOptions WithHashes = new() { Features = LoopbackFeatures.Usual | LoopbackFeatures.Hashes, Shaping = new LinkShape { TotalBytesPerSecond = 12_000_000 } };

    [Fact]
    public async Task A_large_file_comes_from_both_servers_and_a_small_one_from_the_first()
    {
        await using var replica = LoopbackServer.Start(WithHashes);
        await using var service = Harness(replica, "");
        replica.Files.Add(File, FileContent.Synthetic(48 * MiB, seed: 3));
        service.Server.Files.AddText("/pub/small.txt", "short");
        replica.Files.AddText("/pub/small.txt", "other");

        await service.StartAsync();
        await service.LookAsync();
        await service.WaitAsync<JobEvent.Delivered>(2);

        await service.AssertDeliveredAsync("pass.nc");
        await service.AssertDeliveredAsync("small.txt");
        Assert.True(Retrieved(replica) > 4 * MiB, $"The replica should have brought a good part, not {Retrieved(replica)} bytes. {service.Story()}");
        Assert.DoesNotContain(replica.Log.Transfers, transfer => transfer.Path == "/pub/small.txt");
        // Half of the six that the job file allows there.
        Assert.InRange(replica.Log.PeakControlConnections, 1, 3);
    }

    [Fact]
    public async Task A_replica_with_other_content_brings_nothing_and_the_file_is_delivered()
    {
        await using var replica = LoopbackServer.Start(WithHashes);
        await using var service = Harness(replica, "");
        replica.Files.Add(File, FileContent.Synthetic(48 * MiB, seed: 4));

        await service.StartAsync();
        await service.LookAsync();
        await service.WaitAsync<JobEvent.Delivered>();

        await service.AssertDeliveredAsync("pass.nc");
        Assert.Equal(0, Retrieved(replica));
    }

    [Fact]
    public async Task In_the_hours_of_its_own_limits_a_replica_brings_nothing()
    {
        await using var replica = LoopbackServer.Start(WithHashes);
        await using var service = Harness(replica, "", """, "bandwidth": [ { "limit": "1Mbit" } ]""");
        replica.Files.Add(File, FileContent.Synthetic(48 * MiB, seed: 3));

        await service.StartAsync();
        await service.LookAsync();
        await service.WaitAsync<JobEvent.Delivered>();

        await service.AssertDeliveredAsync("pass.nc");
        Assert.Equal(0, Retrieved(replica));
    }

    [Fact]
    public async Task A_replica_that_is_away_costs_no_delivery()
    {
        var replica = LoopbackServer.Start(WithHashes);
        await using var service = Harness(replica, "");
        await replica.DisposeAsync();

        await service.StartAsync();
        await service.LookAsync();
        await service.WaitAsync<JobEvent.Delivered>();

        await service.AssertDeliveredAsync("pass.nc");
        Assert.Equal(FileState.Published, Assert.Single(await service.CountsAsync(), count => count.Value > 0).Key);
    }

    [Fact]
    public void A_job_file_that_is_read_again_with_the_same_replicas_names_the_same_server()
    {
        var server = new ServerDefinition("svalbard", new FtpEndpoint("h", 21, FtpSecurity.None), null, null, 4, []) { Replicas = ["tromso"] };
        Assert.True(ServerComparison.AreSame(server, server with { Replicas = ["tromso"] }));
        Assert.False(ServerComparison.AreSame(server, server with { Replicas = [] }));
        Assert.False(ServerComparison.AreSame(server, server with { TrustReplicas = true }));
    }

    private static ServiceHarness Harness(LoopbackServer replica, string keys, string replicaKeys = "")
    {
        var service = new ServiceHarness(WithHashes)
        {
            ServerKeys = $""" "sessions": 4, "replicas": [ "tromso" ]{keys} """,
            OtherServers = $$""" , "tromso": { "address": "ftp://127.0.0.1:{{replica.EndPoint.Port}}", "sessions": 6{{replicaKeys}} } """,
        };
        service.Server.Files.Add(File, FileContent.Synthetic(48 * MiB, seed: 3));
        return service;
    }

    private static long Retrieved(LoopbackServer server) => server.Log.Transfers.Where(transfer => transfer.Verb == "RETR" && transfer.Path == File).Sum(transfer => transfer.BytesSent);
}
