namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.5 of the fault matrix, T-DROP-5 and T-DROP-7 to T-DROP-9: long paths, unplugged cables, restarts, sleep.</summary>
public sealed class PathCases
{
    private const long Long = 3 * FaultFixture.Length;

    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 4)]
    [InlineData(7, 4)]
    public async Task T_DROP_5_a_long_path_that_cuts_everything_into_pieces_costs_no_byte(int largestPiece, int streams)
    {
        var pieces = new ChaosPlan { Seed = largestPiece, LargestControlPiece = largestPiece, LargestDataPiece = 5000 };
        await using var it = new FaultFixture { Time = TimeProvider.System }.Through(pieces with { Latency = TimeSpan.FromSeconds(0.05) });
        await it.GetRightAsync(streams);
        it.AssertSent("RETR", streams, 3 * streams);
        it.AssertConnections(streams, streams + 1);
        // For each range that is ended early, a window of data is in flight.
        it.AssertSentBytes(2.5);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_5_a_path_that_collapses_is_left_by_no_one(int streams)
    {
        await using var it = new FaultFixture { Time = TimeProvider.System }.Through(new ChaosPlan { RateOf = (_, carried) => carried is > 300_000 and < 500_000 ? 200_000 : null });
        await it.GetRightAsync(streams);
        it.AssertNotSaid("Trying again");
        it.AssertConnections(streams, streams + 1);
    }

    [Fact]
    public async Task T_DROP_5_fewer_connections_are_used_through_a_middlebox_that_limits_them()
    {
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 2_000_000 } });
        it.Through(new ChaosPlan { MostConnections = (3, TimeSpan.FromMinutes(1)) });
        await it.GetRightAsync(8);
        it.AssertDone("Reset at the accept");
        it.Check(it.Proxy.ControlConnections <= 8, $"{it.Proxy.ControlConnections} connections through a box that lets 3 pass.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_7_a_cable_that_is_out_for_less_than_the_limit_costs_nothing(int streams)
    {
        await using var it = Start(streams, patience: 60);
        var run = it.GetAsync(streams);
        await HalfwayAsync(it, it.Proxy.Pause);
        await it.PassAsync(TimeSpan.FromSeconds(1));
        it.Proxy.Resume();
        await run;

        await it.AssertRightAsync();
        it.AssertConnections(streams, streams + 1);
        it.AssertSentBytes(1.4, Long);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_7_a_cable_that_is_out_for_longer_than_the_limit_costs_the_sessions(int streams)
    {
        await using var it = Start(streams, patience: 30);
        var run = it.GetAsync(streams);
        await HalfwayAsync(it, it.Proxy.Pause);
        await it.PassAsync(TimeSpan.FromSeconds(60));
        it.Proxy.Resume();
        await run;

        await it.AssertRightAsync();
        it.AssertSaid("Trying again");
        it.AssertConnections(streams + 1, 6 * streams + 6);
        AssertWentOn(it);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_8_a_server_that_restarts_is_waited_for(int streams)
    {
        await using var it = Start(streams, patience: 60);
        var run = it.GetAsync(streams);
        await HalfwayAsync(it, () =>
        {
            it.Proxy.StopListening();
            it.Proxy.DoToAll(ChaosAct.Reset);
        });
        await it.PassAsync(TimeSpan.FromSeconds(20));
        it.Proxy.Listen();
        await run;

        await it.AssertRightAsync();
        it.AssertConnections(streams + 1, (2 * streams) + 4);
        it.AssertSentBytes(1.8, Long);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_9_sockets_that_are_all_dead_after_a_sleep_are_replaced(int streams)
    {
        await using var it = Start(streams, patience: 30);
        var run = it.GetAsync(streams);
        await HalfwayAsync(it, () => it.Proxy.DoToAll(ChaosAct.Silence));
        await run;

        await it.AssertRightAsync();
        it.AssertConnections(streams + 1, (2 * streams) + 2);
        AssertWentOn(it);
    }

    // The buffers of the path hold data that the server sent in vain; the check is that no stream fetched the file from its start again.
    // The start is read once more after the last byte, as a sample that ends after 64 KiB.
    private static void AssertWentOn(FaultFixture it) =>
        it.Check(it.Server.Log.Retrievals.Count(transfer => transfer.Offset == 0 && transfer.BytesSent > Long / 16) == 1, "The file was fetched from its start again.");

    private static FaultFixture Start(int streams, int patience)
    {
        var even = new LinkShape { BytesPerSecond = 8_000_000 / streams };
        var it = new FaultFixture(new LoopbackOptions { Shaping = even }) { Patience = patience }.Through(new ChaosPlan());
        it.Serve(FaultFixture.Big, Long);
        return it;
    }

    private static Task HalfwayAsync(FaultFixture it, Action act) => it.AtAsync(log => log.BytesSent > Long / 3, act);
}
