namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.2 of the fault matrix, T-PASV-6 to T-PASV-9, T-IP6 and T-MULTI: what is behind the port, and which address it is called from.
/// </summary>
public sealed class PassivePortCases
{
    [Theory]
    [Streams(1, 4)]
    public async Task T_PASV_6_an_EPSV_port_that_is_silent_leads_to_PASV(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPSV").SilentPort());
        await it.GetRightAsync(streams, "--timeout-connect", "5");
        it.AssertFault("silent");
        it.AssertSent("PASV", 1, 3 * streams + 2);
        it.AssertConnections(streams + 1, (2 * streams) + 2);
    }

    [Fact]
    public async Task T_PASV_7_ports_that_run_out_lower_the_number_of_streams()
    {
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 2_000_000 } });
        var run = it.GetAsync(8);
        // A refusal is evidence of a limit only while other streams receive. The refusal of an EPSV that is sent with the login is ignored:
        // that can be one for each of the five other sessions, and three are left.
        await it.AtAsync(log => log.RunningTransfers >= 3, () => it.Server.Inject(Fault.OnCommand("EPSV").First(8).Reply("425 No free ports.")));
        await run;

        await it.AssertRightAsync();
        it.AssertFault("425");
        it.AssertSaid("The server allows only ");
        it.AssertSent("EPSV", 4, 20);
    }

    [Fact]
    public async Task T_PASV_7_ports_that_run_out_for_one_stream_are_waited_for()
    {
        await using var it = new FaultFixture(
            Fault.OnCommand("EPSV").First(3).Reply("425 No free ports."), Fault.OnCommand("PASV").First(3).Reply("425 No free ports."));
        await it.GetRightAsync(1);
        it.AssertFault("425", 6);
        it.AssertSent("EPSV", 4, 6);
    }

    // No server is known that listens only when RETR arrives; here the run ends with an error message and without a storm of connects.
    [Theory]
    [Streams(1, 4)]
    public async Task T_PASV_8_a_port_that_opens_only_at_RETR_is_given_up_in_a_sentence(int streams)
    {
        // The port opens after this delay. By then a busy client has tried to connect, too.
        Fault[] faults = [Fault.OnCommand("EPSV").ListenLate(), Fault.OnCommand("PASV").ListenLate(), Fault.OnCommand("RETR").After(TimeSpan.FromSeconds(30))];
        await using var it = new FaultFixture(faults);
        await it.GetRefusedAsync(5, "The data connection to", streams);
        it.AssertConnections(2, 14 * streams);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_PASV_9_ports_that_refuse_three_times_cost_sessions_and_not_the_file(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPSV").First(2).RefusingPort(), Fault.OnCommand("PASV").First(1).RefusingPort());
        await it.GetRightAsync(streams);
        it.AssertFault("a port that refuses", 2);
        // If a 425 arrives before the client notices the refused connect, the session remains usable.
        it.AssertConnections(streams, streams + 6);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_IP6_1_over_IPv6_only_EPSV_is_used(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Address = IPAddress.IPv6Loopback });
        await it.GetRightAsync(streams);
        it.AssertSent("PASV", 0, 0);
        it.AssertSent("EPSV", streams, 4 * streams + 4);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_MULTI_1_data_leaves_from_where_the_control_connection_left(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { RefuseForeignDataPeer = true });
        await it.GetRightAsync(streams, "--bind", "127.0.0.3");
        it.Check(it.Server.Log.Retrievals.All(transfer => transfer.DataPeer!.Address.ToString() == "127.0.0.3"), "Data came from another address.");
    }
}
