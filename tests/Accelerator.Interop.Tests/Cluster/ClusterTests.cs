namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Several real ftpxd over one real PostgreSQL.</summary>
public sealed class ClusterTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    [LedgerFact]
    public async Task Two_nodes_share_the_files_of_one_server_and_each_is_fetched_once()
    {
        var count = 0;
        await using var nodes = await ClusterFixture.StartAsync(postgres, new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 128 << 10 } });
        nodes.Sessions = 8;
        nodes.Server.Files.AddDirectory("/pub");
        await nodes.StartNodeAsync("n1");
        await nodes.StartNodeAsync("n2");
        await nodes.UntilNodesAsync(2);
        Add(300);
        await nodes.UntilAsync("both nodes deliver", async () =>
        {
            var delivered = await nodes.HistoryAsync();
            // On a busy machine one node may have fetched them all before the other one looks: then there are more.
            if (delivered.Count == count && delivered.All(delivery => delivery.Owner == delivered[0].Owner)) Add(100);
            return delivered.Select(delivery => delivery.Owner).Distinct().Count() > 1;
        });
        await nodes.UntilDeliveredAsync(count);
        var history = await nodes.HistoryAsync();
        Assert.Equal(count, history.Select(delivery => delivery.Name).Distinct().Count());
        Assert.Equal(count, history.Count);
        Assert.Equal(["n1", "n2"], history.Select(delivery => delivery.Owner.Split('/')[0]).Distinct().Order());
        Assert.Equal(count, nodes.Server.Log.Retrievals.Count);
        Assert.InRange(nodes.Server.Log.PeakControlConnections, 2, 8);
        foreach (var name in (string[])["000.bin", "299.bin"]) await nodes.AssertDeliveredAsync(name);

        void Add(int more)
        {
            for (var end = count + more; count < end; count++) nodes.Server.Files.AddSynthetic($"/pub/{count:000}.bin", 32 << 10, seed: count);
        }
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
