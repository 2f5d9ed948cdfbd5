namespace Accelerator.Gateway.Tests.Protocol;

/// <summary>Logins at the gateway and at the server.</summary>
public sealed class LoginTests
{
    private static readonly LoopbackOptions OneUser = new() { User = "kim", Password = "secret" };

    [Fact]
    public async Task A_wrong_password_is_the_servers_to_refuse_even_beside_a_session_of_the_same_user()
    {
        await using var gateway = GatewayFixture.Start(OneUser);
        var right = await gateway.LoginAsync("kim");
        var wrong = await gateway.GreetedAsync();
        await wrong.AskAllAsync(("USER kim", "331"), ("PASS wrong", "530"), ("LIST", "530"), ("USER kim", "331"), ("PASS secret", "230"));
        await right.AskAsync("PWD", "257");
    }

    [Fact]
    public async Task Three_refusals_end_the_session()
    {
        await using var gateway = GatewayFixture.Start(OneUser);
        var client = await gateway.GreetedAsync();
        for (var i = 0; i < 3; i++) await client.AskAllAsync(("USER kim", "331"), ($"PASS wrong{i}", "530"));
        Assert.Equal("", await client.ReplyAsync());
        var failed = gateway.Events.OfType<GatewayEvent.Login>().First();
        Assert.Equal($"kim at {gateway.Endpoint}", failed.Server);
        Assert.Matches("^530 ", failed.Failure);
    }

    [Theory]
    [InlineData("kim", "530 This gateway has no fixed server: log in as user@host or user@host:port.")]
    [InlineData("kim@127.0.0.1%3A30203", "530 \"127.0.0.1%3A30203\" is not a host: log in as user@host or user@host:port.")]
    [InlineData("kim@host:0", "530 \"host:0\" is not a host: log in as user@host or user@host:port.")]
    public async Task A_login_that_names_no_server_is_told_what_is_missing(string user, string reply)
    {
        await using var gateway = GatewayFixture.Start(
            OneUser, settings => settings with { Upstream = null, Allowed = [UpstreamRule.Parse("127.0.0.1")!] });
        var client = await gateway.GreetedAsync();
        await client.AskAllAsync(($"USER {user}", "331"), ("PASS secret", reply));
    }

    [Fact]
    public async Task A_client_names_a_listed_server_and_no_other()
    {
        await using var gateway = GatewayFixture.Start(
            OneUser, settings => settings with { Upstream = null, Allowed = [UpstreamRule.Parse($"127.0.0.1:{settings.Upstream!.Port}")!] });
        await gateway.LoginAsync($"kim@{gateway.Endpoint}");
        foreach (var user in new[] { "kim", "kim@127.0.0.1:1", "kim@127.0.0.2", $"kim@[::1]:{gateway.Endpoint.Port}" })
        {
            var client = await gateway.GreetedAsync();
            await client.AskAllAsync(($"USER {user}", "331"), ("PASS secret", "530"));
        }
        Assert.Equal(1, gateway.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public void A_gateway_that_could_be_an_open_relay_does_not_start()
    {
        var settings = new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Resolve = (_, _, _, _) => throw new InvalidOperationException(), SpoolFolder = "x",
        };
        Assert.Throws<ArgumentException>(() => GatewayServer.Start(settings));
        var only = settings with { Upstream = new FtpEndpoint("host", 21, FtpSecurity.None), Listen = new IPEndPoint(IPAddress.Any, 0) };
        Assert.Throws<ArgumentException>(() => GatewayServer.Start(only));
    }

    [Fact]
    public async Task With_a_login_of_its_own_the_gateway_uses_the_stored_one_at_the_server()
    {
        await using var gateway = GatewayFixture.Start(OneUser, settings => settings with
        {
            Login = new FtpCredential("clerk", "secret"),
            Resolve = async (host, port, user, token) =>
                (await settings.Resolve(host, port, user, token)) with { Credential = new FtpCredential("kim", "secret") },
        });
        await gateway.LoginAsync("clerk");
        var client = await gateway.GreetedAsync();
        await client.AskAllAsync(("USER kim", "331"), ("PASS secret", "530"), ("USER clerk", "331"), ("PASS wrong", "530"));
        Assert.Equal(1, gateway.Server.Log.ControlConnectionsOpened);
        var refused = gateway.Events.OfType<GatewayEvent.Login>().Where(login => login.Failure is not null);
        Assert.Equal(["kim at the gateway", "clerk at the gateway"], refused.Select(login => login.Server));
    }

    [Fact]
    public async Task An_account_is_passed_on()
    {
        await using var gateway = GatewayFixture.Start(OneUser with { Account = "lab" });
        var client = await gateway.GreetedAsync();
        await client.AskAllAsync(("USER kim", "331"), ("PASS secret", "332"), ("ACCT lab", "230"), ("PWD", "257"));
    }

    /// <summary>A login that counts as used is not discarded after a refusal, and then refuses every client.</summary>
    [Fact]
    public async Task A_client_that_leaves_during_its_login_does_not_keep_the_login_in_use()
    {
        await using var gateway = GatewayFixture.Start(OneUser with
        {
            Faults = FaultPlan.Of(
                Fault.OnCommand("PASS").OnConnection(1).NeverAnswer(), Fault.OnCommand("PASS").OnConnection(2).Reply("530 Login incorrect.")),
        });
        var gone = await gateway.GreetedAsync();
        await gone.AskAsync("USER kim", "331");
        await gone.SendAsync("PASS secret\r\n");
        await gateway.Server.Log.WaitForAsync(log => log.CountOf("PASS") == 1, default).SoonAsync();
        gone.Dispose();
        await Soon.UntilAsync(() => gateway.Events.OfType<GatewayEvent.Left>().Any());

        var refused = await gateway.GreetedAsync();
        await refused.AskAllAsync(("USER kim", "331"), ("PASS secret", "530"));
        await gateway.LoginAsync("kim");
        Assert.Equal(3, gateway.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task A_client_that_connects_again_finds_the_session_of_the_first()
    {
        await using var gateway = GatewayFixture.Start(OneUser);
        for (var i = 0; i < 3; i++)
        {
            var client = await gateway.LoginAsync("kim");
            await client.AskAllAsync(("PWD", "257"), ("QUIT", "221"));
            Assert.Equal("", await client.ReplyAsync());
        }
        Assert.Equal(1, gateway.Server.Log.Logins);
    }
}
