namespace Accelerator.Loopback.Tests;

public sealed class CommandFaultTests
{
    [Fact]
    public async Task A_reply_can_be_replaced_for_one_connection_or_one_occurrence()
    {
        await using var server = Start(
            Fault.OnCommand("SIZE").OnConnection(2).Reply("213 99"), Fault.OnCommand("MDTM", nth: 2).Reply("213 19100-what?"),
            Fault.OnCommand("SIZE").OnPath("/lie").Reply("213 -1"));
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.LoginAsync(server);

        Assert.Equal("213 4", await first.AskAsync("SIZE /f"));
        Assert.Equal("213 99", await second.AskAsync("SIZE /f"));
        Assert.Equal("213 -1", await first.AskAsync("SIZE lie"));
        Assert.StartsWith("213 2026", await first.AskAsync("MDTM /f"));
        Assert.Equal("213 19100-what?", await second.AskAsync("MDTM /f"));
        Assert.StartsWith("213 2026", await first.AskAsync("MDTM /f"));
    }

    [Fact]
    public async Task A_refused_command_has_no_effect_and_a_reworded_one_has()
    {
        await using var server = Start(
            Fault.OnCommand("REST", nth: 1).Reply("502 No REST here."), Fault.OnCommand("REST", nth: 2).Reply("350 Whatever."),
            Fault.OnCommand("PASS").FromConnection(2).Reply("530 Too many users."));
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("REST 2", "502");
        Assert.Equal(4, (await client.TransferAsync("RETR /f")).Bytes.Length);
        Assert.Equal(2, (await client.TransferAsync("RETR /f", offset: 2)).Bytes.Length);

        using var second = await RawFtp.ConnectAsync(server);
        await second.ReplyAsync();
        await second.AskAsync("USER x", "331");
        await second.AskAsync("PASS x", "530 Too many");
        await second.AskAsync("PWD", "530 Please login");
    }

    [Fact]
    public async Task A_login_can_be_complete_at_USER()
    {
        await using var server = Start(Fault.OnCommand("USER").Reply("230 No password needed."));
        using var client = await RawFtp.ConnectAsync(server);
        await client.ReplyAsync();

        await client.AskAsync("USER x", "230");
        await client.AskAsync("PWD", "257");
    }

    [Fact]
    public async Task Replies_can_be_any_bytes_in_any_number()
    {
        await using var server = Start(
            Fault.OnCommand("NOOP", nth: 1).RawReply("200 bare LF\n"),
            Fault.OnCommand("NOOP", nth: 2).RawReply([(byte)'2', (byte)'0', (byte)'0', 32, 0, 0x1B, 0xFF, 13, 13, 10]),
            Fault.OnCommand("NOOP", nth: 3).RawReply("200-a\r\n 201 b\r\n200 c\r\n200 twice\r\n"),
            Fault.OnCommand("NOOP", nth: 4).AlterReply(reply => reply.Replace("ok", "fine", StringComparison.Ordinal)));
        using var client = await RawFtp.LoginAsync(server);

        foreach (var expected in new[]
        {
            "200 bare LF\n", "200 \u0000\u001B\u00FF\r\r\n", "200-a\r\n 201 b\r\n200 c\r\n200 twice\r\n",
            "200 NOOP fine.\r\n", "200 NOOP ok.\r\n",
        })
        {
            await client.SendAsync("NOOP\r\n");
            Assert.Equal(expected, await client.PieceAsync());
        }
    }

    [Fact]
    public async Task A_reply_line_can_be_endless()
    {
        await using var server = Start(Fault.OnCommand("SYST").EndlessReply(bytes: 1_000_000));
        using var client = await RawFtp.LoginAsync(server);

        await client.SendAsync("SYST\r\nQUIT\r\n");
        var all = await client.RestOfControlAsync();

        Assert.StartsWith("200 AAAA", all);
        Assert.InRange(all.IndexOf('\n', StringComparison.Ordinal), 1_000_000, 1_100_000);
    }

    [Fact]
    public async Task A_reply_can_be_late_missing_or_in_pieces()
    {
        var time = new SteppedTime();
        await using var server = Start(
            time, Fault.OnCommand("NOOP", nth: 1).After(TimeSpan.FromMilliseconds(1)), Fault.OnCommand("NOOP", nth: 2).NeverAnswer(),
            Fault.OnCommand("NOOP", nth: 3).FragmentReply(5, TimeSpan.FromMilliseconds(1)));
        using var client = await RawFtp.LoginAsync(server);

        var late = client.AskAsync("NOOP", "200");
        await server.Log.WaitForAsync(log => log.CountOf("NOOP") == 1, client.Deadline);
        Assert.False(late.IsCompleted);
        await time.StepAsync(client.Deadline);
        await late;
        await client.SendAsync("NOOP\r\nPWD\r\n");
        Assert.StartsWith("257", await client.ReplyAsync());
        await client.SendAsync("NOOP\r\n");
        Assert.Equal("200 N", await client.PieceAsync());
        await time.StepAsync(client.Deadline);
        Assert.Equal("OOP o", await client.PieceAsync());
        await time.StepAsync(client.Deadline);
        Assert.Equal("k.\r\n", await client.PieceAsync());
        Assert.Equal(3, server.Log.Faults.Count);
    }

    [Theory]
    [InlineData(CloseKind.Fin, "")]
    [InlineData(CloseKind.Reset, "RST")]
    public async Task The_control_connection_can_die_at_any_command(CloseKind kind, string expected)
    {
        foreach (var verb in new[] { "USER", "PASS", "TYPE", "EPSV", "REST" })
        {
            await using var server = Start(Fault.OnCommand(verb).CloseControl(kind));
            using var client = await RawFtp.ConnectAsync(server);
            await client.ReplyAsync();
            foreach (var command in new[] { "USER x", "PASS x", "TYPE I", "EPSV", "REST 1" })
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
        await using var server = Start(
            Fault.OnCommand("NOOP").CloseControlAfterReply(),
            Fault.OnCommand("SYST").ThenSend("421 Timeout.\r\n", thenClose: CloseKind.Fin),
            Fault.OnCommand("PWD").ThenSend("226 Late one.\r\n", TimeSpan.FromMilliseconds(5)));
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.LoginAsync(server);

        await first.AskAsync("NOOP", "200");
        Assert.Equal("", await first.ReplyAsync());
        await second.AskAsync("PWD", "257");
        Assert.Equal("226 Late one.", await second.ReplyAsync());
        await second.AskAsync("SYST", "215");
        Assert.Equal("421 Timeout.", await second.ReplyAsync());
        Assert.Equal("", await second.ReplyAsync());
    }

    [Fact]
    public async Task A_hash_can_be_wrong()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            Features = LoopbackFeatures.All,
            Faults = FaultPlan.Of(Fault.OnCommand("HASH", nth: 2).WrongDigest(), Fault.OnCommand("XCRC").WrongDigest()),
        });
        server.Files.AddText("/f", "123456789");
        using var client = await RawFtp.LoginAsync(server);

        var right = await client.AskAsync("HASH /f");
        var wrong = await client.AskAsync("HASH /f");

        Assert.Equal(right.Length, wrong.Length);
        Assert.Equal(1, right.Zip(wrong).Count(p => p.First != p.Second));
        Assert.Equal("213 CBF43920", await client.AskAsync("XCRC /f"));
    }

    private static LoopbackServer Start(params Fault[] faults) => Start(TimeProvider.System, faults);

    private static LoopbackServer Start(TimeProvider time, params Fault[] faults)
    {
        var server = LoopbackServer.Start(new LoopbackOptions { TimeProvider = time, Faults = FaultPlan.Of(faults) });
        server.Files.AddText("/f", "data");
        server.Files.AddText("/lie", "data");
        return server;
    }
}
