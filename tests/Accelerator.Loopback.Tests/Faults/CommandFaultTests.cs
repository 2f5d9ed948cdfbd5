using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class CommandFaultTests
{
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(1);

    [Fact]
    public async Task A_reply_can_be_replaced_for_one_connection_or_one_occurrence()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnCommand("SIZE").OnConnection(2).Reply("213 99"), Fault.OnCommand("MDTM", nth: 2).Reply("213 19100-what?"),
            Fault.OnCommand("SIZE").OnPath("/lie").Reply("213 -1"));
        it.Files.AddText("/lie", "data");
        using var second = await RawFtp.LoginAsync(it.Server);
        Assert.Equal("213 10", await it.Client.AskAsync("SIZE /f"));
        Assert.Equal("213 99", await second.AskAsync("SIZE /f"));
        Assert.Equal("213 -1", await it.Client.AskAsync("SIZE lie"));
        await it.Client.AskAsync("MDTM /f", "213 2026");
        Assert.Equal("213 19100-what?", await second.AskAsync("MDTM /f"));
        await it.Client.AskAsync("MDTM /f", "213 2026");
    }

    [Fact]
    public async Task A_refused_command_has_no_effect_and_a_reworded_one_has()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnCommand("REST", nth: 1).Reply("502 No REST here."), Fault.OnCommand("REST", nth: 2).Reply("350 Whatever."),
            Fault.OnCommand("PASS").FromConnection(2).Reply("530 Too many users."), Fault.OnCommand("USER").FromConnection(3).Reply("230 No password needed."));
        await it.Client.AskAsync("REST 2", "502");
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        Assert.Equal("23456789", await it.Client.TextAsync("RETR /f", offset: 2));

        using var second = await RawFtp.GreetedAsync(it.Server);
        await second.AskAllAsync(("USER x", "331"), ("PASS x", "530 Too many"), ("PWD", "530 Please login"));
        using var third = await RawFtp.GreetedAsync(it.Server);
        await third.AskAllAsync(("USER x", "230"), ("PWD", "257"));
    }

    [Fact]
    public async Task Replies_can_be_any_bytes_in_any_number()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnCommand("NOOP", nth: 1).RawReply("200 bare LF\n"),
            Fault.OnCommand("NOOP", nth: 2).RawReply([(byte)'2', (byte)'0', (byte)'0', 32, 0, 0x1B, 0xFF, 13, 13, 10]),
            Fault.OnCommand("NOOP", nth: 3).RawReply("200-a\r\n 201 b\r\n200 c\r\n200 twice\r\n"),
            Fault.OnCommand("NOOP", nth: 4).AlterReply(reply => reply.Replace("ok", "fine", StringComparison.Ordinal)));
        string[] replies = ["200 bare LF\n", "200 \u0000\u001B\u00FF\r\r\n", "200-a\r\n 201 b\r\n200 c\r\n200 twice\r\n", "200 NOOP fine.\r\n",
            "200 NOOP ok.\r\n"];
        foreach (var expected in replies)
        {
            await it.Client.SendAsync("NOOP\r\n");
            Assert.Equal(expected, await it.Client.PieceAsync());
        }
    }

    [Fact]
    public async Task A_reply_line_can_be_endless()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("SYST").EndlessReply(bytes: 1_000_000));
        await it.Client.SendAsync("SYST\r\nQUIT\r\n");
        var all = await it.Client.RestOfControlAsync();
        Assert.StartsWith("200 AAAA", all);
        Assert.InRange(all.IndexOf('\n', StringComparison.Ordinal), 1_000_000, 1_100_000);
    }

    [Fact]
    public async Task A_reply_can_be_late_missing_or_in_pieces()
    {
        var time = new FakeTime();
        await using var it = await LoopbackFixture.OpenAsync(
            new LoopbackOptions { TimeProvider = time },
            Fault.OnCommand("NOOP", nth: 1).After(Moment), Fault.OnCommand("NOOP", nth: 2).NeverAnswer(),
            Fault.OnCommand("NOOP", nth: 3).FragmentReply(5, Moment));
        var late = it.Client.AskAsync("NOOP", "200");
        await it.Log.WaitForAsync(log => log.CountOf("NOOP") == 1, it.Client.Deadline);
        Assert.False(late.IsCompleted);
        await time.EndWaitAsync(Moment);
        await late;
        await it.Client.SendAsync("NOOP\r\nPWD\r\n");
        await it.Client.ExpectAsync("257");
        await it.Client.SendAsync("NOOP\r\n");
        Assert.Equal("200 N", await it.Client.PieceAsync());
        await time.EndWaitAsync(Moment);
        Assert.Equal("OOP o", await it.Client.PieceAsync());
        await time.EndWaitAsync(Moment);
        Assert.Equal("k.\r\n", await it.Client.PieceAsync());
        Assert.Equal(3, it.Log.Faults.Count);
    }

    [Fact]
    public async Task A_command_can_wait_for_an_entry_in_the_log()
    {
        await using var it = await LoopbackFixture.OpenAsync(Fault.OnCommand("PWD").When(log => log.CountOf("NOOP") == 1));
        var late = it.Client.AskAsync("PWD", "257");
        await it.Log.WaitForAsync(log => log.CountOf("PWD") == 1, it.Client.Deadline);
        using var other = await RawFtp.LoginAsync(it.Server); // by then the command would have been answered
        Assert.False(late.IsCompleted);
        await other.AskAsync("NOOP", "200");
        await late;
    }

    [Theory]
    [InlineData(CloseKind.Fin, "")]
    [InlineData(CloseKind.Reset, "RST")]
    public async Task The_control_connection_can_die_at_any_command(CloseKind kind, string expected)
    {
        foreach (var verb in (string[])["USER", "PASS", "TYPE", "EPSV", "REST"])
        {
            await using var server = LoopbackFixture.Start(Fault.OnCommand(verb).CloseControl(kind));
            using var client = await RawFtp.GreetedAsync(server);
            foreach (var command in (string[])["USER x", "PASS x", "TYPE I", "EPSV", "REST 1"])
            {
                var reply = await client.AskAsync(command);
                if (!command.StartsWith(verb, StringComparison.Ordinal)) continue;
                Assert.Equal(expected, reply);
                break;
            }
        }
    }

    [Fact]
    public async Task The_control_connection_can_die_after_an_answer_and_unasked_replies_can_follow_one()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            Fault.OnCommand("NOOP").CloseControlAfterReply(), Fault.OnCommand("SYST").ThenSend("421 Timeout.\r\n", thenClose: CloseKind.Fin),
            Fault.OnCommand("PWD").ThenSend("226 Late one.\r\n", TimeSpan.FromMilliseconds(5)));
        using var second = await RawFtp.LoginAsync(it.Server);
        await it.Client.AskAsync("NOOP", "200");
        Assert.Equal("", await it.Client.ReplyAsync());
        await second.AskAsync("PWD", "257");
        Assert.Equal("226 Late one.", await second.ReplyAsync());
        await second.AskAsync("SYST", "215");
        Assert.Equal("421 Timeout.", await second.ReplyAsync());
        Assert.Equal("", await second.ReplyAsync());
    }

    [Fact]
    public async Task A_hash_can_be_wrong()
    {
        await using var it = await LoopbackFixture.OpenAsync(
            new LoopbackOptions { Features = LoopbackFeatures.All }, Fault.OnCommand("HASH", nth: 2).WrongDigest(), Fault.OnCommand("XCRC").WrongDigest());
        it.Files.AddText("/f", "123456789");
        var right = await it.Client.AskAsync("HASH /f");
        var wrong = await it.Client.AskAsync("HASH /f");
        Assert.Equal(right.Length, wrong.Length);
        Assert.Equal(1, right.Zip(wrong).Count(p => p.First != p.Second));
        Assert.Equal("213 CBF43920", await it.Client.AskAsync("XCRC /f"));
    }
}
