namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.1 of the fault matrix, T-CONN-3: a reset at every step of a session, put there by a proxy.</summary>
public sealed class ResetCases
{
    private static Dictionary<string, ChaosRule> Steps { get; } = new()
    {
        ["SYN-ACK"] = ChaosRule.ResetAtAccept(),
        ["the greeting"] = ChaosRule.AfterReply(220, ChaosAct.Reset),
        ["USER"] = ChaosRule.AfterCommand("USER", ChaosAct.Reset),
        ["PASS"] = ChaosRule.AfterCommand("PASS", ChaosAct.Reset),
        ["the login"] = ChaosRule.AfterReply(230, ChaosAct.Reset),
        ["TYPE"] = ChaosRule.AfterCommand("TYPE", ChaosAct.Reset),
        ["SIZE"] = ChaosRule.AfterCommand("SIZE", ChaosAct.Reset),
        ["MDTM"] = ChaosRule.AfterCommand("MDTM", ChaosAct.Reset),
        ["EPSV"] = ChaosRule.AfterCommand("EPSV", ChaosAct.Reset),
        ["the port"] = ChaosRule.AfterReply(229, ChaosAct.Reset),
        ["RETR"] = ChaosRule.AfterCommand("RETR", ChaosAct.Reset),
        ["150"] = ChaosRule.AfterReply(150, ChaosAct.Reset),
        ["the first byte"] = ChaosRule.AfterBytes(1, ChaosAct.Reset),
        ["the middle of the data"] = ChaosRule.AfterBytes(500_000, ChaosAct.Reset),
        ["226"] = ChaosRule.AfterReply(226, ChaosAct.Reset),
    };

    public static TheoryData<string, int> Cases()
    {
        var cases = new TheoryData<string, int>();
        foreach (var step in Steps.Keys)
        {
            cases.Add(step, 1);
            cases.Add(step, 4);
        }
        // What only several streams, or a second start, send at all.
        cases.Add("FEAT", 4);
        cases.Add("REST", 4);
        cases.Add("350", 4);
        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task T_CONN_3_a_reset_at_any_step_costs_one_session(string step, int streams)
    {
        var rule = step switch
        {
            "FEAT" or "REST" => ChaosRule.AfterCommand(step, ChaosAct.Reset),
            "350" => ChaosRule.AfterReply(350, ChaosAct.Reset),
            _ => Steps[step],
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
        it.Check(it.Proxy.ControlConnections <= streams + 3, $"{it.Proxy.ControlConnections} connections.");
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
