namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.5 of the fault matrix, T-DROP-3, T-DROP-4 and T-DROP-6: connections that stay open and deliver nothing.</summary>
public sealed class SilenceCases
{
    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_3_data_that_vanishes_is_fetched_by_another_session(int streams)
    {
        await using var it = new FaultFixture { Patience = 30 }.Through(new ChaosPlan { Rules = [ChaosRule.AfterBytes(300_000, ChaosAct.Silence)] });
        await it.GetRightAsync(streams);
        it.AssertDone("Silence at byte 300000");
        it.AssertRetrs(streams + 1, streams);
        it.AssertConnections(streams, streams + 2);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "SIZE", "EPSV", "RETR" })]
    public async Task T_DROP_3_a_control_connection_that_vanishes_is_replaced(string at, int streams)
    {
        await using var it = new FaultFixture { Patience = 30 }.Through(new ChaosPlan { Rules = [ChaosRule.AfterCommand(at, ChaosAct.Silence)] });
        await it.GetRightAsync(streams);
        it.AssertDone($"Silence at command {at}");
        it.AssertConnections(streams, streams + 2);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_3_both_vanishing_together_cost_one_session(int streams)
    {
        await using var it = new FaultFixture().Through(new ChaosPlan
        {
            Rules = [ChaosRule.AfterReply(150, ChaosAct.Silence), ChaosRule.AfterBytes(300_000, ChaosAct.Silence)],
        });
        await it.GetRightAsync(streams);
        it.AssertDone("Silence", 2);
        // Another session takes the rest: a new one, or one that has become idle. No QUIT is sent on the lost one.
        it.AssertConnections(Math.Max(2, streams), streams + 3);
        it.Check(it.Server.Log.CountOf("QUIT") < it.Server.Log.ControlConnectionsOpened, "No session was given up.");
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { 0L, 1L, 700_000L })]
    public async Task T_DROP_4_a_server_that_stops_sending_is_left_after_the_limit(long after, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr(streams == 1 ? 1 : 2).StallAfter(after)) { Patience = 30 };
        await it.GetRightAsync(streams);
        it.AssertFault("stalled");
        it.AssertRetrs(streams + 1, streams);
        it.AssertSentBytes(1.2);
        it.AssertConnections(streams, streams + 3);
    }

    [Fact]
    public async Task T_DROP_4_a_server_that_sends_nothing_for_ever_is_given_up()
    {
        await using var it = new FaultFixture(Fault.OnRetr().StallBeforePreliminary());
        await it.GetRefusedAsync(5, "RETR", 4);
        it.AssertSent("RETR", 4, 50);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_4_a_server_that_dribbles_is_as_good_as_silent(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr(streams == 1 ? 1 : 2).SlowAfter(100_000, 20));
        await it.GetRightAsync(streams, "--timeout-stall", "2");
        it.AssertFault("slowed");
        it.AssertSaid("Trying again");
        it.AssertRetrs(streams + 1, streams);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_DROP_6_control_connections_forgotten_during_the_data_cost_no_byte(int streams)
    {
        var forget = ChaosRule.AfterReply(150, ChaosAct.Silence) with { Times = streams };
        await using var it = new FaultFixture { Patience = 30 }.Through(new ChaosPlan { Rules = [forget] });
        await it.GetRightAsync(streams);
        it.AssertDone("Silence at reply 150", streams);
        // Includes the samples after the last byte, of which the server sends more than is read.
        it.AssertSentBytes(2.0);
        it.AssertConnections(streams + 1, (3 * streams) + 3);
    }
}
