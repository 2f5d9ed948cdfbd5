using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.5 of the fault matrix, T-DROP-3, T-DROP-4 and T-DROP-6: connections that stay open and say nothing.</summary>
public sealed class SilenceCases
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_3_data_that_vanishes_is_fetched_by_another_session(int streams)
    {
        await using var it = new FaultCase().Through(new ChaosPlan { Rules = [ChaosRule.AfterBytes(300_000, ChaosAct.Silence)] });
        await it.GetAsync(streams, "--timeout-stall", "1", "--timeout-reply", "1");

        await it.AssertRightAsync();
        it.AssertDone("Silence at byte 300000");
        it.AssertSent("RETR", streams + 1, 3 * (streams + 1));
        it.AssertConnections(streams, streams + 2);
    }

    [Theory]
    [InlineData("SIZE", 1)]
    [InlineData("EPSV", 1)]
    [InlineData("EPSV", 4)]
    [InlineData("RETR", 1)]
    [InlineData("RETR", 4)]
    public async Task T_DROP_3_a_control_connection_that_vanishes_is_replaced(string at, int streams)
    {
        await using var it = new FaultCase().Through(new ChaosPlan { Rules = [ChaosRule.AfterCommand(at, ChaosAct.Silence)] });
        await it.GetAsync(streams, "--timeout-reply", "1", "--timeout-first-byte", "1", "--timeout-stall", "1");

        await it.AssertRightAsync();
        it.AssertDone($"Silence at command {at}");
        it.AssertConnections(streams, streams + 2);
    }

    // The run waits up to 15 s of its own clock for the last word.
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_3_both_vanishing_together_cost_one_session(int streams)
    {
        await using var it = new FaultCase { Speed = 5 }.Through(new ChaosPlan
        {
            Rules = [ChaosRule.AfterReply(150, ChaosAct.Silence), ChaosRule.AfterBytes(300_000, ChaosAct.Silence)],
        });
        await it.GetAsync(streams, "--timeout-reply", "5", "--timeout-first-byte", "5", "--timeout-stall", "5");

        await it.AssertRightAsync();
        it.AssertDone("Silence", 2);
        it.AssertConnections(streams + 1, streams + 3);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0, 4)]
    [InlineData(1, 1)]
    [InlineData(700_000, 1)]
    [InlineData(700_000, 4)]
    public async Task T_DROP_4_a_server_that_stops_sending_is_left_after_the_limit(long after, int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr(streams == 1 ? 1 : 2).StallAfter(after));
        await it.GetAsync(streams, "--timeout-stall", "1", "--timeout-first-byte", "1", "--timeout-reply", "1");

        await it.AssertRightAsync();
        it.AssertFault("stalled");
        it.AssertSent("RETR", streams + 1, 3 * (streams + 1));
        it.AssertConnections(streams, streams + 3);
    }

    [Fact]
    public async Task T_DROP_4_a_server_that_sends_nothing_for_ever_is_given_up()
    {
        await using var it = new FaultCase(Fault.OnRetr().StallBeforePreliminary()) { Speed = 30 };
        await it.GetAsync(4, "--timeout-first-byte", "6");

        it.AssertRefused(5, "RETR");
        it.AssertSent("RETR", 4, 50);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_4_a_server_that_dribbles_is_as_good_as_silent(int streams)
    {
        await using var it = new FaultCase(Fault.OnRetr(streams == 1 ? 1 : 2).SlowAfter(100_000, 20));
        await it.GetAsync(streams, "--timeout-stall", "1");

        await it.AssertRightAsync();
        it.AssertFault("slowed");
        it.AssertSaid("Trying again");
        it.AssertSent("RETR", streams + 1, 3 * (streams + 1));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_DROP_6_control_connections_forgotten_during_the_data_cost_no_byte(int streams)
    {
        var slow = new LinkShape { BytesPerSecond = streams == 1 ? 3_000_000 : 800_000 };
        await using var it = new FaultCase(new LoopbackOptions { Shaping = slow }) { Speed = 10 };
        it.Through(new ChaosPlan { ForgetsControlAfter = TimeSpan.FromSeconds(0.5) });
        await it.GetAsync(streams, "--timeout-reply", "10");

        await it.AssertRightAsync();
        it.AssertDone("Silence after");
        it.AssertSentBytes(1.6);
        it.AssertConnections(streams + 1, (3 * streams) + 3);
    }
}
