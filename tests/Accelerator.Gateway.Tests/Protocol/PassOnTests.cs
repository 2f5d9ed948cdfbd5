namespace Accelerator.Gateway.Tests.Protocol;

/// <summary>Commands whose replies and data are the server's.</summary>
public sealed class PassOnTests
{
    [Theory]
    [InlineData("LIST")]
    [InlineData("LIST -a /pub")]
    [InlineData("NLST")]
    [InlineData("NLST *.txt")]
    [InlineData("MLSD")]
    [InlineData("MLSD /pub")]
    public async Task A_listing_is_the_servers_byte_for_byte(string command)
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Server.Files.AddText("/pub/a.txt", "a");
        gateway.Server.Files.AddText("/pub/\xC7\xD1\xB1\xDB", "name in CP949");
        gateway.Server.Files.AddDirectory("/pub/folder");
        var through = await gateway.LoginAsync();
        using var direct = await RawFtp.LoginAsync(gateway.Server);
        foreach (var client in new[] { through, direct }) await client.AskAllAsync(("CWD pub", "250"), ("TYPE A", "200"));
        Assert.Equal(await direct.TextAsync(command), await through.TextAsync(command));
    }

    [Theory]
    [InlineData("SYST")]
    [InlineData("PWD")]
    [InlineData("XPWD")]
    [InlineData("CDUP")]
    [InlineData("CWD ..")]
    [InlineData("CWD nowhere")]
    [InlineData("SIZE a.txt")]
    [InlineData("SIZE /pub/a.txt")]
    [InlineData("SIZE none")]
    [InlineData("MDTM a.txt")]
    [InlineData("MLST a.txt")]
    public async Task A_reply_is_the_servers(string command)
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Server.Files.AddText("/pub/a.txt", "a");
        var through = await gateway.LoginAsync();
        using var direct = await RawFtp.LoginAsync(gateway.Server);
        foreach (var client in new[] { through, direct }) await client.AskAsync("CWD pub", "250");
        Assert.Equal(await direct.AskAsync(command), await through.AskAsync(command));
    }

    /// <summary>The server allows two sessions, and each client keeps its connection, as file managers do.</summary>
    [Fact]
    public async Task A_client_gets_the_idle_session_of_another_one_which_finds_its_folder_again()
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Request = gateway.Request with { Streams = 2 };
        var clients = new List<(RawFtp Client, string Size)>();
        for (var i = 1; i <= 5; i++)
        {
            gateway.Server.Files.AddText($"/{i}/f", new string('x', i));
            var client = await gateway.LoginAsync();
            await client.AskAsync($"CWD /{i}", "250");
            clients.Add((client, $"213 {i}"));
        }
        for (var round = 0; round < 3; round++)
        {
            foreach (var (client, size) in clients) await client.AskAsync("SIZE f", size);
            foreach (var (client, size) in clients.Take(3)) Assert.Equal(int.Parse(size[4..], null), (await client.TextAsync("RETR f")).Length);
        }
        Assert.InRange(gateway.Server.Log.PeakControlConnections, 1, 2);
    }

    [Fact]
    public async Task The_gateways_own_commands_need_no_server()
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.LoginAsync();
        var before = gateway.Server.Log.Commands.Count;
        await client.AskAllAsync(
            ("NOOP", "200"), ("TYPE A", "200"), ("TYPE E", "504"), ("MODE S", "200"), ("MODE B", "504"), ("STRU F", "200"), ("STRU R", "504"),
            ("OPTS UTF8 ON", "200"), ("OPTS MLST size;", "501"), ("HELP", "214"), ("STAT", "211"), ("REST 10", "350"), ("REST x", "501"),
            ("EPSV ALL", "200"), ("EPSV 2", "522"), ("PASV", "227"), ("ABOR", "226"), ("ALLO 10", "202"), ("XYZZY", "500"));
        Assert.Equal(before, gateway.Server.Log.Commands.Count);
    }

    [Fact]
    public async Task Active_mode_works_by_port_and_by_eprt()
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Server.Files.AddText("/f", "text");
        var client = await gateway.LoginAsync();
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;
        foreach (var command in new[] { $"PORT 127,0,0,1,{port >> 8},{port & 255}", $"EPRT |1|127.0.0.1|{port}|" })
        {
            await client.AskAllAsync((command, "200"), ("RETR /f", "150"));
            using var data = await listener.AcceptAsync();
            Assert.Equal("text", Encoding.Latin1.GetString((await client.ReadDataAsync(data)).Bytes));
            await client.ExpectAsync("226");
        }
    }

    [Fact]
    public async Task A_session_that_the_server_ended_is_replaced_in_the_clients_folder()
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Server.Files.AddText("/pub/a.txt", "a");
        var client = await gateway.LoginAsync();
        await client.AskAsync("CWD pub", "250");
        gateway.Server.CloseControlConnections(CloseKind.Fin);
        await gateway.Server.Log.WaitForAsync(log => log.ControlConnections == 0, default).SoonAsync();
        Assert.Equal("a.txt\r\n", await client.TextAsync("NLST"));
    }
}
