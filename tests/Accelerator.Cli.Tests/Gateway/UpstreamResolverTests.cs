using Accelerator.Cli.Gateway;
using Accelerator.Gateway.Settings;

namespace Accelerator.Cli.Tests.Gateway;

/// <summary>The server of <c>--upstream</c> and its replicas.</summary>
public sealed class UpstreamResolverTests : IDisposable
{
    private readonly TestEnvironment _process = new();

    public UpstreamResolverTests()
    {
        _process.Variables["HOME"] = _process.Folder;
        _process.Variables["FTPX_USER"] = "lee";
        _process.Variables["FTPX_PASSWORD"] = "p";
    }

    public void Dispose() => _process.Dispose();

    [Theory]
    [InlineData(null, "anonymous kim", null)]
    [InlineData("clerk", "lee kim", "lee")]
    public async Task A_stored_login_is_used_behind_that_of_the_gateway_or_for_a_user_in_the_URL_of_a_replica(string? own, string users, string? upstream)
    {
        var server = await ResolveAsync(new GatewayOptions { Upstream = "ftp://a", GatewayUser = own, Replicas = ["ftp://b", "ftpes://kim@c//data/"] });
        Assert.Equal(["ftp://b:21/", "ftpes://c:21//data"], server.Replicas.Select(replica => replica.Root.ToString()));
        Assert.Equal(users, string.Join(' ', server.Replicas.Select(replica => replica.Root.Credential.User)));
        Assert.Equal("p", server.Replicas[1].Root.Credential.Password);
        Assert.Equal(upstream, server.Credential?.User);
    }

    [Theory]
    [InlineData("ftp://a:21/", "--replica: ftp://a:21/ is already listed; a replica must be on another server or under another path.")]
    [InlineData("b/f", "--replica: \"b/f\" has no scheme: write ftp://b/f.")]
    public async Task An_invalid_replica_is_refused(string replica, string sentence)
    {
        var options = new GatewayOptions { Upstream = "ftp://a", Replicas = [replica] };
        Assert.Equal(sentence, (await Assert.ThrowsAsync<UsageException>(() => ResolveAsync(options))).Message);
    }

    [Fact]
    public async Task A_typed_limit_is_one_for_all_servers()
    {
        var resolver = new UpstreamResolver(new GatewayOptions { LimitRate = RateLimit.Parse("1M") }, _process.Value, warning => Assert.Fail(warning), request => request);
        var first = (await resolver.ResolveAsync("a", null, "kim")).Request.SharedRate;
        Assert.True(first!.IsLimited);
        Assert.Same(first, (await resolver.ResolveAsync("b", 21, "lee")).Request.SharedRate);
    }

    /// <summary>Clients may name any host, and a name is resolved before it is admitted: nothing is kept for it here.</summary>
    [Fact]
    public async Task A_server_that_a_client_names_leaves_nothing_behind()
    {
        var resolver = new UpstreamResolver(new GatewayOptions(), _process.Value, warning => Assert.Fail(warning), request => request);
        Assert.Null((await resolver.ResolveAsync("a", null, "kim")).Request.SharedRate);
    }

    private Task<UpstreamServer> ResolveAsync(GatewayOptions options) =>
        new UpstreamResolver(options, _process.Value, warning => Assert.Fail(warning), request => request).ResolveOnlyAsync();
}
