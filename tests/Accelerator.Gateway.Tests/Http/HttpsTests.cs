using System.Security.Authentication;
using Accelerator.Gateway.Tests.Tls;

namespace Accelerator.Gateway.Tests.Http;

/// <summary>Other computers over HTTP: TLS and a token.</summary>
public sealed class HttpsTests : IDisposable
{
    private const int Large = (6 << 20) + 17;

    private const string Token = "0123456789abcdef-Token";

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(SslProtocols.Tls12, 0, 1)]
    [InlineData(SslProtocols.Tls12, Large, 4)]
    [InlineData(SslProtocols.Tls13, 300_000, 1)]
    [InlineData(SslProtocols.Tls13, Large, 4)]
    public async Task A_file_and_its_end_arrive_unchanged_with_the_token(SslProtocols protocol, int length, int streams)
    {
        await using var gateway = GatewayFixture.StartSlowUntil(streams, adjust: Secured);
        gateway.TlsVersions = protocol;
        var expected = gateway.Add("/f", length);
        var got = await gateway.AskAsync("GET", "/f", $"Authorization: Bearer {Token}");
        Assert.True(got is { Status: 200, IsComplete: true } && got.Body.AsSpan().SequenceEqual(expected));
        Assert.Equal(streams, Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>()).Streams);
        if (length == 0) return;
        got = await gateway.AskAsync("GET", "/f", $"Authorization: {Basic($"any:{Token}")}", "Range: bytes=-1000");
        Assert.True(got is { Status: 206, IsComplete: true } && got.Body.AsSpan().SequenceEqual(expected.AsSpan(length - 1000)));
    }

    [Fact]
    public async Task A_request_without_the_token_reaches_no_server_and_the_token_is_in_no_event()
    {
        // The token is asked for in place of the login, whose password may be short.
        await using var gateway = Start(adjust: settings => settings with { Login = new FtpCredential("kim", "geheim") });
        gateway.Add("/f", 1000);
        string[] wrong =
        [
            "X: none", "Authorization:", "Authorization: Bearer", "Authorization: Bearer x", $"Authorization: Bearer {Token}x", $"Authorization: Bearer {Token[..^1]}",
            $"Authorization: {Token}", $"Authorization: Token {Token}", $"Authorization: Basic {Token}", $"Authorization: {Basic(Token)}", $"Authorization: {Basic($"{Token}:")}",
            $"Authorization: {Basic($"{Token}:x")}", $"Authorization: {Basic("kim:geheim")}", $"Authorization: Bearer {Token.ToUpperInvariant()}", $"Cookie: token={Token}",
            $"Proxy-Authorization: Bearer {Token}", $"X-Token: {Token}",
        ];
        foreach (var line in wrong)
        {
            var got = await gateway.AskAsync("GET", "/f", line);
            Assert.Equal((401, "Basic realm=\"ftpx gateway\", charset=\"UTF-8\", Bearer realm=\"ftpx gateway\""), (got.Status, got.Fields["WWW-Authenticate"]));
        }
        foreach (var target in new[] { $"/f?token={Token}", $"/f?access_token={Token}", $"/?format=json&token={Token}" })
            Assert.Equal(401, (await gateway.AskAsync("GET", target)).Status);
        // Two values: which one counts is open.
        Assert.Equal(400, (await gateway.AskAsync("GET", "/f", "Authorization: Bearer x", $"Authorization: Bearer {Token}")).Status);

        Assert.Equal(0, gateway.Server.Log.ControlConnectionsOpened);
        Assert.DoesNotContain(gateway.Events, one => $"{one}".Contains(Token, StringComparison.OrdinalIgnoreCase));
        Assert.Equal(wrong.Count(line => line.StartsWith("Authorization", StringComparison.Ordinal)), gateway.Events.OfType<GatewayEvent.Login>().Count(one => one.Failure is not null));
    }

    [Fact]
    public async Task The_token_works_without_TLS_on_this_computer()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { HttpToken = AccessToken.Parse(Token) });
        var expected = gateway.Add("/f", 1000);
        Assert.Equal(401, (await gateway.AskAsync("GET", "/f")).Status);
        Assert.Equal(expected, (await gateway.AskAsync("GET", "/f", $"Authorization: bearer  {Token} ")).Body);
    }

    [Fact]
    public async Task With_the_login_of_the_gateway_the_token_gives_the_stored_login_of_the_server()
    {
        await using var gateway = Start(adjust: settings => settings with
        {
            Login = new FtpCredential("kim", "geheim"),
            Resolve = async (host, port, user, token) =>
                await settings.Resolve(host, port, user, token) with { Credential = new FtpCredential("stored", "secret") },
        });
        var expected = gateway.Add("/f", 1000);
        Assert.Equal(expected, (await gateway.AskAsync("GET", "/f", $"Authorization: Bearer {Token}")).Body);
        Assert.Contains("USER stored", gateway.Server.Log.CommandsOf(1));
    }

    [Fact]
    public async Task Plain_HTTP_at_the_TLS_port_gets_400_and_its_request_is_not_read()
    {
        await using var gateway = Start();
        gateway.Add("/f", 1000);
        var host = gateway.HttpAt;
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(host);
        await socket.SendAsync(Encoding.ASCII.GetBytes($"GET /f HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {Token}\r\n\r\n"));
        var got = await HttpAnswer.ReadAsync(new NetworkStream(socket));
        Assert.Equal((400, "This port needs TLS: write https:// in place of http://.\n"), (got.Status, got.Text));
        Assert.Empty(gateway.Events.OfType<GatewayEvent.Request>());
        Assert.Equal("the client does not use TLS", Assert.Single(gateway.Events.OfType<GatewayEvent.Refused>()).Reason);
        Assert.Equal(0, gateway.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public async Task A_client_of_TLS_1_0_gets_no_server_hello()
    {
        await using var gateway = Start();
        // A ClientHello of TLS 1.0 with ECDHE-ECDSA and AES-CBC, for which the certificate would do.
        byte[] hello =
        [
            22, 3, 1, 0, 63, 1, 0, 0, 59, 3, 1, .. new byte[32], 0, 0, 4, 0xC0, 0x09, 0xC0, 0x0A, 1, 0, 0, 14, 0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0,
        ];
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(gateway.HttpAt);
        await socket.SendAsync(hello);
        var got = await HttpAnswer.ReadAsync(new NetworkStream(socket));
        // At most an alert (21), and no handshake record (22).
        Assert.True(got.Body is [] or [21, ..], Convert.ToHexString(got.Body));
        Assert.StartsWith("the TLS handshake failed (", Assert.Single(gateway.Events.OfType<GatewayEvent.Refused>()).Reason);
    }

    [Theory]
    [InlineData(new byte[0])]
    [InlineData(new byte[] { 22 })]
    [InlineData(new byte[] { 22, 3, 1, 0, 63, 1 })]
    public async Task A_client_that_sends_its_TLS_greeting_byte_by_byte_is_disconnected(byte[] start)
    {
        await using var gateway = Start(adjust: settings => settings with { LoginLimit = TimeSpan.FromMilliseconds(200) });
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(gateway.HttpAt);
        await socket.SendAsync(start);
        Assert.Empty((await HttpAnswer.ReadAsync(new NetworkStream(socket))).Body);
        await using var other = Start();
        Assert.Equal(401, (await other.AskAsync("GET", "/")).Status);
    }

    [Theory]
    [InlineData("Host: gateway.example.org", 404)]
    [InlineData("Host: gateway.example.org:443", 404)]
    [InlineData("Host: GATEWAY.example.org:8443\r\nOrigin: https://gateway.example.org:8443", 404)]
    [InlineData("Host: localhost:PORT", 404)]
    [InlineData("Host: evil.example:PORT", 403)]
    [InlineData("Host: localhost", 403)]
    [InlineData("Host: gateway.example.org.evil.example", 403)]
    [InlineData("Host: gateway.example.org:PORT\r\nOrigin: http://gateway.example.org:PORT", 403)]
    [InlineData("Host: gateway.example.org:PORT\r\nOrigin: https://evil.example", 403)]
    [InlineData("Host: gateway.example.org:PORT\r\nSec-Fetch-Site: cross-site", 403)]
    public async Task A_host_is_one_of_the_certificate_and_a_page_of_another_site_gets_nothing_even_with_the_token(string lines, int status)
    {
        await using var gateway = Start();
        var answer = await gateway.HttpAsync(
            $"GET /none HTTP/1.1\r\n{lines.Replace("PORT", $"{gateway.HttpAt.Port}")}\r\nAuthorization: Bearer {Token}\r\n\r\n");
        Assert.Equal(status, answer.Status);
    }

    [Fact]
    public async Task A_file_that_changes_ends_with_a_reset_and_not_with_the_end_of_TLS()
    {
        await using var gateway = Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(Fault.OnRetr().ChangeFilesAfter(90_000, files => files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1)))),
        });
        gateway.Add("/f", 300_000);
        var got = await gateway.AskAsync("GET", "/f", $"Authorization: Bearer {Token}");
        Assert.Equal((200, true), (got.Status, got.IsReset));
        Assert.InRange(got.Body.Length, 0, 300_000 - (64 << 10));
    }

    [Fact]
    public async Task A_client_that_leaves_ends_the_fetch()
    {
        await using var gateway = Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1 << 20 } });
        gateway.Add("/f", 200 << 20);
        await using (var stream = await gateway.ConnectHttpAsync())
        {
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"GET /f HTTP/1.1\r\nHost: {gateway.HttpAt}\r\nAuthorization: Bearer {Token}\r\n\r\n"));
            Assert.NotEqual(0, await stream.ReadAsync(new byte[1000]));
        }
        await gateway.Server.Log.WaitForAsync(log => log.RunningTransfers == 0, default).SoonAsync();
        Assert.InRange(gateway.Server.Log.BytesSent, 1, 100 << 20);
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("0123456789abcde", false)]
    [InlineData("0123456789 abcdef", false)]
    [InlineData("0123456789abcdeé", false)]
    [InlineData("0123456789abcdef", true)]
    public void A_token_has_sixteen_characters_or_more_and_no_space(string text, bool isToken) => Assert.Equal(isToken, AccessToken.Parse(text) is not null);

    private GatewayFixture Start(LoopbackOptions? options = null, Func<GatewaySettings, GatewaySettings>? adjust = null) => GatewayFixture.Start(
        options, settings => (adjust ?? (static same => same))(Secured(settings)));

    private GatewaySettings Secured(GatewaySettings settings) => settings with
    {
        Http = new IPEndPoint(IPAddress.Any, 0), HttpToken = AccessToken.Parse(Token), HttpCertificate = CertificateSamples.Load(_folder),
    };

    private static string Basic(string text) => "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
}
