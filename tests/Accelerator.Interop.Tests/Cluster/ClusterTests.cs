namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Several real ftpxd over one real PostgreSQL.</summary>
public sealed class ClusterTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    [LedgerFact]
    public async Task Two_nodes_share_the_files_of_one_server_and_each_is_fetched_once()
    {
        const int Count = 300;
        await using var nodes = await ClusterFixture.StartAsync(postgres, new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 128 << 10 } });
        nodes.Sessions = 8;
        nodes.Server.Files.AddDirectory("/pub");
        await nodes.StartNodeAsync("n1");
        await nodes.StartNodeAsync("n2");
        await nodes.UntilNodesAsync(2);
        for (var i = 0; i < Count; i++) nodes.Server.Files.AddSynthetic($"/pub/{i:000}.bin", 32 << 10, seed: i);
        await nodes.UntilDeliveredAsync(Count);
        var history = await nodes.HistoryAsync();
        Assert.Equal(Count, history.Select(delivery => delivery.Name).Distinct().Count());
        Assert.Equal(Count, history.Count);
        Assert.Equal(["n1", "n2"], history.Select(delivery => delivery.Owner.Split('/')[0]).Distinct().Order());
        Assert.Equal(Count, nodes.Server.Log.Retrievals.Count);
        Assert.InRange(nodes.Server.Log.PeakControlConnections, 2, 8);
        foreach (var name in (string[])["000.bin", "299.bin"]) await nodes.AssertDeliveredAsync(name);
    }

    [LedgerFact]
    public async Task Two_nodes_on_one_computer_have_a_page_each()
    {
        await using var nodes = await ClusterFixture.StartAsync(postgres);
        using var ports = new ClosedPort();
        using var others = new ClosedPort();
        var jobs = nodes.JobFile().Replace("\"enabled\": false", "\"enabled\": true", StringComparison.Ordinal);
        var first = await nodes.StartNodeAsync("n1", jobs, ports.Number);
        var second = await nodes.StartNodeAsync("n2", jobs, others.Number);

        await nodes.UntilAsync("both pages say that all is well", async () => await first.HealthAsync() == 200 && await second.HealthAsync() == 200);
    }
}
