using System.Net;
using Accelerator.Loopback;
using Accelerator.TestKit;

namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.2 of the fault matrix, T-PASV-1 to T-PASV-5: what the replies to PASV and EPSV say.</summary>
public sealed class PassiveCases
{
    private static readonly Fault NoEpsv = Fault.OnCommand("EPSV").Reply("500 What?");

    private static Dictionary<string, Func<IPEndPoint, string>> Forms { get; } = new()
    {
        ["no parentheses"] = PassiveForms.NoParentheses,
        ["several lines"] = PassiveForms.MultiLine,
        ["digits before"] = to => "227 1st port of 10 " + PassiveForms.Usual227(to)[4..],
        ["256"] = to => $"227 Entering Passive Mode (256,0,0,1,{to.Port >> 8},{to.Port & 0xFF}).",
        ["port 0"] = _ => "227 Entering Passive Mode (127,0,0,1,0,0).",
        ["port 70000"] = _ => "229 Entering Extended Passive Mode (|||70000|)",
    };

    [Theory]
    [InlineData("0.0.0.0", 1)]
    [InlineData("0.0.0.0", 4)]
    [InlineData("127.0.0.2", 1)]
    [InlineData("127.0.0.2", 4)]
    [InlineData("10.0.0.1", 1)]
    [InlineData("10.0.0.1", 4)]
    public async Task T_PASV_1_the_address_in_a_227_is_not_believed(string address, int streams)
    {
        await using var it = new FaultCase(NoEpsv, Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse(address)));
        await it.GetAsync(streams);

        await AssertSafeAsync(it, streams);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_PASV_1_an_address_that_a_box_on_the_path_has_written_is_not_believed(int streams)
    {
        await using var it = new FaultCase(NoEpsv);
        it.Through(new ChaosPlan { Reply227 = to => PassiveForms.Usual227(new IPEndPoint(IPAddress.Parse("127.0.0.2"), to.Port)) });
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.Check(it.Proxy.DataConnections >= streams, "The data should have come through the proxy.");
    }

    [Theory]
    [InlineData("169.254.169.254", 1)]
    [InlineData("169.254.169.254", 4)]
    [InlineData("127.0.0.3", 4)]
    public async Task T_PASV_2_a_canary_named_in_a_227_stays_silent(string address, int streams)
    {
        await using var it = new FaultCase(NoEpsv, Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse(address)));
        await it.GetAsync(streams);

        await AssertSafeAsync(it, streams);
    }

    [Theory]
    [InlineData("no parentheses", 1)]
    [InlineData("no parentheses", 4)]
    [InlineData("several lines", 1)]
    [InlineData("several lines", 4)]
    [InlineData("digits before", 1)]
    [InlineData("digits before", 4)]
    public async Task T_PASV_3_unusual_words_around_the_numbers_are_read(string form, int streams)
    {
        await using var it = new FaultCase(NoEpsv, Fault.OnCommand("PASV").PassiveReply(Forms[form]));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("worded its passive reply", streams);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [InlineData("256", 1)]
    [InlineData("256", 4)]
    [InlineData("port 0", 1)]
    [InlineData("port 0", 4)]
    [InlineData("port 70000", 4)]
    public async Task T_PASV_3_a_reply_without_a_usable_port_costs_one_session(string form, int streams)
    {
        await using var it = new FaultCase(NoEpsv, Fault.OnCommand("PASV", nth: 1).PassiveReply(Forms[form]));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("worded its passive reply");
        it.AssertSaid("names no port");
        it.AssertConnections(streams, streams + 2);
    }

    [Theory]
    [InlineData("EPSV", 1)]
    [InlineData("EPSV", 4)]
    [InlineData("PASV", 1)]
    [InlineData("PASV", 4)]
    public async Task T_PASV_2_a_port_of_another_service_is_not_called(string verb, int streams)
    {
        var privileged = Fault.OnCommand(verb, nth: 1).PassiveReply(_ => verb == "EPSV" ? "229 Entering Extended Passive Mode (|||25|)" : "227 Entering Passive Mode (127,0,0,1,0,25).");
        await using var it = verb == "PASV" ? new FaultCase(NoEpsv, privileged) : new FaultCase(privileged);
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("worded its passive reply");
        it.AssertNotSaid(":25 failed");
        it.AssertSent("PASV", 1, 4 * streams);
    }

    [Theory]
    [InlineData("256", 1)]
    [InlineData("port 0", 4)]
    public async Task T_PASV_3_replies_without_a_usable_port_for_ever_are_given_up(string form, int streams)
    {
        await using var it = new FaultCase(NoEpsv, Fault.OnCommand("PASV").PassiveReply(Forms[form])) { Speed = 30 };
        await it.GetAsync(streams);

        it.AssertRefused(5, "names no port");
        it.AssertSent("PASV", 1, 14 * streams);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_PASV_4_the_code_of_the_reply_decides_its_form(int streams)
    {
        await using var it = new FaultCase(Fault.OnCommand("EPSV").PassiveReply(PassiveForms.Usual227));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertSent("PASV", 0, 0);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_PASV_4_a_PASV_answered_with_229_works(int streams)
    {
        await using var it = new FaultCase(NoEpsv, Fault.OnCommand("PASV").PassiveReply(PassiveForms.Usual229));
        await it.GetAsync(streams);

        await it.AssertRightAsync();
        it.AssertFault("worded its passive reply", streams);
    }

    [Theory]
    [InlineData("500 What?", 1)]
    [InlineData("500 What?", 4)]
    [InlineData("502 Not here.", 1)]
    [InlineData("502 Not here.", 4)]
    [InlineData("522 Use (2).", 1)]
    [InlineData("522 Use (2).", 4)]
    public async Task T_PASV_5_a_refused_EPSV_is_not_asked_again(string reply, int streams)
    {
        await using var it = new FaultCase(Fault.OnCommand("EPSV").Reply(reply));
        it.Serve("/next.bin", FaultCase.Length, seed: 2);
        await it.GetAsync([FaultCase.Big, "/next.bin"], streams);

        await it.AssertRightAsync();
        await it.AssertRightAsync("/next.bin");
        // Those that were sent before the first answer came.
        it.AssertSent("EPSV", 1, streams);
    }

    private static async Task AssertSafeAsync(FaultCase it, int streams)
    {
        await it.AssertRightAsync();
        it.AssertFault("named the address", streams);
        it.Check(it.Server.Log.ForeignDataConnections == 0, "The address in the 227 was contacted.");
    }
}
