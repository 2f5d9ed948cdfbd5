using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Faults;

public sealed class ConnectionFaultTests
{
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(1);

    [Fact]
    public async Task Connections_are_refused_in_four_ways()
    {
        await using var server = LoopbackFixture.Start(
            Fault.OnConnection(nth: 1).Refuse(), Fault.OnConnection(nth: 2).Refuse("530 Go away."),
            Fault.OnConnection(nth: 3).CloseWithoutBanner(), Fault.OnConnection(nth: 4).Reset());
        Assert.StartsWith("421", await FirstReplyAsync(server));
        Assert.Equal("530 Go away.", await FirstReplyAsync(server));
        Assert.Equal("", await FirstReplyAsync(server));
        Assert.Equal("RST", await FirstReplyAsync(server));
        Assert.StartsWith("220", await FirstReplyAsync(server));
        Assert.Equal(4, server.Log.Faults.Count);
        Assert.Equal(4, server.Log.Refusals);
    }

    [Theory]
    [InlineData("SSH-2.0-OpenSSH_9.6")]
    [InlineData("HTTP/1.1 400 Bad Request")]
    [InlineData("120 Ready in 2 minutes.")]
    public async Task The_greeting_can_be_another(string line)
    {
        await using var server = LoopbackFixture.Start(Fault.OnConnection().Banner(line));
        Assert.Equal(line, await FirstReplyAsync(server));
    }

    [Fact]
    public async Task The_greeting_can_be_any_bytes_and_then_nothing_else()
    {
        await using var server = LoopbackFixture.Start(Fault.OnConnection().RawBanner("\u0015\u0003\u0001\u0000\u0002"));
        using var client = await RawFtp.ConnectAsync(server);
        Assert.Equal("\u0015\u0003\u0001\u0000\u0002", await client.PieceAsync());
        await client.AskAsync("NOOP", "200");
    }

    [Fact]
    public async Task An_endless_greeting_is_sent_without_a_line_end()
    {
        await using var server = LoopbackFixture.Start(Fault.OnConnection().EndlessBanner());
        using var client = await RawFtp.ConnectAsync(server);
        for (var received = 0; received < 300_000;)
        {
            var piece = await client.PieceAsync();
            Assert.DoesNotContain('\n', piece);
            received += piece.Length;
        }
    }

    [Fact]
    public async Task The_greeting_can_be_late()
    {
        var time = new AutoTime();
        await using var server = LoopbackFixture.Start(
            new LoopbackOptions { TimeProvider = time }, Fault.OnConnection(nth: 2).BannerAfter(TimeSpan.FromSeconds(9)));
        Assert.StartsWith("220", await FirstReplyAsync(server));
        Assert.Equal(TimeSpan.Zero, time.Elapsed);
        Assert.StartsWith("220", await FirstReplyAsync(server));
        Assert.Equal(TimeSpan.FromSeconds(9), time.Elapsed);
    }

    [Fact]
    public async Task A_greeting_can_wait_for_an_entry_in_the_log()
    {
        await using var server = LoopbackFixture.Start(Fault.OnConnection(nth: 1).BannerWhen(log => log.CountOf("NOOP") == 1));
        using var late = await RawFtp.ConnectAsync(server);
        var greeting = late.ExpectAsync("220");
        using var other = await RawFtp.LoginAsync(server); // by then the first one would have been greeted
        Assert.False(greeting.IsCompleted);
        await other.AskAsync("NOOP", "200");
        await greeting;
    }

    [Fact]
    public async Task A_connection_can_be_accepted_and_never_answered()
    {
        await using var server = LoopbackFixture.Start(Fault.OnConnection(nth: 1).NeverAnswer());
        using var mute = await RawFtp.ConnectAsync(server);
        var answer = mute.AskAsync("NOOP");
        using var other = await RawFtp.LoginAsync(server); // by then the first one would have been greeted
        Assert.False(answer.IsCompleted);
        Assert.Equal(2, server.Log.ControlConnections);
    }

    [Fact]
    public async Task Replies_can_come_byte_by_byte()
    {
        var time = new FakeTime();
        await using var server = LoopbackFixture.Start(
            new LoopbackOptions { TimeProvider = time, Banner = "220 Hi" }, Fault.OnConnection().FragmentReplies(1, Moment));
        using var client = await RawFtp.ConnectAsync(server);
        foreach (var reply in (string[])["220 Hi\r\n", "200 NOOP ok.\r\n"])
        {
            for (var i = 0; i < reply.Length; i++)
            {
                if (i > 0) await time.EndWaitAsync(Moment);
                Assert.Equal(reply[i..(i + 1)], await client.PieceAsync());
            }
            await client.SendAsync("NOOP\r\n");
        }
    }

    [Fact]
    public async Task An_idle_connection_gets_a_421_or_is_closed()
    {
        await using var server = LoopbackFixture.Start(
            Fault.OnConnection(nth: 1).RemarkWhenIdle(TimeSpan.FromMilliseconds(30), "220 By the way."),
            Fault.OnConnection(nth: 2).KillWhenIdle(TimeSpan.FromMilliseconds(30)));
        using var remarked = await RawFtp.GreetedAsync(server);
        using var killed = await RawFtp.GreetedAsync(server);
        Assert.Equal("220 By the way.", await remarked.ReplyAsync());
        await remarked.AskAsync("NOOP", "200");
        Assert.Equal("421 Timeout.", await killed.ReplyAsync());
        Assert.Equal("", await killed.ReplyAsync());
    }

    private static async Task<string> FirstReplyAsync(LoopbackServer server)
    {
        try
        {
            using var client = await RawFtp.ConnectAsync(server);
            return await client.ReplyAsync();
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionReset)
        {
            // The reset arrived before the connect call had completed.
            return "RST";
        }
    }
}
