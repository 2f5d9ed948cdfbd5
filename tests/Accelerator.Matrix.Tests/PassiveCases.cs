namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.2 of the fault matrix, T-PASV-1 to T-PASV-5: the content of the replies to PASV and EPSV.</summary>
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
    [Streams(1, 4, Each = new object[] { "0.0.0.0", "127.0.0.2", "10.0.0.1", "169.254.169.254" })]
    public async Task T_PASV_1_the_address_in_a_227_is_ignored(string address, int streams)
    {
        await using var it = new FaultFixture(NoEpsv, Fault.OnCommand("PASV").ForeignAddress(IPAddress.Parse(address)));
        await it.GetRightAsync(streams);
        it.AssertFault("named the address", streams);
        it.Check(it.Server.Log.ForeignDataConnections == 0, "The address in the 227 was contacted.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_PASV_1_an_address_rewritten_by_a_middlebox_is_ignored(int streams)
    {
        await using var it = new FaultFixture(NoEpsv);
        it.Through(new ChaosPlan { Reply227 = to => PassiveForms.Usual227(new IPEndPoint(IPAddress.Parse("127.0.0.2"), to.Port)) });
        await it.GetRightAsync(streams);
        it.Check(it.Proxy.DataConnections >= streams, "The data should have come through the proxy.");
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "no parentheses", "several lines", "digits before" })]
    public async Task T_PASV_3_unusual_words_around_the_numbers_are_read(string form, int streams)
    {
        await using var it = new FaultFixture(NoEpsv, Fault.OnCommand("PASV").PassiveReply(Forms[form]));
        await it.GetRightAsync(streams);
        it.AssertFault("worded its passive reply", streams);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "256", "port 0", "port 70000" })]
    public async Task T_PASV_3_a_reply_without_a_usable_port_costs_one_session(string form, int streams)
    {
        await using var it = new FaultFixture(NoEpsv, Fault.OnCommand("PASV", nth: 1).PassiveReply(Forms[form]));
        await it.GetRightAsync(streams);
        it.AssertFault("worded its passive reply");
        it.AssertSaid("names no port");
        it.AssertConnections(streams, streams + 2);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "EPSV", "PASV" })]
    public async Task T_PASV_2_a_port_of_another_service_is_not_called(string verb, int streams)
    {
        var privileged = Fault.OnCommand(verb, nth: 1).PassiveReply(_ => verb == "EPSV" ? "229 Entering Extended Passive Mode (|||25|)" : "227 Entering Passive Mode (127,0,0,1,0,25).");
        await using var it = verb == "PASV" ? new FaultFixture(NoEpsv, privileged) : new FaultFixture(privileged);
        await it.GetRightAsync(streams);
        it.AssertFault("worded its passive reply");
        it.AssertNotSaid(":25 failed");
        // The EPSV of a later stream is sent with its login: an unusable reply to it is dropped, and EPSV is sent again.
        it.AssertSent("PASV", verb == "PASV" || streams == 1 ? 1 : 0, 4 * streams);
    }

    [Theory]
    [InlineData("256", 1)]
    [InlineData("port 0", 4)]
    public async Task T_PASV_3_replies_without_a_usable_port_for_ever_are_given_up(string form, int streams)
    {
        await using var it = new FaultFixture(NoEpsv, Fault.OnCommand("PASV").PassiveReply(Forms[form]));
        await it.GetRefusedAsync(5, "names no port", streams);
        it.AssertSent("PASV", 1, 14 * streams);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_PASV_4_the_code_of_the_reply_decides_its_form(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPSV").PassiveReply(PassiveForms.Usual227));
        await it.GetRightAsync(streams);
        it.AssertSent("PASV", 0, 0);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_PASV_4_a_PASV_answered_with_229_works(int streams)
    {
        await using var it = new FaultFixture(NoEpsv, Fault.OnCommand("PASV").PassiveReply(PassiveForms.Usual229));
        await it.GetRightAsync(streams);
        it.AssertFault("worded its passive reply", streams);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "500 What?", "502 Not here.", "522 Use (2)." })]
    public async Task T_PASV_5_a_refused_EPSV_is_not_asked_again(string reply, int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPSV").Reply(reply));
        it.Serve("/next.bin", FaultFixture.Length, seed: 2);
        await it.GetAsync([FaultFixture.Big, "/next.bin"], streams);

        await it.AssertRightAsync();
        await it.AssertRightAsync("/next.bin");
        // The commands that were sent before the first reply arrived.
        it.AssertSent("EPSV", 1, streams);
    }
}
