namespace Accelerator.Interop.Tests.Proxies;

/// <summary>
/// Transfers through real proxies. vsftpd accepts a data connection only from the control connection's address, and the proxies have
/// another one than this computer's clients.
/// </summary>
public sealed class ProxyTests : RealTests
{
    private const int Unlimited = 100;

    [ServerTheory("vsftpd", "microsocks", "danted", "tinyproxy", "squid")]
    [InlineData("microsocks", ProxyProtocol.Socks5, null, ServerTls.None)]
    [InlineData("microsocks", ProxyProtocol.Socks5h, "kim", ServerTls.Explicit)]
    [InlineData("danted", ProxyProtocol.Socks5h, "kim", ServerTls.Explicit)]
    [InlineData("tinyproxy", ProxyProtocol.Http, "kim", ServerTls.Implicit)]
    [InlineData("squid", ProxyProtocol.Http, "kim", ServerTls.Explicit)]
    public async Task Every_connection_of_four_streams_goes_through_the_proxy(string tool, ProxyProtocol protocol, string? user, ServerTls tls)
    {
        await using var proxy = await ProxyProcess.StartAsync(tool, protocol, user, "secret", Unlimited, Token);
        // One stream alone would take sixteen seconds: on a busy machine the second one logs in late.
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { Tls = tls, BytesPerSecond = 1 << 20 }, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", 16 << 20, Token);
        using var fixture = new GetFixture(server);
        var outcome = await GetFixture.RunAsync(Through(proxy, fixture.Request("big.bin")) with { Streams = 4, AcceptAnyCertificate = true }, Token);

        outcome.AssertSucceeded();
        await GetChecks.AssertIsAsync(fixture, "big.bin", hash, Token);
        Assert.True(outcome.Sent("USER") is >= 2 and <= 4, outcome.Notify());
        Assert.True(Clients(server) >= outcome.Sent("USER"), server.Log);
        // A connection that was prepared for a range that another stream took may be closed before the proxy has made it.
        var least = outcome.Sent("USER") + 2;
        Assert.InRange(await proxy.ConnectionsAsync(least, Token), least, outcome.Sent("USER") + outcome.Sent("EPSV"));
        Assert.DoesNotContain(outcome.Trace, line => line.Text.Contains("secret"));
    }

    [ServerFact("vsftpd", "microsocks")]
    public async Task A_mirror_takes_the_proxy_of_the_environment()
    {
        await using var proxy = await ProxyProcess.StartAsync(ProxyProtocol.Socks5, null, null, Unlimited, Token);
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        for (var i = 0; i < 20; i++) await server.PutAsync($"tree/{i % 3}/{i}.bin", 1000 + i, seed: i, Token);
        await using var run = FtpxProgram.Native.Start(
            Folder.Path, new Dictionary<string, string> { ["ALL_PROXY"] = $"{proxy.Address}" }, ["mirror", "--quiet", FtpxProgram.UrlOf(server, "tree"), "here"]);
        (await run.WaitAsync(Token)).ExpectQuiet();

        foreach (var path in Directory.EnumerateFiles(Path.Combine(server.Root, "tree"), "*.bin", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(Folder.Path, "here", Path.GetRelativePath(Path.Combine(server.Root, "tree"), path));
            Assert.Equal(await File.ReadAllBytesAsync(path, Token), await File.ReadAllBytesAsync(copy, Token));
        }
        // A session that is no longer needed may be closed before its login.
        Assert.True(Clients(server) >= server.CountCommands("USER"), server.Log);
        Assert.True(await proxy.ConnectionsAsync(21, Token) > 20);
    }

    [ServerTheory("vsftpd", "danted", "tinyproxy", "squid")]
    [InlineData("tinyproxy", ProxyProtocol.Http)]
    [InlineData("squid", ProxyProtocol.Http)]
    [InlineData("danted", ProxyProtocol.Socks5)]
    public async Task A_login_that_the_proxy_refuses_ends_the_get_after_one_try(string tool, ProxyProtocol protocol)
    {
        await using var proxy = await ProxyProcess.StartAsync(tool, protocol, "kim", "secret", Unlimited, Token);
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        await GetChecks.PutAsync(server, "a.bin", 1000, Token);
        var url = $"{proxy.Address}".Replace("://", "://kim:wrong@");
        var end = await FtpxProgram.Native.GetAsync(server, Folder, ["--quiet", "--streams", "8", "--proxy", url, FtpxProgram.UrlOf(server, "a.bin")], Token);

        end.Expect(5);
        var error = end.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries)[^1];
        Assert.StartsWith("ftpx: error: ", error);
        Assert.Contains($"the proxy {proxy.Address} refused the login of kim", error);
        Assert.DoesNotContain("wrong", end.Output + end.Error);
        Assert.Equal((0, 0), (Clients(server), proxy.Connections));
        if (tool == "tinyproxy")
        {
            while (proxy.Clients == 0) await Task.Delay(TimeSpan.FromMilliseconds(20), Token);
            Assert.Equal(1, proxy.Clients);
        }
        Assert.Empty(Directory.EnumerateFileSystemEntries(Folder.Path));
    }

    [ServerTheory("vsftpd", "microsocks", "tinyproxy")]
    [InlineData(ProxyProtocol.Socks5)]
    [InlineData(ProxyProtocol.Http)]
    public async Task Doctor_measures_a_server_through_the_proxy(ProxyProtocol protocol)
    {
        await using var proxy = await ProxyProcess.StartAsync(protocol, null, null, Unlimited, Token);
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), Token);
        await using var run = FtpxProgram.Native.Start(
            Folder.Path, new Dictionary<string, string> { ["ALL_PROXY"] = $"{proxy.Address}" }, ["doctor", "--json", FtpxProgram.UrlOf(server, "")]);
        var path = Assert.Single(FtpxProgram.Lines((await run.WaitAsync(Token)).Expect(), "doctor_path"));
        Assert.Equal(($"{proxy.Address}", 3), (path.GetProperty("proxy").GetString(), path.GetProperty("connections").GetInt32()));
        Assert.Equal((3, 0), (await proxy.ConnectionsAsync(3, Token), server.CountCommands("USER")));
    }

    /// <summary>tinyproxy leaves connections above its limit without an answer.</summary>
    [ServerFact("vsftpd", "tinyproxy")]
    public async Task A_proxy_that_allows_few_connections_bounds_the_streams_and_the_file_arrives()
    {
        await using var proxy = await ProxyProcess.StartAsync(ProxyProtocol.Http, null, null, mostClients: 5, Token);
        // Four streams take eight seconds: a connection that the proxy leaves waiting is given up before. A busy machine takes a second for any connection.
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 1 << 20 }, Token);
        var hash = await GetChecks.PutAsync(server, "big.bin", 32 << 20, Token);
        using var fixture = new GetFixture(server);
        var request = Through(proxy, fixture.Request("big.bin")) with { Streams = 8, Timeouts = new FtpTimeouts { Connect = TimeSpan.FromSeconds(3) } };
        var outcome = await GetFixture.RunAsync(request, Token);

        outcome.AssertSucceeded();
        await GetChecks.AssertIsAsync(fixture, "big.bin", hash, Token);
        Assert.InRange(outcome.File.PeakStreams, 1, 4);
        Assert.All(outcome.Notices(NoticeKind.ServerLimit), notice => Assert.StartsWith("The proxy allows only ", notice));
        Assert.NotEmpty(outcome.Notices(NoticeKind.ServerLimit));
    }

    /// <summary>Both dialogues go through the proxy; the data goes from server to server, so the proxy carries no connection for it.</summary>
    [ServerTheory("proftpd", "microsocks", "tinyproxy")]
    [InlineData(ProxyProtocol.Socks5)]
    [InlineData(ProxyProtocol.Http)]
    public async Task Two_servers_behind_a_proxy_copy_a_file_between_them(ProxyProtocol protocol)
    {
        await using var proxy = await ProxyProcess.StartAsync(protocol, null, null, Unlimited, Token);
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        var hash = await from.PutAsync("a.bin", 1 << 20, 1, Token);
        using var fixture = new FxpProgramFixture(from, to);
        var end = await fixture.RunAsync(Token, "--proxy", $"{proxy.Address}", fixture.From("a.bin"), fixture.To(""));

        end.Expect();
        Assert.Equal(hash, await fixture.HashAsync("a.bin", Token));
        var logins = from.CountCommands("USER") + to.CountCommands("USER");
        Assert.Equal(logins, await proxy.ConnectionsAsync(logins, Token));
    }

    private static TransferRequest Through(ProxyProcess proxy, TransferRequest request) => request with
    {
        Items = [.. request.Items.Select(item => item with { Sources = [.. item.Sources.Select(source => source with { Proxy = proxy.Address })] })],
    };

    /// <summary>The number of control connections, none of which may have come directly.</summary>
    private static int Clients(VsftpdServer server)
    {
        var log = server.Log;
        Assert.DoesNotContain("Client \"127.0.0.1\"", log);
        return Regex.Count(log, $"CONNECT: Client \"{ProxyProcess.Outgoing}\"");
    }
}
