namespace Accelerator.Gateway.Tests.Protocol;

/// <summary>Clients that attack the gateway, its host, or others through it.</summary>
public sealed class HostileClientTests
{
    [Theory]
    [InlineData("PORT 192,0,2,1,80,80", "500")]
    [InlineData("PORT 127,0,0,1,0,22", "500")]
    [InlineData("PORT 127,0,0,2,80,80", "500")]
    [InlineData("EPRT |1|192.0.2.1|8080|", "500")]
    [InlineData("EPRT |2|::1|8080|", "500")]
    [InlineData("EPRT |1|::1|8080|", "501")]
    [InlineData("PORT 127,0,0,1,80", "501")]
    [InlineData("PORT 127,0,0,1,80,+80", "501")]
    public async Task Data_goes_to_the_client_only(string command, string reply)
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.LoginAsync();
        await client.AskAsync(command, reply);
        await client.AskAsync("LIST", "425");
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nUSER x\r\n")]
    [InlineData("POST / HTTP/1.1\r\n\r\nUSER a\r\nPASS b\r\n")]
    [InlineData("OPTIONS / HTTP/1.1\r\n")]
    public async Task A_browser_gets_no_reply(string request)
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.GreetedAsync();
        await client.SendAsync(request);
        Assert.Contains(await client.ReplyAsync(), new[] { "", "RST" });
        Assert.Equal(0, gateway.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task A_line_without_an_end_is_cut_off()
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.GreetedAsync();
        await client.SendAsync(new string('A', 5000));
        await client.ExpectAsync("500");
        Assert.Contains(await client.ReplyAsync(), new[] { "", "RST" });
    }

    [Fact]
    public async Task A_client_that_sends_single_bytes_is_disconnected_at_the_login_timeout()
    {
        await using var gateway = GatewayFixture.Start(
            adjust: settings => settings with { LoginLimit = TimeSpan.FromMilliseconds(200) });
        var client = await gateway.GreetedAsync();
        await client.SendAsync("USE");
        await client.ExpectAsync("421");
        Assert.Equal("", await client.ReplyAsync());
    }

    [Fact]
    public async Task A_flood_of_commands_is_answered_one_by_one()
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Server.Files.AddText("/f", "text");
        var client = await gateway.LoginAsync();
        await client.SendAsync(string.Concat(Enumerable.Repeat("NOOP\r\n", 2000)) + "SIZE /f\r\n");
        for (var i = 0; i < 2000; i++) await client.ExpectAsync("200");
        await client.ExpectAsync("213 4");
    }

    [Fact]
    public async Task A_program_of_another_protocol_is_cut_off()
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.GreetedAsync();
        for (var i = 0; i < 21; i++) await client.AskAsync("HELO x", "500");
        Assert.Equal("", await client.ReplyAsync());
    }

    [Fact]
    public async Task More_clients_than_allowed_are_refused_and_the_others_served()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { MaxSessions = 3, MaxSessionsPerAddress = 3 });
        var first = await gateway.LoginAsync();
        await gateway.GreetedAsync();
        await gateway.GreetedAsync();
        for (var i = 0; i < 200; i++)
        {
            using var refused = await RawFtp.ConnectAsync(gateway.Gateway.EndPoint);
            await refused.ExpectAsync("421");
        }
        await first.AskAsync("NOOP", "200");
    }

    [Fact]
    public async Task An_address_that_is_not_listed_is_refused()
    {
        await using var gateway = GatewayFixture.Start(
            adjust: settings => settings with { Clients = [AddressRange.Parse("192.0.2.0/24")!.Value] });
        using var client = await RawFtp.ConnectAsync(gateway.Gateway.EndPoint);
        await client.ExpectAsync("421");
    }

    [Theory]
    [InlineData("RETR /../../../etc/passwd", "550")]
    [InlineData("CWD ../../..", "250")]
    [InlineData("RETR ../../../../etc/passwd", "550")]
    [InlineData("LIST -laR /", "150")]
    public async Task A_path_means_the_servers_files_only(string command, string reply)
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Server.Files.AddText("/f", "text");
        var client = await gateway.LoginAsync();
        using var data = await client.OpenDataAsync();
        await client.AskAsync(command, reply);
    }

    [Theory]
    [InlineData("STOR new")]
    [InlineData("APPE f")]
    [InlineData("STOU")]
    [InlineData("DELE f")]
    [InlineData("MKD d")]
    [InlineData("RMD d")]
    [InlineData("RNFR f")]
    [InlineData("RNTO g")]
    [InlineData("SITE CHMOD 777 f")]
    [InlineData("MFMT 20260101000000 f")]
    [InlineData("MDTM 20260101000000 f")]
    public async Task Changes_are_refused_with_a_reason(string command)
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { ChangeAdvice = "Use another gateway." });
        var client = await gateway.LoginAsync();
        var verb = command.Split(' ')[0];
        Assert.Contains($"This gateway only downloads: {verb} is not passed on to the server. Use another gateway.", await client.AskAsync(command, "550"));
        Assert.Equal(0, gateway.Server.Log.CountOf(command.Split(' ')[0]));
    }

    [Fact]
    public async Task Commands_before_the_login_reach_no_server()
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.GreetedAsync();
        await client.AskAllAsync(
            ("RETR /f", "530"), ("LIST", "530"), ("PASV", "530"), ("STAT /", "530"), ("PASS x", "503"), ("ACCT x", "503"), ("FEAT", "211"),
            ("DELE f", "500"), ("QUIT", "221"));
        Assert.Equal(0, gateway.Server.Log.ControlConnectionsOpened);
    }
}
