using Accelerator.Engine.Sources;

namespace Accelerator.Gateway.Tests.Files;

/// <summary>Large files that an upstream server and a replica of it hold.</summary>
public sealed class ReplicaTests : IAsyncDisposable
{
    private const int Large = (int)TransferItem.LeastForReplicas;
    private const string Host = "127.0.0.2";

    private static readonly LinkShape Fast = new() { BytesPerSecond = 12_000_000 };

    private static readonly LoopbackOptions Options = new()
    {
        Features = LoopbackFeatures.Usual | LoopbackFeatures.Xsha256, Shaping = Fast, Address = IPAddress.Parse(Host),
    };

    private readonly List<LoopbackServer> _servers = [];

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers) await server.DisposeAsync();
    }

    [Theory]
    [InlineData("/pub/f", "", "/pub/f", false)]
    [InlineData("pub/f", "", "/pub/f", true)]
    [InlineData("/pub/f", "copy", "/copy/pub/f", false)]
    [InlineData("pub/f", "/copy", "/copy/pub/f", true)]
    public async Task A_large_file_comes_from_both_and_the_login_of_the_client_stays_with_the_upstream(string path, string root, string there, bool isNamed)
    {
        var replica = Start(Options with { User = FtpCredential.Anonymous.User, Password = FtpCredential.Anonymous.Password });
        await using var gateway = Start(replica, root, settings => !isNamed ? settings : settings with
        {
            Upstream = null, Allowed = [UpstreamRule.Parse($"127.0.0.1:{settings.Upstream!.Port}")!],
        }, isSlow: true);
        var expected = gateway.Add("/pub/f", Large);
        replica.Files.AddSynthetic(there, Large, 1);
        var client = await gateway.LoginAsync(isNamed ? $"kim@{gateway.Endpoint}" : "kim");

        var got = await client.TransferAsync($"RETR {path}");

        Assert.Equal("226 Transfer complete.", got.Final);
        Assert.True(got.Bytes.AsSpan().SequenceEqual(expected));
        Assert.NotEmpty(gateway.Server.Log.Retrievals);
        Assert.All(replica.Log.Retrievals, one => Assert.Equal(there, one.Path));
        var ended = Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>());
        Assert.InRange(ended.FromReplicas, 1, replica.Log.BytesSent);
        Assert.Equal((1, 1), (gateway.Server.Log.CountOf("XSHA256"), replica.Log.CountOf("XSHA256")));
        // Every password was the right one.
        Assert.Equal(replica.Log.Logins, replica.Log.CountOf("PASS"));
        Assert.All(replica.Log.Commands.Where(one => one.Verb == "USER"), one => Assert.Equal("anonymous", one.Argument));
    }

    [Fact]
    public async Task Listings_small_files_and_rests_come_from_the_upstream_alone()
    {
        var replica = Start(Options);
        await using var gateway = Start(replica);
        var (small, large) = (gateway.Add("/small", Large - 1), gateway.Add("/large", Large, seed: 2));
        foreach (var (path, seed) in new[] { ("/small", 1), ("/large", 2) }) replica.Files.AddSynthetic(path, gateway.Server.Files[path].Content.Length, seed);
        var client = await gateway.LoginAsync();

        Assert.Equal("large\r\nsmall\r\n", await client.TextAsync("NLST"));
        Assert.True((await client.TransferAsync("RETR /small")).Bytes.AsSpan().SequenceEqual(small));
        Assert.True((await client.TransferAsync("RETR /large", offset: 1)).Bytes.AsSpan().SequenceEqual(large.AsSpan(1)));

        Assert.Equal(0, replica.Log.ControlConnectionsOpened);
    }

    [Theory]
    [InlineData("is down")]
    [InlineData("never answers")]
    [InlineData("refuses the login")]
    [InlineData("does not have the file")]
    [InlineData("has another file")]
    [InlineData("has no hash")]
    public async Task A_useless_replica_does_not_disturb_the_transfer(string fault)
    {
        var replica = Start(fault switch
        {
            "never answers" => Options with { Faults = FaultPlan.Of(Fault.OnConnection().NeverAnswer()) },
            "refuses the login" => Options with { User = "kim", Password = "secret" },
            "has no hash" => Options with { Features = LoopbackFeatures.Usual },
            _ => Options,
        });
        await using var gateway = Start(replica);
        var expected = gateway.Add("/f", Large);
        if (fault != "does not have the file") replica.Files.AddSynthetic("/f", Large, fault == "has another file" ? 2 : 1);
        if (fault == "is down") await replica.DisposeAsync();
        var client = await gateway.LoginAsync();
        for (var i = 0; i < 2; i++)
        {
            var got = await client.TransferAsync("RETR /f");
            Assert.Equal("226 Transfer complete.", got.Final);
            Assert.True(got.Bytes.AsSpan().SequenceEqual(expected));
        }
        Assert.All(gateway.Events.OfType<GatewayEvent.Ended>(), ended => Assert.Equal(0, ended.FromReplicas));
        Assert.Empty(replica.Log.Retrievals);
        // A refused login is not repeated for each stream and each file: that would lock the account.
        if (fault == "refuses the login") Assert.Equal(1, replica.Log.CountOf("PASS"));
    }

    [Fact]
    public async Task A_large_file_over_HTTP_comes_from_both()
    {
        var replica = Start(Options);
        await using var gateway = Start(replica, isSlow: true);
        var expected = gateway.Add("/f", Large);
        replica.Files.AddSynthetic("/f", Large, 1);
        using var client = new HttpClient();

        var got = await client.GetByteArrayAsync(new Uri($"http://{gateway.HttpAt}/f")).SoonAsync();

        Assert.True(got.AsSpan().SequenceEqual(expected));
        Assert.NotEmpty(replica.Log.Retrievals);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Bytes_of_a_replica_that_do_not_match_its_hash_are_rejected(bool verifiesFirst)
    {
        var replica = Start(Options);
        await using var gateway = Start(replica, adjust: settings => settings with { VerifyFirst = verifiesFirst }, isSlow: true);
        var expected = gateway.Add("/f", Large);
        // A wrong byte in each MiB.
        var wrong = gateway.Server.Files["/f"].Content;
        for (var at = 500_000; at < Large; at += 1 << 20) wrong = wrong.WithFlatRegion(at, at + 1, (byte)(expected[at] ^ 0x5A));
        replica.Files.Add("/f", wrong);
        replica.Inject(Fault.OnCommand("XSHA256").Reply($"213 {gateway.Server.Files.Sha256Of("/f")}"));
        var client = await gateway.LoginAsync();

        var got = await client.TransferAsync("RETR /f");

        // An overlap of ranges shows it before its bytes are passed on, or the hash of the whole file at the end.
        if (verifiesFirst || got.Final[0] == '2') Assert.True(got.Bytes.AsSpan().SequenceEqual(expected), got.Final);
        else Assert.True(got.Reset && got.Bytes.Length < Large, got.Final);
    }

    [Fact]
    public async Task A_version_whose_verification_has_failed_comes_from_the_upstream_alone()
    {
        var replica = Start(Options);
        await using var gateway = Start(replica, isSlow: true);
        var expected = gateway.Add("/f", Large);
        replica.Files.AddSynthetic("/f", Large, 1);
        // The same wrong hash of both admits the replica, and that of the whole file differs.
        foreach (var server in new[] { gateway.Server, replica }) server.Inject(Fault.OnCommand("XSHA256", 1).Reply($"213 {new string('1', 64)}"));
        var client = await gateway.LoginAsync();

        var first = await client.TransferAsync("RETR /f");
        Assert.StartsWith("451", first.Final);
        Assert.True(first.Reset);
        var given = replica.Log.Retrievals.Count;
        Assert.NotEqual(0, given);
        var second = await client.TransferAsync("RETR /f");

        Assert.Equal("226 Transfer complete.", second.Final);
        Assert.True(second.Bytes.AsSpan().SequenceEqual(expected));
        Assert.Equal((given, 1), (replica.Log.Retrievals.Count, replica.Log.CountOf("XSHA256")));
    }

    private LoopbackServer Start(LoopbackOptions options)
    {
        var server = LoopbackServer.Start(options);
        _servers.Add(server);
        return server;
    }

    private static GatewayFixture Start(
        LoopbackServer replica, string root = "", Func<GatewaySettings, GatewaySettings>? adjust = null, bool isSlow = false)
    {
        var source = new TransferSource(
            new FtpEndpoint(Host, replica.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(root, FtpCharsets.Utf8));
        // A stream of the upstream that begins before the replica has sent its share is slow: the file is not complete without the replica.
        var shape = new LinkShape { BytesPerSecondOf = _ => isSlow && replica.Log.BytesSent < 3 << 20 ? 500_000 : Fast.BytesPerSecond };
        return GatewayFixture.Start(
            Options with { Address = IPAddress.Loopback, Shaping = shape },
            settings => (adjust ?? (static same => same))(settings with
            {
                Resolve = async (host, port, user, token) => (await settings.Resolve(host, port, user, token)) with { Replicas = [new UpstreamReplica(source)] },
            }));
    }
}
