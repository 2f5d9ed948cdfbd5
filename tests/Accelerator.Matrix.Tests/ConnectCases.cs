namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.1 of the fault matrix, T-CONN: from the name to the greeting.</summary>
public sealed class ConnectCases
{
    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_1_a_late_greeting_is_waited_for_once(int streams)
    {
        await using var it = new FaultFixture(Fault.OnConnection().BannerAfter(TimeSpan.FromSeconds(7)));
        await it.GetRightAsync(streams, "--timeout-reply", "30");
        it.AssertFault("greets after", streams);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_1_a_greeting_after_the_limit_ends_with_the_option_that_allows_more(int streams)
    {
        await using var it = new FaultFixture(Fault.OnConnection().BannerAfter(TimeSpan.FromSeconds(30)));
        await it.GetRefusedAsync(5, "--timeout-reply", streams, "--timeout-reply", "5");
        it.AssertSaid("no complete answer");
        it.AssertConnections(1, 5);
    }

    [Theory]
    [Streams(4, 8)]
    public async Task T_CONN_2_accept_then_close_is_a_limit_while_others_are_in(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { MaxConnections = 2, LimitPoint = LimitPoint.CloseWithoutBanner });
        await it.GetRightAsync(streams);
        it.AssertRefusals(4);
        it.AssertSaid("allows only 2 connections");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_2_accept_then_close_at_first_is_tried_again(int streams)
    {
        await using var it = new FaultFixture(Fault.OnConnection().First(3).CloseWithoutBanner());
        await it.GetRightAsync(streams);
        it.AssertFault("without a banner", 3);
        it.AssertConnections(4, 4 + streams);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_2_accept_then_close_for_ever_is_given_up_after_a_few_attempts(int streams)
    {
        await using var it = new FaultFixture(Fault.OnConnection().Reset());
        await it.GetRefusedAsync(5, "reeting", streams);
        // Eight retries with growing pauses, and the connects that were in flight together at the start.
        it.AssertConnections(2, 9 + streams);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "SSH-2.0-x", "SSH-2.0-OpenSSH_9.6", "HTTP/1.1 400 Bad Request", "+OK POP3 ready" })]
    public async Task T_CONN_4_a_server_that_is_not_FTP_is_sent_no_command(string banner, int streams)
    {
        await using var it = new FaultFixture(Fault.OnConnection().Banner(banner)) { Login = "u:secret" };
        await it.GetRefusedAsync(5, "not an FTP server", streams);
        it.AssertSaid(banner.StartsWith('+') ? "Check host and port" : "check the port");
        it.Check(it.Server.Log.Commands.Count == 0, "Something was sent.");
        it.AssertConnections(1, 5);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_5_a_greeting_of_230_is_a_login(int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions { Banner = "230 Logged in already." });
        await it.GetRightAsync(streams);
        it.AssertSent("USER", 0, 0);
        it.AssertSent("PASS", 0, 0);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_6_data_goes_where_the_control_connection_goes(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPSV").Reply("500 What?"), Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse("127.0.0.2")));
        it.Host = $"localhost:{it.Server.EndPoint.Port}";
        await it.GetRightAsync(streams);
        it.AssertFault("named the address 127.0.0.2", streams);
        it.Check(it.Server.Log.ForeignDataConnections == 0, "The address in the 227 was contacted.");
    }

    // Where a name has two addresses (most machines have ::1 and 127.0.0.1 for this one), the server listens on the last.
    [Theory]
    [Streams(1, 4)]
    public async Task T_CONN_7_the_next_address_of_a_name_is_tried(int streams)
    {
        var addresses = await Dns.GetHostAddressesAsync("localhost");
        await using var it = new FaultFixture(new LoopbackOptions { Address = addresses[^1] });
        it.Host = $"localhost:{it.Server.EndPoint.Port}";
        await it.GetRightAsync(streams);
        it.AssertConnections(streams, streams + 1);
    }
}
