using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Protocol;

public sealed class LimitTests
{
    [Theory]
    [InlineData(LimitPoint.Greeting421, "421")]
    [InlineData(LimitPoint.CloseWithoutBanner, "")]
    public async Task A_full_server_refuses_at_the_greeting(LimitPoint point, string expected)
    {
        await using var first = await LoopbackFixture.OpenAsync(new LoopbackOptions { MaxConnections = 2, LimitPoint = point });
        using var second = await RawFtp.LoginAsync(first.Server);
        using var third = await RawFtp.GreetedAsync(first.Server, expected);
        Assert.Equal("", await third.ReplyAsync());
        Assert.Equal((3, 2, 1), (first.Log.ControlConnectionsOpened, first.Log.PeakControlConnections, first.Log.Refusals));
        await first.Client.AskAsync("QUIT", "221");
        using var fourth = await RawFtp.LoginAsync(first.Server);
    }

    [Theory]
    [InlineData(LimitPoint.Pass530, "530", "331")]
    [InlineData(LimitPoint.Pass421, "421", "")]
    public async Task A_full_server_refuses_at_the_password(LimitPoint point, string expected, string afterwards)
    {
        await using var first = await LoopbackFixture.OpenAsync(new LoopbackOptions { MaxConnections = 1, LimitPoint = point });
        using var second = await RawFtp.GreetedAsync(first.Server);
        await second.AskAllAsync(("USER x", "331"), ("PASS x", expected), ("USER x", afterwards));
        Assert.Equal((1, 1), (first.Log.Logins, first.Log.Refusals));
    }

    [Fact]
    public async Task A_full_server_refuses_at_RETR_and_the_session_lives_on()
    {
        await using var first = await LoopbackFixture.OpenAsync(
            new LoopbackOptions { MaxConnections = 1, LimitPoint = LimitPoint.Retr451 }, Fault.OnRetr(nth: 1).StallAfter(0));
        using var second = await RawFtp.LoginAsync(first.Server);
        using (await first.Client.RetrieveAsync()) await second.RefusedAsync("RETR /f", "451");
        await first.Client.ExpectAsync("426");
        Assert.StartsWith("226", (await second.TransferAsync("RETR /f")).Final);
    }

    [Fact]
    public async Task A_full_server_accepts_connections_after_a_number_of_refusals_or_a_time()
    {
        await using var byCount = LoopbackServer.Start(new LoopbackOptions { MaxConnections = 0, LimitLiftedAfterRefusals = 2 });
        foreach (var expected in (string[])["421", "421", "220", "220"]) (await RawFtp.GreetedAsync(byCount, expected)).Dispose();

        var time = new FakeTime();
        await using var byTime = LoopbackServer.Start(
            new LoopbackOptions { MaxConnections = 0, LimitLiftedAfter = TimeSpan.FromSeconds(5), LimitReply = "421 Come back.", TimeProvider = time });
        (await RawFtp.GreetedAsync(byTime, "421 Come back.")).Dispose();
        time.Advance(TimeSpan.FromSeconds(5));
        (await RawFtp.GreetedAsync(byTime)).Dispose();
    }

    [Fact]
    public async Task The_limit_can_change_while_the_server_runs()
    {
        await using var first = await LoopbackFixture.OpenAsync();
        first.Server.MaxConnections = 1;
        (await RawFtp.GreetedAsync(first.Server, "421")).Dispose();
        first.Server.MaxConnections = null;
        (await RawFtp.GreetedAsync(first.Server)).Dispose();
        await first.Client.AskAsync("NOOP", "200");
    }
}
