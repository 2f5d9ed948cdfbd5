namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.1 of the fault matrix, T-CONN-3: a reset at every step of a session, injected by a proxy.</summary>
public sealed class ResetCases
{
    // Commands, replies and bytes in the order of a session. The last three occur only with several streams, or on a second start.
    [Theory]
    [Streams(1, 4, Each = new object[] { "SYN-ACK", "220", "USER", "PASS", "230", "TYPE", "SIZE", "MDTM", "EPSV", "229", "RETR", "150" })]
    [Streams(1, 4, Each = new object[] { "byte 1", "byte 500000", "226" })]
    [InlineData("FEAT", 4)]
    [InlineData("REST", 4)]
    [InlineData("350", 4)]
    public async Task T_CONN_3_a_reset_at_any_step_costs_one_session(string step, int streams)
    {
        var rule = step switch
        {
            "SYN-ACK" => ChaosRule.ResetAtAccept(),
            ['b', 'y', 't', 'e', ' ', .. var bytes] => ChaosRule.AfterBytes(long.Parse(bytes), ChaosAct.Reset),
            _ when int.TryParse(step, out var code) => ChaosRule.AfterReply(code, ChaosAct.Reset),
            _ => ChaosRule.AfterCommand(step, ChaosAct.Reset),
        };
        await using var it = new FaultFixture().Through(new ChaosPlan { Rules = [rule] });
        await it.GetRightAsync(streams);
        it.AssertDone("Reset");
        it.Check(it.Proxy.ControlConnections <= streams + 3, $"{it.Proxy.ControlConnections} connections for {streams} streams and one reset.");
        it.AssertSentBytes(2);
    }

    [Theory]
    [InlineData("MLSD", LoopbackFeatures.Usual, 1)]
    [InlineData("MLSD", LoopbackFeatures.Usual, 4)]
    [InlineData("CWD", LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, 1)]
    [InlineData("LIST", LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst, 4)]
    public async Task T_CONN_3_a_reset_while_a_folder_is_listed_costs_one_session(string verb, LoopbackFeatures features, int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Features = features });
        it.Through(new ChaosPlan { Rules = [ChaosRule.AfterCommand(verb, ChaosAct.Reset)] });
        it.Serve("/pub/a.bin", 300_000);
        await it.RunAsync("mirror", it.UrlOf("/pub"), it.Folder, "--streams", $"{streams}");

        await it.AssertRightAsync("/pub/a.bin", says: "1 new");
        it.AssertDone($"Reset at command {verb}");
        // All but one end with QUIT: a session that has been idle too, on a busy computer perhaps each of them. The last QUIT may arrive after the run.
        await it.Server.Log.WaitForAsync(log => it.Proxy.ControlConnections <= log.CountOf("QUIT") + 1, CancellationToken.None).SoonAsync();
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_3_a_reset_at_every_login_is_given_up_with_the_step(int streams)
    {
        var rule = ChaosRule.AfterCommand("PASS", ChaosAct.Reset) with { Times = 1000 };
        await using var it = new FaultFixture().Through(new ChaosPlan { Rules = [rule] });
        await it.GetRefusedAsync(5, "PASS", streams);
        it.Check(it.Proxy.ControlConnections <= 9 + streams, $"{it.Proxy.ControlConnections} connections.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_3_a_reset_of_every_third_session_is_survived(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("REST").Every(3).CloseControl(CloseKind.Reset), Fault.OnRetr().Every(3).ResetAfter(700_000));
        await it.GetRightAsync(streams);
        it.AssertFault("reset after");
        it.AssertConnections(streams, streams + 12);
    }
}
