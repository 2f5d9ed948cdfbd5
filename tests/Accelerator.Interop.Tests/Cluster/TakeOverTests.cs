using System.Diagnostics;
using Accelerator.Engine.Storage;
using Accelerator.Loopback;
using Xunit.Abstractions;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>What becomes of a node's files when it dies, and when it only seems to.</summary>
[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class TakeOverTests(PostgresFixture postgres, ITestOutputHelper output)
{
    private const long Size = 96 << 20;
    private const long Before = 16 << 20;
    private const string Name = "pass.bin";

    /// <summary>Both take half a minute, most of which is waiting: they do that side by side.</summary>
    [LedgerFact]
    public async Task What_a_killed_node_fetched_and_what_a_frozen_one_still_holds_is_delivered_once_by_another()
    {
        await using var killed = await ClusterBench.StartAsync(postgres, Slow());
        await using var frozen = await ClusterBench.StartAsync(postgres, Slow());
        await Task.WhenAll(KillAsync(killed), FreezeAsync(frozen));
    }

    private async Task KillAsync(ClusterBench bench)
    {
        var (first, _) = await BeginAsync(bench);
        var begun = bench.Server.Log.Retrievals.Count;
        var clock = Stopwatch.StartNew();
        await first.Run!.KillAsync();
        await bench.UntilAsync("the other node begins", () => Task.FromResult(bench.Server.Log.Retrievals.Count > begun));
        output.WriteLine($"cluster: {clock.Elapsed.TotalSeconds:0.0} s from the kill to the other node's first RETR");
        await bench.UntilDeliveredAsync(1);

        var delivery = Assert.Single(await bench.HistoryAsync());
        Assert.StartsWith("n2/", delivery.Owner);
        Assert.InRange(delivery.Fetched, 1, Size - (Before / 2));
        await bench.AssertDeliveredAsync(Name);
        Assert.InRange(bench.Server.Log.PeakControlConnections, 2, bench.Sessions);
    }

    private static async Task FreezeAsync(ClusterBench bench)
    {
        var (first, _) = await BeginAsync(bench);
        await first.SignalAsync("STOP");
        await bench.UntilDeliveredAsync(1);
        var delivery = Assert.Single(await bench.HistoryAsync());
        Assert.StartsWith("n2/", delivery.Owner);
        Assert.InRange(delivery.Fetched, Size, 2 * Size);
        // It still holds the part that it was writing: nobody else has touched that one.
        Assert.True(File.Exists(bench.Target(Name) + ".part"));
        var (mark, written) = (FileMark.Of(bench.Target(Name)), File.GetLastWriteTimeUtc(bench.Target(Name)));

        await first.SignalAsync("CONT");
        await bench.UntilAsync("the node that woke lets go", () => Task.FromResult(!File.Exists(bench.Target(Name) + ".part") && !File.Exists(bench.Target(Name) + ".part.journal")));
        Assert.Contains("The leases of this node could not be renewed", first.Log(), StringComparison.Ordinal);
        Assert.Equal((mark, written), (FileMark.Of(bench.Target(Name)), File.GetLastWriteTimeUtc(bench.Target(Name))));
        await bench.AssertDeliveredAsync(Name);

        // And works again: among twenty files of a second there are some of its own.
        for (var i = 0; i < 20; i++) bench.Server.Files.AddSynthetic($"/pub/later-{i}.bin", 1000, seed: i);
        await bench.UntilDeliveredAsync(21);
        Assert.Single(await bench.HistoryAsync(), one => one.Name == Name);
        Assert.DoesNotContain("defect", bench.Story(), StringComparison.Ordinal);
    }

    // The connections of whoever comes first crawl, those of the others do not.
    private static LoopbackOptions Slow() => new() { Shaping = new LinkShape { BytesPerSecondOf = connection => connection < 12 ? 2 << 20 : null } };

    private static async Task<(ClusterNode First, ClusterNode Second)> BeginAsync(ClusterBench bench)
    {
        bench.Server.Files.AddSynthetic($"/pub/{Name}", Size);
        var first = await bench.StartNodeAsync("n1");
        await bench.Server.Log.WaitForAsync(log => log.Retrievals.Count > 0, bench.Token);
        var second = await bench.StartNodeAsync("n2");
        await bench.UntilNodesAsync(2);
        await bench.Server.Log.WaitForAsync(log => log.BytesSent >= Before, bench.Token);
        await bench.UntilAsync("a journal", () => Task.FromResult(File.Exists(bench.Target(Name) + ".part.journal")));
        Assert.Empty(await bench.HistoryAsync());
        return (first, second);
    }
}
