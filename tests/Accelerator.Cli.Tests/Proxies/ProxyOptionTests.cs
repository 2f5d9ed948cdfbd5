namespace Accelerator.Cli.Tests.Proxies;

/// <summary>Where the proxy of a server comes from, and where its password does not go.</summary>
public sealed class ProxyOptionTests : EngineFixture
{
    public ProxyOptionTests() => Process.Variables["HOME"] = Process.Folder;

    [Fact]
    public async Task The_option_goes_before_the_setting_and_the_setting_before_the_environment()
    {
        Assert.Equal("", await ProxyAsync());
        Process.Variables["ALL_PROXY"] = "socks5h://all:1080";
        Assert.Equal("socks5h://all:1080", await ProxyAsync());
        Process.Variables["ftp_proxy"] = "socks5://ftp:1080";
        Assert.Equal("socks5://ftp:1080", await ProxyAsync());
        Process.Variables["no_proxy"] = ".h, example.org";
        Assert.Equal("", await ProxyAsync());

        // Both of these name the server itself, so no_proxy does not apply.
        Assert.Equal(0, await FtpxAsync(["site", "set", "h", "proxy=http://site:3128"]));
        Assert.Equal("http://site:3128", await ProxyAsync());
        Assert.Equal("socks5://typed:9050", await ProxyAsync("--proxy", "socks5://typed:9050"));
        Assert.Equal("", await ProxyAsync("--proxy", "none"));
        Assert.Equal(0, await FtpxAsync(["site", "set", "h", "proxy=none"]));
        Process.Variables.Remove("no_proxy");
        Assert.Equal("", await ProxyAsync());
        Assert.Equal("", Err);
    }

    [Fact]
    public async Task Servers_of_one_command_may_have_different_proxies()
    {
        Assert.Equal(0, await FtpxAsync(["site", "set", "h", "proxy=http://site:3128"]));
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", "ftp://i/g"));
        Assert.Equal(["http://site:3128", null], Request!.Items.Select(item => item.Sources[0].Proxy?.ToString()));
    }

    [Fact]
    public async Task Every_command_that_logs_in_uses_the_proxy_of_the_setting()
    {
        Assert.Equal(0, await FtpxAsync(["site", "set", "h", "proxy=http://site:3128"]));
        var probe = await new ProbeRequestBuilder(new ProbeOptions { Address = "ftp://h/f" }, Process.Value, Fail).ReadAsync();
        var fxp = await new FxpRequestBuilder(new FxpOptions { Source = "ftp://h/f", Destination = "ftp://i/" }, Process.Value, Fail).ReadAsync();
        var ls = await ListingRequest.ReadAsync(new LsOptions { Address = "ftp://h/" }, ["ftp://h/"], "ftpx ls", (_, _) => { }, Process.Value, Fail);
        var mirror = await new MirrorRequestBuilder(new MirrorOptions { Address = "ftp://h/d" }, Process.Value, Fail).ReadAsync();
        Assert.All([probe.Source.Proxy, fxp.Request.Source.Proxy, ls[0].Source.Proxy, mirror.Source.Proxy], proxy => Assert.Equal("http://site:3128", $"{proxy}"));
        Assert.Null(fxp.Request.Destination.Proxy);

        static void Fail(string warning) => Assert.Fail(warning);
    }

    [Theory]
    [InlineData("url", "typed")]
    [InlineData("stored", "kept")]
    [InlineData("netrc", "listed")]
    public async Task The_proxy_s_password_comes_from_its_URL_the_stored_logins_or_netrc(string from, string password)
    {
        if (from == "stored")
        {
            Process.StandardInput = "kept\n";
            Assert.Equal(0, await FtpxAsync(["credential", "set", "ftp://kim@p:1080", "--password-stdin"]));
        }
        if (from != "url") Process.Write(".netrc", "machine p login kim password listed");
        await ProxyAsync("--proxy", from == "url" ? "socks5://kim:typed@p:1080" : "socks5://kim@p:1080");
        Assert.Equal(("kim", password), (Request!.Items[0].Sources[0].Proxy!.User, Request.Items[0].Sources[0].Proxy!.Password));
        Assert.Equal(from == "url", Err.Contains("visible to all users of this computer"));
        Assert.DoesNotContain("typed", Err);
    }

    [Theory]
    [InlineData("requires", "--proxy", "socks5://p:1080", "--active")]
    [InlineData("ALL_PROXY", "--active")]
    [InlineData("active=yes", "--proxy", "socks5://p:1080")]
    public async Task Active_mode_through_a_proxy_is_a_usage_error(string where, params string[] words)
    {
        if (where == "ALL_PROXY") Process.Variables[where] = "socks5://p:1080";
        if (where == "active=yes") Assert.Equal(0, await FtpxAsync(["site", "set", "h", where]));
        await RefusedAsync("omit --active, or add --proxy none", words);
    }

    [Theory]
    [InlineData("ALL_PROXY", "socks4://kim:secret@p:1", "The environment variable ALL_PROXY cannot be used: The scheme \"socks4\" is not supported: write socks5://HOST:PORT")]
    [InlineData("FTP_PROXY", "http://kim@p:3128", "No password for kim at the proxy http://p:3128: store it with ftpx credential set ftp://kim@p:3128")]
    public async Task An_unusable_proxy_variable_stops_the_command_because_a_direct_connection_may_be_forbidden(string name, string value, string sentence)
    {
        Process.Variables[name] = value;
        // The login of the default entry is for servers.
        Process.Write(".netrc", "default login kim password secret");
        await RefusedAsync(sentence, "--user", "kim");
    }

    [Fact]
    public async Task A_setting_with_a_password_is_not_stored()
    {
        Assert.Equal(2, await FtpxAsync(["site", "set", "h", "proxy=socks5://kim:secret@p:1080"]));
        Assert.Equal("ftpx: error: proxy: A stored setting holds no password: give the user only, and store the password with ftpx credential set.", ErrLines[0]);
        Assert.Equal("", await ProxyAsync());
    }

    [Fact]
    public async Task A_hint_on_how_to_continue_masks_the_password()
    {
        var kept = TransferSamples.Failed(FailureKind.Network, canResume: true);
        await GetAsync(Finish(kept), "ftp://h/f", "--proxy", "socks5://kim:secret@p:1080");
        Assert.Contains("--proxy socks5://kim:***@p:1080", Err);
        Assert.DoesNotContain("secret", Out + Err);
    }

    private async Task RefusedAsync(string sentence, params string[] words)
    {
        Assert.Equal(2, await GetAsync(Finish(TransferSamples.Done()), ["ftp://h/f", .. words]));
        Assert.Contains(sentence, Err);
        Assert.DoesNotContain("secret", Err);
        Assert.Null(Request);
    }

    private async Task<string> ProxyAsync(params string[] words)
    {
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), ["ftp://h/f", .. words]));
        return Request!.Items[0].Sources[0].Proxy?.ToString() ?? "";
    }
}
