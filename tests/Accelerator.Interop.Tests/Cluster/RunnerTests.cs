using Accelerator.Jobs;
using Accelerator.Jobs.Ledger;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>What nodes owe to each other: a name, a clock, the same job file, and sessions.</summary>
[Trait("Group", "postgresql")]
[Collection(PostgresFixture.Collection)]
public sealed class RunnerTests(PostgresFixture postgres)
{
    [LedgerFact]
    public async Task A_node_whose_clock_is_off_does_not_join()
    {
        await using var bench = await RunnerBench.StartAsync(postgres);
        var time = new FakeTime();
        time.Advance(TimeProvider.System.GetUtcNow() - time.GetUtcNow() - TimeSpan.FromMinutes(5));
        var error = await Assert.ThrowsAsync<LedgerException>(() => bench.StartAsync("n1", bench.File(), time: time));
        Assert.Contains("The clock of n1 is", error.Message, StringComparison.Ordinal);
        Assert.Contains("s behind the database's", error.Message, StringComparison.Ordinal);
        Assert.True(error.IsTransient);
        await bench.StartAsync("n1", bench.File(), start: "2", home: "");
    }

    [LedgerFact]
    public async Task A_name_is_one_node_s_and_its_own_next_start_need_not_wait()
    {
        await using var bench = await RunnerBench.StartAsync(postgres);
        var first = await bench.StartAsync("n1", bench.File(), home: "here.");
        var error = await Assert.ThrowsAsync<LedgerException>(() => bench.StartAsync("n1", bench.File(), home: "there."));
        Assert.Contains("Another ftpxd that shares this ledger is called n1 too", error.Message, StringComparison.Ordinal);
        await bench.StartAsync("n2", bench.File(), home: "there.");
        await bench.StopAsync(first);
        await bench.StartAsync("n1", bench.File(), start: "2", home: "here.");
    }

    [LedgerFact]
    public async Task The_job_file_that_is_put_in_force_last_stops_the_looks_of_the_nodes_that_have_another()
    {
        await using var bench = await RunnerBench.StartAsync(postgres);
        var first = await bench.StartAsync("n1", bench.File());
        var second = await bench.StartAsync("n2", bench.File());
        var stranger = await bench.StartAsync("n3", bench.File("yesterday's"));
        Assert.Equal((true, true, false), (first.MayLook, second.MayLook, stranger.MayLook));
        Assert.Contains(bench.Events, one => one is ("n3", JobEvent.Trouble { About: "job file of this node" } trouble) && trouble.Message.StartsWith("n1 has another job file than this node, n3,", StringComparison.Ordinal));

        var turns = 0;
        first.TurnChanged = () => turns++;
        await second.ApplyAsync(bench.File("new"));
        Assert.True(second.MayLook);
        await bench.UntilAsync("the others hear of it", () => !first.MayLook);
        Assert.Equal(1, turns);
        await first.ApplyAsync(bench.File("new"));
        await stranger.ApplyAsync(bench.File("new"));
        Assert.Equal((true, true, true), (first.MayLook, second.MayLook, stranger.MayLook));
    }

    [LedgerFact]
    public async Task A_node_that_comes_later_gets_its_part_of_the_sessions_from_a_transfer_that_would_last()
    {
        const long Big = 40 << 20;
        await using var bench = await RunnerBench.StartAsync(postgres, new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 512 << 10 } });
        bench.Sessions = 6;
        bench.Server.Files.AddSynthetic("/pub/big.bin", Big);
        var first = await bench.StartAsync("n1", bench.File());
        await first.LookAsync("passes", isDry: false, default).SoonAsync();
        await bench.UntilAsync("five streams", () => bench.Server.Log.RunningTransfers == 5);
        for (var i = 0; i < 600; i++) bench.Server.Files.AddSynthetic($"/pub/{i:000}.bin", 32 << 10, seed: i);
        await first.LookAsync("passes", isDry: false, default).SoonAsync();

        var second = await bench.StartAsync("n2", bench.File());
        await bench.UntilAsync("three sessions each", () => second.Sessions["svalbard"] == 3 && first.Sessions["svalbard"] == 3);
        Assert.DoesNotContain(Deliveries(bench), delivered => delivered.TargetPath == bench.Target("big.bin"));
        await bench.UntilAsync("all deliveries", () => Deliveries(bench).Count() == 601);
        Assert.Equal(601, Deliveries(bench).Select(delivered => delivered.TargetPath).Distinct().Count());
        Assert.Null(await bench.Server.Files["/pub/big.bin"].Content.FirstDifferenceAsync(bench.Target("big.bin"), default));
        Assert.InRange(bench.Server.Log.PeakControlConnections, 6, 6);
    }

    private static IEnumerable<JobEvent.Delivered> Deliveries(RunnerBench bench) => bench.Events.Select(one => one.Event).OfType<JobEvent.Delivered>();
}
