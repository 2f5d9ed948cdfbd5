namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Sessions through a proxy: where both kinds of connection lead, and what a proxy's refusal does to them.</summary>
public sealed class ProxySessionTests
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Both_kinds_of_connection_use_the_server_name_and_ignore_the_address_in_227(bool isBulk)
    {
        using var proxy = new RelayProxy();
        await using var login = await SessionFixture.OpenAtAsync(Site(proxy, "ftp.name"), null);
        login.IsBulk = isBulk;
        var server = login.Site.Server.EndPoint;
        Assert.Equal([$"ftp.name:{server.Port}"], proxy.Asked);
        Assert.Contains($"> (connected through {proxy.Address})", login.Site.Trace);

        await login.ExpectNextFileAsync();
        var starting = login.StartAsync();
        await login.Server.AnswerAsync("EPSV", "500 unknown");
        using var port = new ScriptedDataPort(login.Server.Address);
        await login.Server.AnswerAsync("PASV", $"227 Entering Passive Mode (10,0,0,1,{port.Port / 256},{port.Port % 256})");
        await login.Server.ExpectAsync("RETR a.bin");
        var data = await port.AcceptAsync();
        await login.BeginDataAsync(data);
        await login.FinishAsync(starting, data);
        Assert.Equal($"ftp.name:{port.Port}", proxy.Asked[^1]);
        Assert.Equal(3, proxy.Asked.Count);
        // The socket's round trip ends at the proxy.
        Assert.Null(login.Session.PathFacts().RoundTrip);
    }

    [Fact]
    public async Task A_refused_data_connection_is_final_at_first_and_a_limit_once_one_has_worked()
    {
        var isOpen = false;
        using var proxy = new RelayProxy(ordinal => ordinal == 1 || Volatile.Read(ref isOpen) ? null : "403 Forbidden");
        await using var login = await SessionFixture.OpenAtAsync(Site(proxy, "127.0.0.1"), null);
        var first = await FailAsync(login);
        Assert.Contains("Ask its operator to allow connections to the server's passive ports.", first.Message);
        Assert.Equal((FtpStage.DataConnect, true, true, false), (first.Stage, first.ByProxy, first.IsFinal, login.Session.IsUsable));
        // The proxy's refusal says nothing about EPSV.
        Assert.False(login.Session.Traits.EpsvRefused);

        Volatile.Write(ref isOpen, true);
        await using var second = await login.Site.LogInAsync(null);
        await second.ExpectNextFileAsync();
        Volatile.Write(ref isOpen, false);
        Assert.False((await FailAsync(second)).IsFinal);
    }

    [Fact]
    public async Task A_proxy_that_never_answers_costs_the_time_limit_of_a_connect()
    {
        using var proxy = ScriptedServer.Start();
        using var site = new SiteFixture(profile => profile with
        {
            Proxy = new ProxyAddress(ProxyProtocol.Socks5, "127.0.0.1", proxy.EndPoint.Port),
        });
        var connecting = site.ConnectAsync();
        using var asked = await proxy.AcceptAsync();
        await site.Time.EndWaitAsync(TimeSpan.FromSeconds(15));
        var failure = await Assert.ThrowsAsync<FtpConnectionException>(() => connecting.SoonAsync());
        Assert.Equal((FtpStage.Connect, true, false), (failure.Stage, failure.ByProxy, failure.IsFinal));
        Assert.StartsWith($"The proxy socks5://127.0.0.1:{proxy.EndPoint.Port} did not connect to 127.0.0.1:", failure.Message);
        Assert.False(site.Server.HasCaller);
    }

    [Fact]
    public async Task A_page_in_place_of_a_greeting_names_the_proxy()
    {
        using var proxy = new RelayProxy(_ => "200 OK\r\n\r\n<html>Log in to the hotel</html>");
        using var site = Site(proxy, "ftp.name");
        var failure = await Assert.ThrowsAsync<FtpProtocolException>(() => site.ConnectAsync().SoonAsync());
        Assert.Contains($"through the proxy {proxy.Address}: This is not an FTP server: it sent \"<html>Log in to the hotel</html>", failure.Message);
        Assert.EndsWith("The proxy itself may have sent this instead of connecting.", failure.Message);
    }

    [Fact]
    public async Task An_unreachable_proxy_is_named_in_the_error()
    {
        using var closed = new ClosedPort();
        using var site = new SiteFixture(profile => profile with { Proxy = new ProxyAddress(ProxyProtocol.Http, "127.0.0.1", closed.Number) });
        var failure = await Assert.ThrowsAsync<FtpConnectionException>(() => site.ConnectAsync().SoonAsync());
        Assert.StartsWith($"The connection to the proxy http://127.0.0.1:{closed.Number} failed: ", failure.Message);
        Assert.Equal((FtpStage.Connect, true, false), (failure.Stage, failure.ByProxy, failure.IsFinal));
    }

    /// <summary>Accounts are locked after a few wrong passwords, and sixteen streams would send as many.</summary>
    [Fact]
    public async Task A_login_that_the_proxy_refuses_is_sent_once()
    {
        using var proxy = new RelayProxy(static _ => "407 Proxy Authentication Required");
        using var site = Site(proxy, "127.0.0.1", new ProxyAddress(ProxyProtocol.Http, "127.0.0.1", proxy.Address.Port, "kim", "secret"));
        var failures = await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => Assert.ThrowsAsync<FtpConnectionException>(() => site.ConnectAsync().SoonAsync())));
        Assert.All(failures, failure => Assert.Contains("refused the login of kim (407", failure.Message));
        Assert.Equal(["kim:secret"], proxy.Logins);
    }

    [Fact]
    public async Task Active_mode_through_a_proxy_is_refused_before_anything_is_sent()
    {
        using var proxy = new RelayProxy();
        using var site = new SiteFixture(profile => profile with { Proxy = proxy.Address, ActiveMode = true });
        await Assert.ThrowsAsync<ArgumentException>(() => site.ConnectAsync().SoonAsync());
        Assert.Empty(proxy.Asked);
    }

    private static SiteFixture Site(RelayProxy proxy, string host, ProxyAddress? address = null) =>
        new(profile => profile with { Endpoint = profile.Endpoint with { Host = host }, Proxy = address ?? proxy.Address });

    private static async Task<FtpConnectionException> FailAsync(SessionFixture login)
    {
        var starting = login.StartAsync();
        using var port = await login.Server.PassiveAsync();
        var failing = Assert.ThrowsAsync<FtpConnectionException>(() => starting.SoonAsync());
        // If RETR was sent before the refusal arrived, a reply might still explain it.
        await Task.WhenAny(failing, login.Time.UntilOneIsDueInAsync(TimeSpan.FromSeconds(0.2))).SoonAsync();
        login.Time.Advance(TimeSpan.FromSeconds(0.2));
        return await failing;
    }
}
