using Accelerator.Loopback;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Several real ftpxd over one real PostgreSQL.</summary>
[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class ClusterTests(PostgresFixture postgres)
{
    [LedgerFact]
    public async Task Two_nodes_share_the_files_of_one_server_and_each_is_fetched_once()
    {
        const int Count = 300;
        await using var bench = await ClusterBench.StartAsync(postgres, new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 128 << 10 } });
        bench.Sessions = 8;
        bench.Server.Files.AddDirectory("/pub");
        await bench.StartNodeAsync("n1");
        await bench.StartNodeAsync("n2");
        await bench.UntilNodesAsync(2);
        for (var i = 0; i < Count; i++) bench.Server.Files.AddSynthetic($"/pub/{i:000}.bin", 32 << 10, seed: i);
        await bench.UntilDeliveredAsync(Count);
        var history = await bench.HistoryAsync();
        Assert.Equal(Count, history.Select(delivery => delivery.Name).Distinct().Count());
        Assert.Equal(Count, history.Count);
        Assert.Equal(["n1", "n2"], history.Select(delivery => delivery.Owner.Split('/')[0]).Distinct().Order());
        Assert.Equal(Count, bench.Server.Log.Retrievals.Count);
        Assert.InRange(bench.Server.Log.PeakControlConnections, 2, 8);
        foreach (var name in (string[])["000.bin", "299.bin"]) await bench.AssertDeliveredAsync(name);
    }
}
