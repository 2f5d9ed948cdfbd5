using System.Net;
using Accelerator.Loopback;

namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.1 of the fault matrix, T-CONN: from the name to the greeting.</summary>
public sealed class ConnectCases
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_1_a_late_greeting_is_waited_for_once(int streams)
    {
        await using var it = new FaultCase(Fault.OnConnection().BannerAfter(TimeSpan.FromSeconds(0.7)));
        await it.GetAsync(streams, "--timeout-reply", "3");

        await it.AssertRightAsync();
        it.AssertFault("greets after", streams);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_1_a_greeting_after_the_limit_ends_with_the_option_that_allows_more(int streams)
    {
        await using var it = new FaultCase(Fault.OnConnection().BannerAfter(TimeSpan.FromSeconds(3)));
        await it.GetAsync(streams, "--timeout-reply", "0.5");

        it.AssertRefused(5, "--timeout-reply");
        it.AssertConnections(1, 5);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    public async Task T_CONN_2_accept_then_close_is_a_limit_while_others_are_in(int streams)
    {
        await using var it = new FaultCase(new LoopbackOptions { MaxConnections = 2, LimitPoint = LimitPoint.CloseWithoutBanner });
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertRefusals(4);
        it.AssertSaid("no more than 2 connections");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_2_accept_then_close_at_first_is_tried_again(int streams)
    {
        await using var it = new FaultCase(Fault.OnConnection().First(3).CloseWithoutBanner()) { Speed = 10 };
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("without a banner", 3);
        it.AssertConnections(4, 4 + streams);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_2_accept_then_close_for_ever_is_given_up_after_a_few_attempts(int streams)
    {
        await using var it = new FaultCase(Fault.OnConnection().Reset()) { Speed = 30 };
        await it.GetAsync(streams);

        it.AssertRefused(5, "reeting");
        // Eight tries again with growing pauses, and those that were on their way together at the start.
        it.AssertConnections(2, 9 + streams);
    }

    [Theory]
    [InlineData("SSH-2.0-x", 1)]
    [InlineData("SSH-2.0-OpenSSH_9.6", 4)]
    [InlineData("HTTP/1.1 400 Bad Request", 1)]
    [InlineData("HTTP/1.1 400 Bad Request", 4)]
    public async Task T_CONN_4_a_server_that_is_none_of_FTP_is_told_nothing(string banner, int streams)
    {
        await using var it = new FaultCase(Fault.OnConnection().Banner(banner)) { Login = "u:secret" };
        await it.GetAsync(streams);

        it.AssertRefused(5, "does not speak FTP");
        it.AssertSaid("check the port");
        it.Check(it.Server.Log.Commands.Count == 0, "Something was sent.");
        it.AssertConnections(1, 5);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_5_a_greeting_of_230_is_a_login(int streams)
    {
        await using var it = new FaultCase(new LoopbackOptions { Banner = "230 Logged in already." });
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertSent("USER", 0, 0);
        it.AssertSent("PASS", 0, 0);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_5_where_TLS_is_demanded_a_230_is_no_login(int streams)
    {
        await using var it = new FaultCase(new LoopbackOptions { Banner = "230 Logged in already." }) { Login = "u:secret" };
        await it.GetAsync(streams, "--tls", "explicit");

        it.AssertRefused(11, "offers no TLS");
        it.AssertSent("AUTH", 1, 5);
        it.Check(it.Server.Log.Commands.All(command => command.Verb is "AUTH"), "Something was sent in the clear.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_6_data_goes_where_the_control_connection_goes(int streams)
    {
        await using var it = new FaultCase(Fault.OnCommand("EPSV").Reply("500 What?"), Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse("127.0.0.2")));
        it.Host = $"localhost:{it.Server.EndPoint.Port}";
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("named the address 127.0.0.2", streams);
        it.Check(it.Server.Log.ForeignDataConnections == 0, "The address in the 227 was contacted.");
    }

    // Where a name has two addresses (most machines have ::1 and 127.0.0.1 for this one) the server is at the last.
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_CONN_7_the_next_address_of_a_name_is_tried(int streams)
    {
        var addresses = await Dns.GetHostAddressesAsync("localhost");
        await using var it = new FaultCase(new LoopbackOptions { Address = addresses[^1] });
        it.Host = $"localhost:{it.Server.EndPoint.Port}";
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertConnections(streams, streams + 1);
    }
}
