using Accelerator.Gateway;
using Accelerator.Gateway.Settings;

namespace Accelerator.Interop.Tests.Neighbours;

/// <summary>Another user of this computer at the gateway of root, which logs in with a stored login.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class GatewayNeighbourTests : RealTests
{
    private const int Length = 300_000;

    [ServerFact("runuser")]
    public async Task Another_user_that_takes_a_passive_port_first_gets_nothing()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/secret", Length, 1);
        await using var gateway = Start(server);
        using var client = new Client(gateway.EndPoint);
        await client.LogInAsync(Token);
        var port = int.Parse(Regex.Match(await client.AskAsync("EPSV", Token), @"\|(\d+)\|").Groups[1].Value);
        using var neighbour = new Neighbour();
        var stealing = neighbour.DoAsync($"bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}; touch connected; cat <&3 >stolen'; wc -c <stolen");
        while (!File.Exists(neighbour.PathOf("connected"))) await Task.Delay(10, Token);

        using var data = new TcpClient();
        await data.ConnectAsync(IPAddress.Loopback, port, Token);
        Assert.StartsWith("150", await client.AskAsync("RETR /secret", Token));
        using var got = new MemoryStream();
        await data.GetStream().CopyToAsync(got, Token);

        Assert.Equal((Length, "0"), ((int)got.Length, (await stealing).Output.Trim()));
        Assert.StartsWith("226", await client.ReplyAsync(Token));
    }

    [ServerFact("runuser")]
    public async Task A_client_cannot_send_data_to_a_port_of_another_user()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/secret", Length, 1);
        await using var gateway = Start(server);
        using var client = new Client(gateway.EndPoint);
        await client.LogInAsync(Token);
        using var neighbour = new Neighbour();
        var listening = neighbour.DoAsync("""
            perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1"); open F, ">port.new"; print F $s->sockport; close F;
            rename "port.new", "port"; $c = $s->accept; print length(join("", <$c>) // "")'
            """);
        while (!File.Exists(neighbour.PathOf("port"))) await Task.Delay(10, Token);
        var port = int.Parse(await File.ReadAllTextAsync(neighbour.PathOf("port"), Token));

        await client.AskAsync($"EPRT |1|127.0.0.1|{port}|", Token);
        Assert.StartsWith("425", await client.AskAsync("RETR /secret", Token));
        Assert.Equal("0", (await listening).Output.Trim());

        // A port of the client itself gets the file.
        using var own = new TcpListener(IPAddress.Loopback, 0);
        own.Start();
        await client.AskAsync($"EPRT |1|127.0.0.1|{((IPEndPoint)own.LocalEndpoint).Port}|", Token);
        Assert.StartsWith("150", await client.AskAsync("RETR /secret", Token));
        using var data = await own.AcceptTcpClientAsync(Token);
        using var got = new MemoryStream();
        await data.GetStream().CopyToAsync(got, Token);
        Assert.Equal(Length, (int)got.Length);
    }

    [ServerFact("runuser")]
    public async Task The_connections_of_another_user_leave_places_for_the_others()
    {
        await using var server = LoopbackServer.Start();
        await using var gateway = Start(server);
        using var neighbour = new Neighbour();
        var (host, port) = (gateway.EndPoint.Address, gateway.EndPoint.Port);
        // The eight places of the gateway, from as many addresses of this computer.
        var holding = neighbour.DoAsync($$"""
            perl -MIO::Socket::INET -e 'for (1..8) { push @s, IO::Socket::INET->new(PeerAddr => "{{host}}:{{port}}", LocalAddr => "127.0.0.$_"); $s[-1]->recv($r, 3); print "$r\n"; }
            open F, ">open"; close F; sleep 1 until -e "over"'
            """);
        while (!File.Exists(neighbour.PathOf("open"))) await Task.Delay(10, Token);

        using var client = new Client(gateway.EndPoint);
        Assert.StartsWith("220", await client.ReplyAsync(Token));

        await File.WriteAllTextAsync(neighbour.PathOf("over"), "", Token);
        var replies = (await holding).Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(["220", "220", .. Enumerable.Repeat("421", 6)], replies);
    }

    [ServerFact("runuser")]
    public async Task Idle_connections_of_another_user_do_not_block_the_page()
    {
        await using var service = new ServiceFixture();
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        Directory.CreateDirectory(service.Data, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await File.WriteAllTextAsync(service.Jobs, $$"""
            {
              "servers": { "s": { "address": "ftp://pull@127.0.0.1" } },
              "dashboard": { "address": "127.0.0.1:{{port}}" },
              "jobs": { "j": { "kind": "pull", "server": "s", "folders": [ "/a" ], "target": "/srv/j", "enabled": false } }
            }
            """, Token);
        await service.StartReadyAsync();
        using var neighbour = new Neighbour();
        var address = $"http://127.0.0.1:{port}/figures";
        // The failures of the other user count for that user alone.
        var guesses = await neighbour.DoAsync($"for i in $(seq 12); do curl -s -o /dev/null -w '%{{http_code}} ' -H 'Authorization: Bearer x' {address}; done");
        Assert.Equal(string.Join(' ', [.. Enumerable.Repeat("401", 10), "429", "429"]), guesses.Output.Trim());
        var holding = neighbour.DoAsync($$"""
            perl -MIO::Socket::INET -e 'for (1..64) { push @s, IO::Socket::INET->new(PeerAddr => "127.0.0.1:{{port}}", LocalAddr => "127.0.0.$_"); }
            open F, ">open"; close F; sleep 1 until -e "over"'
            """);
        while (!File.Exists(neighbour.PathOf("open"))) await Task.Delay(10, Token);

        using var http = new HttpClient();
        http.DefaultRequestHeaders.Add("Authorization", $"Bearer {(await File.ReadAllTextAsync(Path.Combine(service.Data, "dashboard.token"), Token)).Trim()}");
        using var answer = await http.GetAsync(new Uri(address), Token);
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);

        await File.WriteAllTextAsync(neighbour.PathOf("over"), "", Token);
        await holding;
    }

    private GatewayServer Start(LoopbackServer server)
    {
        var upstream = new FtpEndpoint(server.EndPoint.Address.ToString(), server.EndPoint.Port, FtpSecurity.None);
        return GatewayServer.Start(new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0),
            MaxSessions = 8,
            Upstream = upstream,
            Login = new FtpCredential("clerk", "secret"),
            Resolve = (_, _, _, _) => Task.FromResult(
                new UpstreamServer(upstream, new TransferRequest { Items = [], Streams = 1 }) { Credential = FtpCredential.Anonymous }),
            SpoolFolder = Folder.Path,
        });
    }

    private sealed class Client(IPEndPoint gateway) : IDisposable
    {
        private readonly TcpClient _client = new($"{gateway.Address}", gateway.Port);
        private StreamReader? _replies;

        public async Task LogInAsync(CancellationToken cancellationToken)
        {
            await ReplyAsync(cancellationToken);
            await AskAsync("USER clerk", cancellationToken);
            Assert.StartsWith("230", await AskAsync("PASS secret", cancellationToken));
            await AskAsync("TYPE I", cancellationToken);
        }

        public async Task<string> AskAsync(string command, CancellationToken cancellationToken)
        {
            await _client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(command + "\r\n"), cancellationToken);
            return await ReplyAsync(cancellationToken);
        }

        public async Task<string> ReplyAsync(CancellationToken cancellationToken) =>
            await (_replies ??= new StreamReader(_client.GetStream())).ReadLineAsync(cancellationToken) ?? "";

        public void Dispose() => _client.Dispose();
    }
}
