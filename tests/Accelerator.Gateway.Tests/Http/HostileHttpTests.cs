using Accelerator.Gateway.Tests.Tls;

namespace Accelerator.Gateway.Tests.Http;

/// <summary>Pages and programs that attack the gateway over HTTP, and servers whose files are not what they were.</summary>
public sealed class HostileHttpTests
{
    private const int Large = (6 << 20) + 17;

    [Theory]
    [InlineData("Host: evil.example")]
    [InlineData("Host: 127.0.0.1")]
    [InlineData("Host: 127.0.0.1.evil.example:PORT")]
    [InlineData("Host: localhost:PORT\r\nOrigin: http://evil.example")]
    [InlineData("Host: localhost:PORT\r\nOrigin: null")]
    [InlineData("Host: localhost:PORT\r\nSec-Fetch-Site: cross-site")]
    [InlineData("Host: localhost:PORT\r\nSec-Fetch-Site: same-site")]
    public async Task A_page_of_another_site_gets_nothing(string lines)
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Add("/f", 1000);
        var answer = await gateway.HttpAsync($"GET /f HTTP/1.1\r\n{lines.Replace("PORT", $"{gateway.Gateway.HttpEndPoint!.Port}")}\r\n\r\n");
        Assert.Equal(403, answer.Status);
        Assert.DoesNotContain(answer.Fields.Keys, name => name.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
        Assert.Equal(0, gateway.Server.Log.ControlConnectionsOpened);
    }

    [Theory]
    [InlineData("POST")]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    [InlineData("OPTIONS")]
    [InlineData("PROPFIND")]
    public async Task Nothing_but_a_download_is_answered(string method)
    {
        await using var gateway = GatewayFixture.Start();
        var answer = await gateway.AskAsync(method, "/f");
        Assert.Equal((405, "GET, HEAD"), (answer.Status, answer.Fields["Allow"]));
        answer = await gateway.HttpAsync($"{method} /f HTTP/1.1\r\nHost: {gateway.HttpAt}\r\nContent-Length: 1\r\n\r\nx");
        Assert.Equal((405, "GET, HEAD"), (answer.Status, answer.Fields["Allow"]));
        Assert.Equal(0, gateway.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task A_second_request_on_the_connection_is_not_answered()
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", 100_000);
        var host = $"Host: {gateway.Gateway.HttpEndPoint}";
        var answer = await gateway.HttpAsync($"GET /f HTTP/1.1\r\n{host}\r\n\r\nGET /f HTTP/1.1\r\n{host}\r\n\r\n");
        Assert.True(answer.IsComplete && answer.Body.AsSpan().SequenceEqual(expected));
        Assert.Single(gateway.Events.OfType<GatewayEvent.Request>());
    }

    [Fact]
    public async Task A_client_that_sends_its_header_byte_by_byte_is_disconnected()
    {
        await using var gateway = GatewayFixture.Start(
            adjust: settings => settings with { LoginLimit = TimeSpan.FromMilliseconds(200) });
        Assert.Equal(408, (await gateway.HttpAsync("GET / HTTP/1.1\r\nHost: a\r\n")).Status);
    }

    [Fact]
    public async Task Clients_over_the_limit_get_503_with_Retry_After()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { MaxSessions = 1 });
        using var first = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await first.ConnectAsync(gateway.Gateway.HttpEndPoint!);
        var second = await gateway.HttpAsync("");
        Assert.Equal((503, "5"), (second.Status, second.Fields["Retry-After"]));
    }

    [Fact]
    public async Task A_file_whose_hash_differs_ends_with_a_reset_and_its_parts_are_not_served()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecond = 4 << 20 }, Features = LoopbackFeatures.All,
            Faults = FaultPlan.Of(Fault.OnCommand("HASH").WrongDigest(), Fault.OnCommand("XSHA256").WrongDigest()),
        });
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        gateway.Add("/f", Large);
        foreach (var range in new[] { "X: none", "Range: bytes=1000-", "Range: bytes=1000-2000" })
        {
            var got = await gateway.AskAsync("GET", "/f", range);
            Assert.Equal((200, true), (got.Status, got.IsReset));
            Assert.True(got.Body.Length <= Large - (64 << 10));
        }
    }

    [Fact]
    public async Task With_verify_first_a_wrong_file_is_a_bad_gateway()
    {
        await using var gateway = GatewayFixture.Start(
            new LoopbackOptions { Features = LoopbackFeatures.All, Faults = FaultPlan.Of(Fault.OnCommand("HASH").WrongDigest()) },
            settings => settings with { VerifyFirst = true });
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        gateway.Add("/f", Large);
        var got = await gateway.AskAsync("GET", "/f");
        Assert.Equal((502, false), (got.Status, got.IsReset));
        Assert.Contains("the content does", got.Text);
    }

    [Theory]
    [InlineData("cut short", "")]
    [InlineData("changed", "")]
    [InlineData("cut short", "Range: bytes=0-95000")]
    [InlineData("changed", "Range: bytes=0-95000")]
    public async Task A_file_that_is_not_the_one_that_was_announced_is_not_completed(string fault, string range)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(fault == "changed"
                ? Fault.OnRetr().ChangeFilesAfter(90_000, files => files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1)))
                : Fault.OnRetr().EndShortAfter(90_000)),
        });
        gateway.Add("/f", 100_000);
        var got = await gateway.AskAsync("GET", "/f", [.. new[] { range }.Where(line => line.Length > 0)]);
        Assert.True(got.IsReset || got.Status == 502);
    }

    [Fact]
    public async Task A_client_that_leaves_ends_the_fetch()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1 << 20 } });
        gateway.Add("/f", 200 << 20);
        using (var socket = new Socket(SocketType.Stream, ProtocolType.Tcp))
        {
            await socket.ConnectAsync(gateway.Gateway.HttpEndPoint!);
            await socket.SendAsync(Encoding.ASCII.GetBytes($"GET /f HTTP/1.1\r\nHost: {gateway.Gateway.HttpEndPoint}\r\n\r\n"));
            Assert.NotEqual(0, await socket.ReceiveAsync(new byte[1000]));
        }
        await gateway.Server.Log.WaitForAsync(log => log.RunningTransfers == 0, default).SoonAsync();
        Assert.InRange(gateway.Server.Log.BytesSent, 1, 100 << 20);
    }

    [Theory]
    [InlineData("127.0.0.1", "", true)]
    [InlineData("::1", "", true)]
    [InlineData("0.0.0.0", "", false)]
    [InlineData("::", "", false)]
    [InlineData("0.0.0.0", "token", false)]
    [InlineData("0.0.0.0", "certificate", false)]
    [InlineData("0.0.0.0", "token and certificate", true)]
    public void Http_for_other_computers_needs_a_token_and_a_certificate(string address, string has, bool isAllowed)
    {
        using var folder = new TempFolder();
        var settings = new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Http = new IPEndPoint(IPAddress.Parse(address), 0), SpoolFolder = "/",
            Upstream = new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None), Login = new FtpCredential("kim", "secret"),
            Resolve = (_, _, _, _) => throw new InvalidOperationException(),
            HttpToken = has.Contains("token") ? AccessToken.Parse("0123456789abcdef") : null,
            HttpCertificate = has.Contains("certificate") ? CertificateSamples.Load(folder) : null,
        };
        if (isAllowed) Assert.Null(Record.Exception(() => GatewayServer.Start(settings).DisposeAsync().AsTask().Wait()));
        else Assert.Throws<ArgumentException>(() => GatewayServer.Start(settings));
    }
}
