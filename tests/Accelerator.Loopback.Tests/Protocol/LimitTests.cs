namespace Accelerator.Loopback.Tests;

public sealed class LimitTests
{
    [Theory]
    [InlineData(LimitPoint.Greeting421, "421")]
    [InlineData(LimitPoint.CloseWithoutBanner, "")]
    public async Task A_full_server_refuses_at_the_greeting(LimitPoint point, string expected)
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { MaxConnections = 2, LimitPoint = point });
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.LoginAsync(server);
        using var third = await RawFtp.ConnectAsync(server);

        Assert.StartsWith(expected, await third.ReplyAsync());
        Assert.Equal("", await third.ReplyAsync());
        Assert.Equal((3, 2, 1), (server.Log.ControlConnectionsOpened, server.Log.PeakControlConnections, server.Log.Refusals));

        await first.AskAsync("QUIT", "221");
        using var fourth = await RawFtp.LoginAsync(server);
    }

    [Theory]
    [InlineData(LimitPoint.Pass530, "530", "331")]
    [InlineData(LimitPoint.Pass421, "421", "")]
    public async Task A_full_server_refuses_at_the_password(LimitPoint point, string expected, string afterwards)
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { MaxConnections = 1, LimitPoint = point });
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.ConnectAsync(server);

        Assert.StartsWith("220", await second.ReplyAsync());
        await second.AskAsync("USER x", "331");
        await second.AskAsync("PASS x", expected);
        Assert.StartsWith(afterwards, await second.AskAsync("USER x"));
        Assert.Equal((1, 1), (server.Log.Logins, server.Log.Refusals));
    }

    [Fact]
    public async Task A_full_server_refuses_at_RETR_and_the_session_lives_on()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            MaxConnections = 1,
            LimitPoint = LimitPoint.Retr451,
            Faults = FaultPlan.Of(Fault.OnRetr(nth: 1).StallAfter(0)),
        });
        server.Files.AddText("/f", "x");
        using var first = await RawFtp.LoginAsync(server);
        using var second = await RawFtp.LoginAsync(server);

        using (await first.OpenDataAsync())
        {
            await first.AskAsync("RETR /f", "150");
            Assert.StartsWith("451", (await second.TransferAsync("RETR /f")).Preliminary);
        }

        Assert.StartsWith("426", await first.ReplyAsync());
        Assert.StartsWith("226", (await second.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task A_server_full_at_first_lets_in_after_so_many_refusals_or_so_long()
    {
        var time = new ManualTime();
        await using var byCount = LoopbackServer.Start(new LoopbackOptions { MaxConnections = 0, LimitLiftedAfterRefusals = 2 });
        await using var byTime = LoopbackServer.Start(new LoopbackOptions
        {
            MaxConnections = 0,
            LimitLiftedAfter = TimeSpan.FromSeconds(5),
            LimitReply = "421 Come back.",
            TimeProvider = time,
        });

        foreach (var expected in new[] { "421", "421", "220", "220" })
        {
            using var client = await RawFtp.ConnectAsync(byCount);
            Assert.StartsWith(expected, await client.ReplyAsync());
        }

        using (var early = await RawFtp.ConnectAsync(byTime)) Assert.Equal("421 Come back.", await early.ReplyAsync());
        time.Elapsed = TimeSpan.FromSeconds(5);
        using (var late = await RawFtp.ConnectAsync(byTime)) Assert.StartsWith("220", await late.ReplyAsync());
    }

    [Fact]
    public async Task The_limit_can_change_while_the_server_runs()
    {
        await using var server = LoopbackServer.Start();
        using var first = await RawFtp.LoginAsync(server);
        server.MaxConnections = 1;

        using (var second = await RawFtp.ConnectAsync(server)) Assert.StartsWith("421", await second.ReplyAsync());
        server.MaxConnections = null;
        using (var third = await RawFtp.ConnectAsync(server)) Assert.StartsWith("220", await third.ReplyAsync());
        await first.AskAsync("NOOP", "200");
    }

    private sealed class ManualTime : TimeProvider
    {
        public TimeSpan Elapsed { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Elapsed.Ticks;
    }
}
