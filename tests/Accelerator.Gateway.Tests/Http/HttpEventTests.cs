using Accelerator.Gateway.Tests.Tls;

namespace Accelerator.Gateway.Tests.Http;

/// <summary>What the operator learns of requests over HTTP, and what their clients read of an error.</summary>
public sealed class HttpEventTests
{
    [Theory]
    [InlineData("GET /none", 404, "There is no such file or folder. The server's reply: 550 ")]
    [InlineData("GET /a/../f?secret", 400, "The path must not contain the names")]
    [InlineData("POST /f", 405, "This gateway only downloads: GET and HEAD.")]
    public async Task A_request_that_fails_is_reported_with_its_client_and_answered_with_the_same_sentence(string request, int status, string sentence)
    {
        await using var gateway = GatewayFixture.Start();
        var (method, target) = (request.Split(' ')[0], request.Split(' ')[1]);

        var answer = await gateway.AskAsync(method, target);

        var failed = Assert.Single(gateway.Events.OfType<GatewayEvent.RequestFailed>());
        Assert.Equal(($"{method} {target.Split('?')[0]}", status), (failed.Target, failed.Status));
        Assert.StartsWith(sentence, failed.Failure);
        Assert.Equal(failed.Client, Assert.Single(gateway.Events.OfType<GatewayEvent.Request>()).Client);
        AssertSentence(answer, status, sentence);
    }

    [Fact]
    public async Task A_server_that_cannot_be_reached_is_reported()
    {
        using var closed = new ClosedPort();
        await using var gateway = GatewayFixture.Start(
            adjust: settings => settings with { Upstream = new FtpEndpoint("127.0.0.1", closed.Number, FtpSecurity.None) });
        var answer = await gateway.AskAsync("GET", "/f");
        var failed = Assert.Single(gateway.Events.OfType<GatewayEvent.RequestFailed>());
        Assert.Equal((502, 502), (failed.Status, answer.Status));
        Assert.Contains($"127.0.0.1:{closed.Number}", failed.Failure);
    }

    [Theory]
    [InlineData("GET /f\r\n\r\n", 400)]
    [InlineData("GET /f HTTP/2.0\r\nHost: a\r\n\r\n", 505)]
    public async Task A_request_that_cannot_be_read_is_reported(string request, int status)
    {
        await using var gateway = GatewayFixture.Start();
        AssertSentence(await gateway.HttpAsync(request), status, "");
        await Soon.UntilAsync(() => gateway.Events.OfType<GatewayEvent.RequestFailed>().Any());
        var failed = Assert.Single(gateway.Events.OfType<GatewayEvent.RequestFailed>());
        Assert.Equal(("HTTP request", status), (failed.Target, failed.Status));
    }

    [Fact]
    public async Task A_first_request_without_a_login_is_no_failure_for_the_operator()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with { Login = new FtpCredential("kim", "secret") });
        AssertSentence(await gateway.AskAsync("GET", "/f"), 401, "Log in with the user and the password of the gateway.");
        Assert.Empty(gateway.Events.OfType<GatewayEvent.RequestFailed>());
    }

    [Fact]
    public async Task A_range_beyond_the_end_is_answered_with_the_size_of_the_file()
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Add("/f", 5000);
        AssertSentence(
            await gateway.AskAsync("GET", "/f", "Range: bytes=5000-"), 416, "The requested range is beyond the end of the file, which has 5000 bytes.");
    }

    [Theory]
    [InlineData("HEAD /none HTTP/1.1\r\nHost: AT\r\n\r\n", 404)]
    [InlineData("HEAD /f HTTP/1.1\r\nHost: AT\r\nContent-Length: 1\r\n\r\nx", 400)]
    [InlineData("HEAD /f HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403)]
    public async Task The_answer_to_HEAD_has_no_body(string request, int status)
    {
        await using var gateway = GatewayFixture.Start();
        var answer = await gateway.HttpAsync(request.Replace("AT", $"{gateway.HttpAt}"));
        Assert.Equal((status, 0), (answer.Status, answer.Body.Length));
    }

    [Theory]
    [InlineData("0.0.0.0", "127.0.0.1")]
    [InlineData("127.0.0.1", "0.0.0.0")]
    [InlineData("127.0.0.1", "127.0.0.1")]
    [InlineData("::", "::1")]
    public void One_port_for_FTP_and_HTTP_is_refused_before_anything_is_opened(string ftp, string http)
    {
        using var port = new ClosedPort();
        var (at, web) = (new IPEndPoint(IPAddress.Parse(ftp), port.Number), new IPEndPoint(IPAddress.Parse(http), port.Number));
        Assert.True(GatewayServer.IsSamePort(at, web));
        Assert.False(GatewayServer.IsSamePort(at, new IPEndPoint(web.Address, port.Number - 1)));
        var refusal = Assert.Throws<ArgumentException>(() => GatewayServer.Start(new GatewaySettings
        {
            Listen = at, Http = web, SpoolFolder = "/", Login = new FtpCredential("kim", "secret"), HttpToken = AccessToken.Parse("0123456789abcdef"),
            HttpCertificate = Certificate(), Upstream = new FtpEndpoint("ftp.example.org", 21, FtpSecurity.None),
            Resolve = (_, _, _, _) => throw new InvalidOperationException(),
        }));
        Assert.Equal($"FTP at {at} and HTTP at {web} use the same port: choose another port for one of them.", refusal.Message);
    }

    [Theory]
    [InlineData("127.0.0.1:0", "127.0.0.1:0")]
    [InlineData("127.0.0.1:2121", "127.0.0.2:2121")]
    [InlineData("0.0.0.0:2121", "[::1]:2121")]
    public void Endpoints_that_can_be_open_together_are_not_refused(string one, string other) =>
        Assert.False(GatewayServer.IsSamePort(IPEndPoint.Parse(one), IPEndPoint.Parse(other)));

    private static ServerCertificate Certificate()
    {
        using var folder = new TempFolder();
        return CertificateSamples.Load(folder);
    }

    private static void AssertSentence(HttpAnswer answer, int status, string sentence)
    {
        Assert.Equal((status, "text/plain; charset=utf-8", true), (answer.Status, answer.Fields["Content-Type"], answer.IsComplete));
        Assert.StartsWith(sentence, answer.Text);
        Assert.EndsWith("\n", answer.Text);
        Assert.True(answer.Text.Length > 10, answer.Text);
    }
}
