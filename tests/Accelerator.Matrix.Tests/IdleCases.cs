namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.1 of the fault matrix, T-IDLE and T-NOOP: idle sessions, and the commands sent on them.</summary>
public sealed class IdleCases
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(0.3);

    // The first stream is the slow one. The minimum length of a range keeps the others from taking its last MiB, so they stay idle.
    private static LinkShape OneSlow(int streams) => new() { BytesPerSecondOf = connection => connection > 1 ? 8_000_000 : streams == 1 ? 3_000_000 : 700_000 };

    [Theory]
    [Streams(1, 4)]
    public async Task T_IDLE_1_a_session_that_was_closed_while_idle_is_replaced_once(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = OneSlow(streams) });
        var run = it.GetAsync(streams);
        var idle = streams == 1 ? FaultFixture.Length / 2 : FaultFixture.Length * 3 / 4;
        await it.AtAsync(log => log.RunningTransfers == 1 && log.BytesSent > idle, () => it.Server.CloseControlConnections(CloseKind.Fin));
        await run;

        await it.AssertRightAsync();
        it.AssertConnections(streams + 1, 2 * streams + 1);
        it.AssertSentBytes(1.6);
    }

    [Fact]
    public async Task T_IDLE_2_a_421_while_idle_costs_the_session_and_not_the_file()
    {
        // At most eight sessions are ended, and each is replaced once: a busy client may be idle for as long between two commands, again and again.
        var fault = Fault.OnConnection().First(8).KillWhenIdle(Soon);
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = OneSlow(4), Faults = FaultPlan.Of(fault) });
        var run = it.GetAsync(4);
        await it.ReachAsync(log => log.Logins >= 4 && log.ControlConnections < 4);
        await run;

        await it.AssertRightAsync();
        it.AssertNotSaid("The server allows only");
        it.AssertConnections(4, 12);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_NOOP_1_none_is_sent_where_the_number_of_streams_is_given(int streams)
    {
        await using var it = new FaultFixture();
        await it.GetRightAsync(streams);
        it.AssertSent("NOOP", 0, 0);
    }

    [Theory]
    [InlineData("500 What?")]
    [InlineData("")]
    public async Task T_NOOP_1_one_that_is_refused_or_never_answered_does_not_stop_the_file(string reply)
    {
        await using var it = new FaultFixture(Fault.OnCommand("NOOP").RawReply(reply.Length > 0 ? reply + "\r\n" : ""));
        await it.RunAsync("get", it.UrlOf(FaultFixture.Big), "--streams", "auto", "--timeout-reply", "30");

        await it.AssertRightAsync();
        foreach (var transfer in it.Server.Log.Retrievals)
        {
            var commands = it.Server.Log.CommandsOf(transfer.Connection).ToList();
            it.Check(!commands.Zip(commands.Skip(1)).Any(pair => pair is { First: "EPSV", Second: "NOOP" }), "A NOOP stood between EPSV and RETR.");
        }
    }
}
