namespace Accelerator.Interop.Tests.Cluster;

/// <summary>The requirements that nodes place on each other: a name, a clock, the same job file, and sessions.</summary>
public sealed class RunnerTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    [LedgerFact]
    public async Task A_node_whose_clock_is_off_does_not_join()
    {
        await using var nodes = await RunnerFixture.StartAsync(postgres);
        var time = new FakeTime();
        time.Advance(TimeProvider.System.GetUtcNow() - time.GetUtcNow() - TimeSpan.FromMinutes(5));
        var error = await Assert.ThrowsAsync<LedgerException>(() => nodes.StartAsync("n1", nodes.File(), time: time));
        Assert.Contains("The clock of n1 is", error.Message, StringComparison.Ordinal);
        Assert.Contains("s behind the database's", error.Message, StringComparison.Ordinal);
        Assert.True(error.IsTransient);
        await nodes.StartAsync("n1", nodes.File(), start: "2", home: "");
    }

    [LedgerFact]
    public async Task A_name_is_one_node_s_and_its_own_next_start_need_not_wait()
    {
        await using var nodes = await RunnerFixture.StartAsync(postgres);
        var first = await nodes.StartAsync("n1", nodes.File(), home: "here.");
        var error = await Assert.ThrowsAsync<LedgerException>(() => nodes.StartAsync("n1", nodes.File(), home: "there."));
        Assert.Contains("Another ftpxd that shares this ledger is also named n1", error.Message, StringComparison.Ordinal);
        await nodes.StartAsync("n2", nodes.File(), home: "there.");
        await nodes.StopAsync(first);
        await nodes.StartAsync("n1", nodes.File(), start: "2", home: "here.");
    }

    [LedgerFact]
    public async Task The_job_file_that_is_put_in_force_last_stops_the_polls_of_the_nodes_that_have_another()
    {
        await using var nodes = await RunnerFixture.StartAsync(postgres);
        var first = await nodes.StartAsync("n1", nodes.File());
        var second = await nodes.StartAsync("n2", nodes.File());
        var stranger = await nodes.StartAsync("n0", nodes.File("yesterday's"));
        Assert.Equal((true, true, false), (first.MayPoll, second.MayPoll, stranger.MayPoll));
        Assert.Contains(nodes.Events, one => one is ("n0", JobEvent.Incident { About: "job file of this node" } incident) && incident.Message.StartsWith("The job file of n1 differs from that of this node, n0,", StringComparison.Ordinal));

        var turns = 0;
        first.TurnChanged = () => Interlocked.Increment(ref turns);
        await second.ApplyAsync(nodes.File("new"));
        Assert.True(second.MayPoll);
        // It is called after the property has changed.
        await nodes.UntilAsync("the others hear of it", () => !first.MayPoll && Volatile.Read(ref turns) > 0);
        Assert.Equal(1, turns);
        await first.ApplyAsync(nodes.File("new"));
        await stranger.ApplyAsync(nodes.File("new"));
        Assert.Equal((true, true, true), (first.MayPoll, second.MayPoll, stranger.MayPoll));
    }

    [LedgerFact]
    public async Task A_node_that_comes_later_gets_its_part_of_the_sessions_from_a_transfer_that_would_last()
    {
        const long Big = 40 << 20;
        // The first data connections, a listing and the streams of the big file, are slow: that file lasts for half a minute, and is not complete when the
        // second node has its part on a busy machine.
        var shaping = new LinkShape { BytesPerSecond = 512 << 10, BytesPerSecondOf = ordinal => ordinal <= 6 ? 256 << 10 : null };
        await using var nodes = await RunnerFixture.StartAsync(postgres, new LoopbackOptions { Shaping = shaping });
        nodes.Sessions = 6;
        nodes.Server.Files.AddSynthetic("/pub/big.bin", Big);
        var first = await nodes.StartAsync("n1", nodes.File());
        await first.PollAsync("passes", isDry: false, default).SoonAsync();
        await nodes.UntilAsync("five streams", () => nodes.Server.Log.RunningTransfers == 5);
        for (var i = 0; i < 600; i++) nodes.Server.Files.AddSynthetic($"/pub/{i:000}.bin", 32 << 10, seed: i);
        await first.PollAsync("passes", isDry: false, default).SoonAsync();

        var second = await nodes.StartAsync("n2", nodes.File());
        await nodes.UntilAsync("three sessions each", () => second.Sessions["svalbard"] == 3 && first.Sessions["svalbard"] == 3);
        Assert.DoesNotContain(Deliveries(nodes), delivered => delivered.TargetPath == nodes.Target("big.bin"));
        await nodes.UntilAsync("all deliveries", () => Deliveries(nodes).Count() == 601);
        Assert.Equal(601, Deliveries(nodes).Select(delivered => delivered.TargetPath).Distinct().Count());
        Assert.Null(await nodes.Server.Files["/pub/big.bin"].Content.FirstDifferenceAsync(nodes.Target("big.bin"), default));
        Assert.InRange(nodes.Server.Log.PeakControlConnections, 6, 6);
    }

    private static IEnumerable<JobEvent.Delivered> Deliveries(RunnerFixture nodes) => nodes.Events.Select(one => one.Event).OfType<JobEvent.Delivered>();
}
