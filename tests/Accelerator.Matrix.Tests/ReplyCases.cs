namespace Accelerator.Matrix.Tests;

/// <summary>
/// Section 4.3 of the fault matrix, T-REP-5 to T-REP-12: replies that are malformed, endless, unsolicited, slow or hostile.
/// </summary>
public sealed class ReplyCases
{
    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_5_a_reply_that_ends_with_another_code_ends_with_the_time_out(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("TYPE").RawReply("200-Switching\r\n150 to binary.\r\n"));
        await it.GetRefusedAsync(5, "TYPE I: no complete answer", streams, "--timeout-reply", "5");
        it.AssertConnections(2, 9 + streams);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_5_one_such_reply_costs_one_session(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("SIZE", nth: 1).RawReply("213-Size\r\n150 4194304\r\n"));
        await it.GetRightAsync(streams, "--timeout-reply", "30");
        it.AssertFault("SIZE answered");
        it.AssertConnections(streams, streams + 2);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_6_a_greeting_of_endless_lines_is_cut_off(int streams)
    {
        var lines = string.Concat(Enumerable.Repeat("220-Welcome\r\n", 20_000));
        // No time-out is waited for; on a quick clock it would come first on a busy machine.
        await using var it = new FaultFixture(Fault.OnConnection().RawBanner(lines)) { Time = TimeProvider.System };
        await it.GetRefusedAsync(5, "longer than the limit", streams);
        it.AssertConnections(1, 5);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "TYPE", "SIZE", "MDTM" })]
    public async Task T_REP_7_what_was_not_asked_for_answers_nothing(string verb, int streams)
    {
        var reply = verb switch { "TYPE" => "226 Transfer complete.", "SIZE" => "200 By the way.", _ => "220 Hello again." };
        // Sent in one packet with the reply: a line that arrives after the next command cannot be distinguished from its reply.
        await using var it = new FaultFixture(Fault.OnCommand(verb).AlterReply(answer => $"{answer}\r\n{reply}"));
        await it.GetRightAsync(streams, "--trace", "trace.txt");
        it.AssertFault($"{verb} answered differently");
        it.Check((await File.ReadAllTextAsync(Path.Combine(it.Folder, "trace.txt"))).Contains(reply, StringComparison.Ordinal), "The trace does not hold it.");
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [InlineData("227 Entering Passive Mode (127,0,0,1,\0,99).", 1)]
    [InlineData("227 Entering Passive Mode (127,0,0,1,4\u001B[2J,99).", 4)]
    public async Task T_REP_8_control_characters_in_a_port_are_no_port_and_never_reach_the_screen(string reply, int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPSV").Reply("500 What?"), Fault.OnCommand("PASV").Reply(reply));
        await it.GetRefusedAsync(5, "names no port", streams, "--trace", "trace.txt");
        await AssertCleanAsync(it);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "213 41\094304", "213 4194304\u001B]0;title\u0007" })]
    public async Task T_REP_8_control_characters_in_a_size_are_no_size_and_never_reach_the_screen(string reply, int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("SIZE").Reply(reply));
        await it.GetRightAsync(streams, "--trace", "trace.txt");
        it.AssertFault("SIZE answered");
        await AssertCleanAsync(it);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_9_a_reply_that_dribbles_has_one_deadline(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("TYPE").FragmentReply(1, TimeSpan.FromSeconds(0.3)));
        await it.GetRefusedAsync(5, "TYPE I: no complete answer", streams, "--timeout-reply", "6");
        it.AssertConnections(2, 9 + streams);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "\n", "\r\r\n" })]
    public async Task T_REP_10_every_line_end_is_one(string end, int streams)
    {
        await using var it = new FaultFixture(
            Fault.OnConnection().RawBanner($"220-Hello{end}220 Ready{end}"), Fault.OnCommand("USER").RawReply($"331 Password?{end}"),
            Fault.OnCommand("PASS").RawReply($"230-Welcome{end}230 In{end}"), Fault.OnRetr().RawFinal($"226 Done{end}"));
        await it.GetRightAsync(streams);
        it.AssertFault("raw bytes", 3 * streams);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "530 Sorry, too many users.", "421 Too many connections." })]
    public async Task T_REP_11_a_refusal_that_sounds_full_is_waited_for(string reply, int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("PASS").First(2).Reply(reply)) { Login = "u:p" };
        await it.GetRightAsync(streams);
        it.AssertFault("PASS answered", 2);
        it.AssertSent("PASS", 3, streams + 4);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_11_a_530_to_PASS_that_stays_ends_the_download(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("PASS").Reply("530 Sorry, too many users.")) { Login = "u:p" };
        await it.GetRefusedAsync(6, "connection attempts in a row", streams);
        it.AssertSent("PASS", 2, 8 + streams);
    }

    [Theory]
    [Streams(1, 4, Each = new object[] { "550 Connection timed out.", "550 Permission denied." })]
    public async Task T_REP_11_a_550_ends_the_file_at_once_even_if_it_speaks_of_a_time_out(string reply, int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().Refuse(reply));
        await it.GetRefusedAsync(3, reply, streams);
        it.AssertSent("RETR", 1, 2 * streams);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_REP_12_a_451_that_never_ends_is_given_up_after_a_few_attempts(int streams)
    {
        await using var it = new FaultFixture(Fault.OnRetr().Refuse("451 big.bin: Append/Restart not permitted, try again"));
        await it.GetAsync(streams);

        await it.AssertRightOrRefusedAsync(5, 6, 8);
        it.Check(it.ExitCode != 0, "Nothing can have come.");
        it.AssertSaid("not permitted");
        it.AssertSent("RETR", 2, 14 * streams);
    }

    private static async Task AssertCleanAsync(FaultFixture it)
    {
        var all = it.Out + it.Err + await File.ReadAllTextAsync(Path.Combine(it.Folder, "trace.txt"));
        it.Check(!all.Any(c => char.IsControl(c) && c is not ('\n' or '\r' or '\t')), "A control character came through.");
    }
}
