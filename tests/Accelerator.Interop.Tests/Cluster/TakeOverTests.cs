using Accelerator.Engine.Storage;
using Xunit.Abstractions;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Tests of a node's files after the node dies, and when it only seems dead.</summary>
public sealed class TakeOverTests(PostgresFixture postgres, ITestOutputHelper output) : IClassFixture<PostgresFixture>
{
    private const long Size = 96 << 20;
    private const long Before = 16 << 20;
    private const string Name = "pass.bin";

    /// <summary>Both take half a minute, most of which is waiting: they do that side by side.</summary>
    [LedgerFact]
    public async Task Files_of_a_killed_or_frozen_node_are_delivered_once_by_another()
    {
        var (ofKilled, ofFrozen) = (new Slowness(), new Slowness());
        await using var killed = await ClusterFixture.StartAsync(postgres, ofKilled.Options);
        await using var frozen = await ClusterFixture.StartAsync(postgres, ofFrozen.Options);
        ofKilled.Sent = () => killed.Server.Log.BytesSent;
        ofFrozen.Sent = () => frozen.Server.Log.BytesSent;
        await Task.WhenAll(KillAsync(killed, ofKilled), FreezeAsync(frozen, ofFrozen));
    }

    private async Task KillAsync(ClusterFixture nodes, Slowness slowness)
    {
        var (first, _) = await BeginAsync(nodes);
        var begun = nodes.Server.Log.Retrievals.Count;
        var clock = Stopwatch.StartNew();
        await first.Run!.KillAsync();
        slowness.End();
        await nodes.UntilAsync("the other node begins", () => Task.FromResult(nodes.Server.Log.Retrievals.Count > begun));
        output.WriteLine($"cluster: {clock.Elapsed.TotalSeconds:0.0} s from the kill to the other node's first RETR");
        await nodes.UntilDeliveredAsync(1);

        var delivery = Assert.Single(await nodes.HistoryAsync());
        Assert.StartsWith("n2/", delivery.Owner);
        Assert.InRange(delivery.Fetched, 1, Size - (Before / 2));
        await nodes.AssertDeliveredAsync(Name);
        Assert.InRange(nodes.Server.Log.PeakControlConnections, 2, nodes.Sessions);
    }

    private static async Task FreezeAsync(ClusterFixture nodes, Slowness slowness)
    {
        var (first, _) = await BeginAsync(nodes);
        await first.Run!.SignalAsync("STOP");
        slowness.End();
        await nodes.UntilDeliveredAsync(1);
        var delivery = Assert.Single(await nodes.HistoryAsync());
        Assert.StartsWith("n2/", delivery.Owner);
        Assert.InRange(delivery.Fetched, Size, 2 * Size);
        // The partial file that the stopped node was writing remains: no other node has touched it.
        Assert.True(File.Exists(nodes.Target(Name) + ".part"));
        var (mark, written) = (FileMark.Of(nodes.Target(Name)), File.GetLastWriteTimeUtc(nodes.Target(Name)));

        await first.Run!.SignalAsync("CONT");
        await nodes.UntilAsync(
            "the node that woke lets go",
            () => Task.FromResult(!File.Exists(nodes.Target(Name) + ".part") && !File.Exists(nodes.Target(Name) + ".part.journal")));
        // If the node was stopped during a renewal, it logs the failure one heartbeat after its transfer has ended.
        await nodes.UntilAsync(
            "the node that woke names its leases",
            () => Task.FromResult(first.Log().Contains("The leases of this node could not be renewed", StringComparison.Ordinal)));
        Assert.Equal((mark, written), (FileMark.Of(nodes.Target(Name)), File.GetLastWriteTimeUtc(nodes.Target(Name))));
        await nodes.AssertDeliveredAsync(Name);

        // The node works again: of twenty files, each of which takes a second, it delivers some.
        for (var i = 0; i < 20; i++) nodes.Server.Files.AddSynthetic($"/pub/later-{i}.bin", 1000, seed: i);
        await nodes.UntilDeliveredAsync(21);
        Assert.Single(await nodes.HistoryAsync(), one => one.Name == Name);
        Assert.DoesNotContain("defect", nodes.Story(), StringComparison.Ordinal);
    }

    private static async Task<(ClusterNode First, ClusterNode Second)> BeginAsync(ClusterFixture nodes)
    {
        nodes.Server.Files.AddSynthetic($"/pub/{Name}", Size);
        var first = await nodes.StartNodeAsync("n1");
        await nodes.Server.Log.WaitForAsync(log => log.Retrievals.Count > 0, nodes.Token);
        var second = await nodes.StartNodeAsync("n2");
        await nodes.UntilNodesAsync(2);
        await nodes.Server.Log.WaitForAsync(log => log.BytesSent >= Before, nodes.Token);
        await nodes.UntilAsync("a journal of most of that", async () => await JournalledAsync(nodes) >= Before * 3 / 4);
        Assert.Empty(await nodes.HistoryAsync());
        return (first, second);
    }

    private static async Task<long> JournalledAsync(ClusterFixture nodes)
    {
        var journal = await ResumeJournal.ReadAsync(nodes.Target(Name) + ".part.journal", nodes.Token);
        return journal.State is { } state ? state.Proven.Concat(state.Unproven).Sum(range => range.Length) : 0;
    }

    /// <summary>
    /// Data connections are slow until this ends, and those that are opened after <see cref="Before"/> nearly stand still: the first node needs more
    /// than a minute for its file, so that it is incomplete when the second node has started on a busy machine. The second node then needs no minute for it.
    /// </summary>
    private sealed class Slowness
    {
        private volatile bool _isOver;

        public Func<long> Sent { get; set; } = static () => 0;

        public LoopbackOptions Options => new() { Shaping = new LinkShape { BytesPerSecondOf = _ => _isOver ? null : Sent() < Before ? 320 << 10 : 32 << 10 } };

        public void End() => _isOver = true;
    }
}
