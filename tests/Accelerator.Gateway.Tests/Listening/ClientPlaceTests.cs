namespace Accelerator.Gateway.Tests.Listening;

/// <summary>Clients that keep the places of others.</summary>
public sealed class ClientPlaceTests
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task A_client_that_sends_commands_without_a_login_is_disconnected_at_the_login_timeout()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { LoginLimit = Short });
        var client = await gateway.GreetedAsync();
        // The next command has always arrived, so that the gateway never waits for one.
        var flood = FloodAsync(client);
        string reply;
        while ((reply = await client.ReplyAsync()).StartsWith("214", StringComparison.Ordinal))
        {
            // It reads, and is never silent.
        }
        // The reset of the connection may be faster than the last reply.
        if (reply != "RST") Assert.StartsWith("421 No login within 0.2 s.", reply);
        await Assert.ThrowsAsync<SocketException>(() => flood);
        await UntilClientsAsync(gateway, 0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_client_that_never_reads_loses_its_place(bool hasLogin)
    {
        // Before that, the client must have filled the buffers of both ends.
        var limit = TimeSpan.FromSeconds(2);
        await using var gateway = GatewayFixture.Start(
            adjust: settings => hasLogin ? settings with { IdleLimit = limit } : settings with { LoginLimit = limit });
        var client = hasLogin ? await gateway.LoginAsync() : await gateway.GreetedAsync();
        await Assert.ThrowsAsync<SocketException>(() => FloodAsync(client));
        await UntilClientsAsync(gateway, 0);
    }

    [Fact]
    public async Task A_client_has_a_quarter_of_the_places_unless_more_are_allowed()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { MaxSessions = 8 });
        using var first = await RawFtp.ConnectAsync(gateway.Gateway.EndPoint);
        await first.ExpectAsync("220");
        await gateway.GreetedAsync();
        // All of 127.0.0.0/8 belongs to the same user.
        using var third = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        third.Bind(new IPEndPoint(IPAddress.Parse("127.0.0.2"), 0));
        await third.ConnectAsync(gateway.Gateway.EndPoint);
        var buffer = new byte[1000];
        Assert.Equal(
            "421 Refused: this client has 2 connections open, the limit for one address or user (max-clients-per-address).\r\n",
            Encoding.ASCII.GetString(buffer, 0, await third.ReceiveAsync(buffer)));
        // FTP and HTTP each have their own places.
        using var web = new Socket(SocketType.Stream, ProtocolType.Tcp);
        using var page = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await web.ConnectAsync(gateway.Gateway.HttpEndPoint!);
        await page.ConnectAsync(gateway.Gateway.HttpEndPoint!);
        Assert.Equal(503, (await gateway.HttpAsync("")).Status);
        first.Dispose();
        await UntilClientsAsync(gateway, 3);
        await gateway.GreetedAsync();
    }

    private static async Task FloodAsync(RawFtp client)
    {
        var help = string.Concat(Enumerable.Repeat("HELP\r\n", 1000));
        while (true) await client.SendAsync(help);
    }

    private static Task UntilClientsAsync(GatewayFixture gateway, int count)
    {
        return WaitAsync().SoonAsync();

        async Task WaitAsync()
        {
            while (gateway.Gateway.Clients != count) await Task.Delay(5);
        }
    }
}
