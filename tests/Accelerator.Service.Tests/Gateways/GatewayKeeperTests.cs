using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Accelerator.Loopback;
using Accelerator.Service.Gateways;
using Accelerator.Service.Tests.Core;

namespace Accelerator.Service.Tests.Gateways;

public sealed class GatewayKeeperTests : IAsyncDisposable
{
    private readonly FiguresFixture _fixture = new();
    private readonly LoopbackServer _server = LoopbackServer.Start();
    private readonly GatewayKeeper _keeper;

    public GatewayKeeperTests() => _keeper = new GatewayKeeper(_fixture.Folder.Path, _fixture.Vault, _fixture.Core.Events, _fixture.Time, NullLogger.Instance);

    private GatewayDefinition Wanted => new("g", new IPEndPoint(IPAddress.Loopback, 0), [Server("one")]) { Http = new IPEndPoint(IPAddress.Loopback, 0) };

    private string Address => Assert.Single(_keeper.Figures()).Address!;

    public async ValueTask DisposeAsync()
    {
        await _keeper.DisposeAsync();
        await _server.DisposeAsync();
        await _fixture.DisposeAsync();
    }

    [Fact]
    public async Task A_gateway_serves_the_files_of_its_server_and_counts_them()
    {
        _server.Files.AddSynthetic("/f", 1000, 1);
        await ApplyAsync(Wanted);
        using var client = new HttpClient();
        var http = new Uri(Assert.Single(_keeper.Figures()).Http!);
        Assert.Equal(1000, (await client.GetByteArrayAsync(new Uri(http, "f")).SoonAsync()).Length);
        await Soon.UntilAsync(() => _keeper.Figures()[0].SentFiles > 0);
        var now = _keeper.Figures()[0];
        Assert.Equal((1, 1000, 0, 0), (now.SentFiles, now.SentBytes, now.FailedFiles, now.Files));
        Assert.Contains("USER anonymous", _server.Log.CommandsOf(1));
    }

    [Fact]
    public async Task The_stored_login_needs_the_login_of_the_gateway()
    {
        await _fixture.Vault.SetAsync("clerk", "geheim", CancellationToken.None);
        await _fixture.Vault.SetAsync("one", "secret", CancellationToken.None);
        _server.Files.AddSynthetic("/f", 1000, 1);
        await ApplyAsync(Wanted with { User = "kim", Credential = "clerk", Servers = [Server("one") with { User = "pull", Credential = "one" }] });
        var file = new Uri(new Uri(_keeper.Figures()[0].Http!), "f");
        using var client = new HttpClient();
        Assert.Equal(HttpStatusCode.Unauthorized, (await client.GetAsync(file).SoonAsync()).StatusCode);
        client.DefaultRequestHeaders.Authorization = new("Basic", Convert.ToBase64String("kim:geheim"u8));
        Assert.Equal(1000, (await client.GetByteArrayAsync(file).SoonAsync()).Length);
        Assert.Contains("USER pull", _server.Log.CommandsOf(1));
    }

    [Fact]
    public async Task A_gateway_for_other_computers_has_a_certificate_and_the_token_of_a_credential()
    {
        const string Token = "0123456789abcdef";
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var made = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2120, 1, 1, 0, 0, 0, TimeSpan.Zero));
        File.WriteAllBytes(_fixture.Folder.File("c.pfx"), made.Export(X509ContentType.Pfx, "geheim"));
        await _fixture.Vault.SetAsync("token", "short", CancellationToken.None);
        await _fixture.Vault.SetAsync("key", "geheim", CancellationToken.None);
        var wanted = Wanted with
        {
            Http = new IPEndPoint(IPAddress.Any, 0), HttpTokenCredential = "token", HttpCertificate = _fixture.Folder.File("c.pfx"), HttpKeyCredential = "key",
        };
        await ApplyAsync(wanted);
        Assert.StartsWith(
            "The gateway g cannot be opened: The credential token (http_token_credential) is not a token of 16 to 512 characters without spaces: store another one with ftpx credential set token --service. ",
            Assert.Single(_fixture.Core.Events.Log.Incidents));
        await ApplyAsync(wanted with { HttpKeyCredential = null });
        Assert.Null(_keeper.Figures()[0].Address);

        await _fixture.Vault.SetAsync("token", Token, CancellationToken.None);
        await ApplyAsync(wanted);
        _server.Files.AddSynthetic("/f", 1000, 1);
        var at = new Uri(Assert.Single(_keeper.Figures()).Http!);
        Assert.Equal(("https", "0.0.0.0"), (at.Scheme, at.Host));
        using var handler = new HttpClientHandler { ServerCertificateCustomValidationCallback = (_, certificate, _, _) => certificate?.Thumbprint == made.Thumbprint };
        using var client = new HttpClient(handler);
        var file = new Uri($"https://localhost:{at.Port}/f");
        Assert.Equal(HttpStatusCode.Unauthorized, (await client.GetAsync(file).SoonAsync()).StatusCode);
        client.DefaultRequestHeaders.Authorization = new("Bearer", Token);
        Assert.Equal(1000, (await client.GetByteArrayAsync(file).SoonAsync()).Length);
        Assert.Empty(_fixture.Core.Events.Log.Incidents);
    }

    [Fact]
    public async Task Gateways_of_a_server_share_its_limit_which_follows_the_job_file()
    {
        var logins = new ServerLogins(_fixture.Vault, new SiteMemory(_fixture.Folder.File("sites"), _fixture.Time), _fixture.Time, NullLogger.Instance);
        var hour = TimeOnly.FromDateTime(_fixture.Time.GetUtcNow().UtcDateTime.AddHours(1));
        var rate = await RateAsync("g", Window(TimeOnly.MinValue, TimeOnly.MinValue));
        Assert.True(rate!.IsLimited);
        Assert.Same(rate, await RateAsync("other", Window(hour, hour.AddHours(1))));
        _fixture.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.False(rate.IsLimited);
        _fixture.Time.Advance(TimeSpan.FromHours(1));
        Assert.True(rate.IsLimited);
        Assert.Null(await RateAsync("g"));

        async Task<RateBudget?> RateAsync(string gateway, params BandwidthWindow[] windows)
        {
            var servers = new[] { Server("one") with { Bandwidth = windows } };
            return (await logins.ResolveAsync(Wanted with { Name = gateway, Servers = servers }, "127.0.0.1", null, CancellationToken.None)).Request.SharedRate;
        }

        static BandwidthWindow Window(TimeOnly from, TimeOnly to) => new(Enum.GetValues<DayOfWeek>().ToHashSet(), from, to, TimeZoneInfo.Utc, 1000);
    }

    [Fact]
    public async Task A_changed_job_file_closes_only_the_gateways_that_it_changes()
    {
        await ApplyAsync(Wanted);
        var first = Address;
        await ApplyAsync(Wanted with { Servers = [Server("one") with { Sessions = 3 }] });
        Assert.Equal(first, Address);
        await ApplyAsync(Wanted with { MaxClients = 5 });
        Assert.NotEqual(first, Address);
        await ApplyAsync();
        Assert.Empty(_keeper.Figures());
        using var client = new TcpClient();
        await Assert.ThrowsAsync<SocketException>(() => client.ConnectAsync(IPAddress.Loopback, new Uri(first).Port));
        Assert.Empty(_fixture.Core.Events.Log.Incidents);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_an_incident_and_is_tried_again()
    {
        // Bound beside the listeners, so that no other test gets the port between them.
        using var port = new ClosedPort();
        using var other = new TcpListener(IPAddress.Loopback, port.Number);
        other.Start();
        var at = (IPEndPoint)other.LocalEndpoint;
        await ApplyAsync(Wanted with { Listen = at });
        Assert.Null(Assert.Single(_keeper.Figures()).Address);
        Assert.StartsWith($"The gateway g cannot be opened: Port {at.Port} of 127.0.0.1 is in use by another program.", Assert.Single(_fixture.Core.Events.Log.Incidents));

        other.Stop();
        await Soon.UntilAsync(() =>
        {
            if (_fixture.Time.ActiveTimers > 0) _fixture.Time.Advance(TimeSpan.FromSeconds(10));
            return _keeper.Figures()[0].Address is not null;
        });
        Assert.Equal($"ftp://{at}/", Address);
    }

    [Fact]
    public async Task A_missing_credential_is_an_incident_and_a_gateway_that_goes_takes_its_incident_with_it()
    {
        await ApplyAsync(Wanted with { User = "kim", Credential = "clerk" });
        Assert.Contains("clerk", Assert.Single(_fixture.Core.Events.Log.Incidents));
        await ApplyAsync();
        Assert.Empty(_fixture.Core.Events.Log.Incidents);
    }

    [Fact]
    public async Task A_client_of_a_gateway_with_several_servers_names_one_of_them()
    {
        using var sites = MemoryFolder.Make();
        var logins = new ServerLogins(_fixture.Vault, new Engine.Sites.SiteMemory(sites.Path, _fixture.Time), _fixture.Time, NullLogger.Instance);
        var gateway = Wanted with { Servers = [Server("one"), Server("two") with { Endpoint = new FtpEndpoint("ftp.example.org", 2121, FtpSecurity.Explicit), Sessions = 5 }] };
        var two = await logins.ResolveAsync(gateway, "FTP.example.org", 2121, CancellationToken.None);
        Assert.Equal((FtpSecurity.Explicit, 5), (two.Endpoint.Security, two.Request.MaxStreams));
        Assert.Equal(two.Endpoint, (await logins.ResolveAsync(gateway, "ftp.example.org", null, CancellationToken.None)).Endpoint);
        await Assert.ThrowsAsync<Engine.Transfers.TransferException>(() => logins.ResolveAsync(gateway, "ftp.example.org", 21, CancellationToken.None));
    }

    [Fact]
    public async Task A_replica_has_its_own_login_half_of_its_sessions_and_no_part_in_a_file_while_it_is_limited()
    {
        using var sites = MemoryFolder.Make();
        await _fixture.Vault.SetAsync("two", "secret", CancellationToken.None);
        var logins = new ServerLogins(_fixture.Vault, new Engine.Sites.SiteMemory(sites.Path, _fixture.Time), _fixture.Time, NullLogger.Instance);
        var limit = new BandwidthWindow(Enum.GetValues<DayOfWeek>().ToHashSet(), default, default, TimeZoneInfo.Utc, 1000);
        var two = new ServerDefinition("two", new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None), "pull", "two", 9, []);
        var three = new ServerDefinition("three", new FtpEndpoint("ftp.example.com", 21, FtpSecurity.None), null, null, 1, [limit]);
        var lost = two with { Name = "lost", Credential = "none" };
        var gateway = Wanted with { Servers = [Server("one") with { Replicas = ["two", "three", "lost"] }], Replicas = [two, three, lost, Server("other")], User = "kim", Credential = "clerk" };

        var replicas = (await logins.ResolveAsync(gateway, "127.0.0.1", null, CancellationToken.None)).Replicas;

        Assert.Equal(
            [("ftp://ftp.example.org:21/", "pull", 4, true), ("ftp://ftp.example.com:21/", "anonymous", 1, false)],
            replicas.Select(one => ($"{one.Root}", one.Root.Credential.User, one.MostSessions ?? 0, one.IsAvailable())));
        replicas = (await logins.ResolveAsync(gateway with { User = null, Credential = null }, "127.0.0.1", null, CancellationToken.None)).Replicas;
        Assert.Equal("anonymous", Assert.Single(replicas).Root.Credential.User);
    }

    [Fact]
    public void A_tally_counts_what_is_fetched_and_what_is_over()
    {
        var tally = new GatewayTally("g", NullLogger.Instance);
        tally.Take(new GatewayEvent.Progress(1, "/a", 10, 100, 50, 4));
        tally.Take(new GatewayEvent.Progress(2, "/b", 10, 100, 30, 1));
        tally.Take(new GatewayEvent.Progress(3, "/c", 10, 100, 90, 0) { IsFromMemory = true });
        Assert.Equal((0, 0, 0, 2, 80d), tally.Read());
        tally.Take(new GatewayEvent.Ended(1, "/a", 100, TimeSpan.FromSeconds(1), 4, null));
        tally.Take(new GatewayEvent.Ended(2, "/b", 20, TimeSpan.FromSeconds(1), 4, "no"));
        Assert.Equal((1, 120, 1, 0, 0d), tally.Read());
    }

    [Fact]
    public void The_log_names_the_client_of_each_file_and_request_over_FTP_and_HTTP()
    {
        using var heard = new HeardLog();
        var tally = new GatewayTally("g", heard);
        var (ftp, web) = (new IPEndPoint(IPAddress.Loopback, 1001), new IPEndPoint(IPAddress.Loopback, 1002));
        tally.Take(new GatewayEvent.Login(1, ftp, "kim at ftp.example.org:21", null));
        tally.Take(new GatewayEvent.Ended(1, "/a", 100, TimeSpan.FromSeconds(2), 4, null));
        tally.Take(new GatewayEvent.Left(1));
        tally.Take(new GatewayEvent.Request(2, web, "GET /b"));
        tally.Take(new GatewayEvent.Ended(2, "/b", 20, TimeSpan.FromSeconds(1), 4, "The server cannot be reached."));
        tally.Take(new GatewayEvent.RequestFailed(3, web, "GET /none", 404, "There is no such file or folder."));
        tally.Take(new GatewayEvent.Ended(1, "/c", 1, TimeSpan.FromSeconds(1), 1, null));
        Assert.Equal(
            [
                "g: 127.0.0.1:1001: logged in as kim at ftp.example.org:21.",
                "g: 127.0.0.1:1001: /a: 100 bytes in 2.0 s.",
                "g: 127.0.0.1:1002: GET /b.",
                "g: 127.0.0.1:1002: /b: failed after 20 bytes: The server cannot be reached.",
                "g: 127.0.0.1:1002: GET /none: failed with 404: There is no such file or folder.",
                "g: session 1: /c: 1 bytes in 1.0 s.",
            ],
            heard.Sentences);
    }

    [Fact]
    public async Task A_gateway_whose_FTP_and_HTTP_have_one_port_is_an_incident()
    {
        using var port = new ClosedPort();
        await ApplyAsync(Wanted with { Listen = new IPEndPoint(IPAddress.Loopback, port.Number), Http = new IPEndPoint(IPAddress.Loopback, port.Number) });
        Assert.StartsWith(
            $"The gateway g cannot be opened: FTP at 127.0.0.1:{port.Number} and HTTP at 127.0.0.1:{port.Number} use the same port: choose another port for one of them. ",
            Assert.Single(_fixture.Core.Events.Log.Incidents));
    }

    private ServerDefinition Server(string name) =>
        new(name, new FtpEndpoint("127.0.0.1", _server.EndPoint.Port, FtpSecurity.None), null, null, 8, []);

    private Task ApplyAsync(params GatewayDefinition[] wanted) => _keeper.ApplyAsync(wanted, CancellationToken.None).SoonAsync();
}
