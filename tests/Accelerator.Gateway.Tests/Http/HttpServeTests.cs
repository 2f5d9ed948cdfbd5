using System.Globalization;
using System.Text.Json;

namespace Accelerator.Gateway.Tests.Http;

/// <summary>Files and folders over HTTP.</summary>
public sealed class HttpServeTests
{
    private const int Large = (6 << 20) + 17;

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(300_000, 1)]
    [InlineData(Large, 4)]
    public async Task A_file_arrives_unchanged(int length, int streams)
    {
        await using var gateway = GatewayFixture.StartSlowUntil(streams);
        var expected = gateway.Add("/pub/a \"b\".bin", length);

        var got = await gateway.AskAsync("GET", "/pub/a%20%22b%22.bin");

        Assert.Equal(200, got.Status);
        Assert.True(got.IsComplete && got.Body.AsSpan().SequenceEqual(expected));
        Assert.Equal(
            ("application/octet-stream", "nosniff", "attachment; filename=\"a _b_.bin\"; filename*=UTF-8''a%20%22b%22.bin", "bytes"),
            (got.Fields["Content-Type"], got.Fields["X-Content-Type-Options"], got.Fields["Content-Disposition"], got.Fields["Accept-Ranges"]));
        Assert.DoesNotContain(got.Fields.Keys, name => name.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
        var ended = Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>());
        Assert.Equal((null, length, streams), (ended.Failure, ended.Bytes, ended.Streams));
    }

    [Theory]
    [InlineData("bytes=0-", 0, Large)]
    [InlineData("bytes=0-0", 0, 1)]
    [InlineData("bytes=1000-2000", 1000, 1001)]
    [InlineData("bytes=100000-499999", 100_000, 400_000)]
    [InlineData("bytes=6000000-", 6_000_000, Large - 6_000_000)]
    [InlineData("bytes=-70000", Large - 70_000, 70_000)]
    public async Task A_part_arrives_unchanged(string range, int first, int length)
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", Large);
        for (var i = 0; i < 2; i++)
        {
            var got = await gateway.AskAsync("GET", "/f", $"Range: {range}");
            Assert.Equal((206, $"bytes {first}-{first + length - 1}/{Large}"), (got.Status, got.Fields["Content-Range"]));
            Assert.True(got.IsComplete && got.Body.AsSpan().SequenceEqual(expected.AsSpan(first, length)));
        }
    }

    [Theory]
    [InlineData("REST is refused", "bytes=1000-2000", 1000, 1001)]
    [InlineData("REST is refused", "bytes=-70000", Large - 70_000, 70_000)]
    [InlineData("REST is ignored", "bytes=1000-2000", 1000, 1001)]
    [InlineData("REST counts in few bits", "bytes=3000000-3000999", 3_000_000, 1000)]
    [InlineData("REST counts in few bits", "bytes=-500", Large - 500, 500)]
    public async Task A_part_arrives_from_a_server_whose_offsets_cannot_be_used(string fault, string range, int first, int length)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Rang,
            Faults = FaultPlan.Of(fault switch
            {
                "REST is refused" => Fault.OnCommand("REST").Reply("502 REST is not implemented."),
                "REST is ignored" => Fault.OnRetr().IgnoreRest(),
                _ => Fault.OnRetr().FromOffset(1).RestWrapsUnnoticedAt(1 << 20),
            }),
        });
        var expected = gateway.Add("/f", Large);

        var got = await gateway.AskAsync("GET", "/f", $"Range: {range}");

        Assert.Equal((206, $"bytes {first}-{first + length - 1}/{Large}"), (got.Status, got.Fields["Content-Range"]));
        Assert.True(got.IsComplete && got.Body.AsSpan().SequenceEqual(expected.AsSpan(first, length)));
    }

    [Theory]
    [InlineData("bytes=0-4194303", 1)]
    [InlineData("bytes=1000000-", 4)]
    public async Task The_progress_of_a_part_counts_its_own_bytes(string range, int streams)
    {
        // Four seconds or more, so that a busy machine reports progress in between, and all streams at once.
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = new() { BytesPerSecond = streams == 1 ? 1 << 20 : 256 << 10 } });
        gateway.Add("/f", Large);

        var got = await gateway.AskAsync("GET", "/f", $"Range: {range}");

        var told = gateway.Events.OfType<GatewayEvent.Progress>().ToList();
        Assert.NotEmpty(told);
        Assert.True(got.IsComplete, Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>()).Failure);
        Assert.All(told, progress => Assert.Equal(((long?)got.Body.Length, "f"), (progress.Size, progress.Path)));
        Assert.All(told, progress => Assert.InRange(progress.Bytes, 0, got.Body.Length));
        Assert.Equal(streams, told.Max(progress => progress.Streams));
    }

    [Fact]
    public async Task A_client_with_the_current_version_gets_304_and_a_client_with_another_gets_the_whole_file()
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", 5000);
        var head = await gateway.AskAsync("HEAD", "/f");
        Assert.Equal((200, "5000", 0), (head.Status, head.Fields["Content-Length"], head.Body.Length));
        var (tag, date) = (head.Fields["ETag"], head.Fields["Last-Modified"]);
        foreach (var known in new[] { $"If-None-Match: \"x\", W/{tag}", "If-None-Match: *", $"If-Modified-Since: {date}" })
        {
            var got = await gateway.AskAsync("GET", "/f", known);
            Assert.Equal((304, 0, tag), (got.Status, got.Body.Length, got.Fields["ETag"]));
        }
        foreach (var same in new[] { $"If-Range: {tag}", $"If-Range: {date}" })
            Assert.Equal(expected[1000..], (await gateway.AskAsync("GET", "/f", "Range: bytes=1000-", same)).Body);
        gateway.Server.Files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1));
        foreach (var old in new[] { $"If-Range: {tag}", $"If-Range: {date}", $"If-Range: W/{tag}" })
        {
            var got = await gateway.AskAsync("GET", "/f", "Range: bytes=1000-", old);
            Assert.Equal((200, 5000), (got.Status, got.Body.Length));
        }
        foreach (var old in new[] { $"If-None-Match: {tag}", $"If-Modified-Since: {date}" })
            Assert.Equal(expected, (await gateway.AskAsync("GET", "/f", old)).Body);
        var beyond = await gateway.AskAsync("GET", "/f", "Range: bytes=5000-");
        Assert.Equal((416, "bytes */5000"), (beyond.Status, beyond.Fields["Content-Range"]));
    }

    [Fact]
    public async Task A_folder_is_a_page_whose_names_are_escaped_and_whose_links_lead_to_the_files()
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Add("/pub/<script>alert(1)</script>&\".txt", 10);
        var expected = gateway.Add(LoopbackPath.FromUtf8("/pub/한글 100%.bin"), 20, seed: 2);
        gateway.Add("/pub/sub/f", 30);
        foreach (var target in new[] { "/pub/", "/pub", "//pub", "/%2Fpub/" })
        {
            var page = await gateway.AskAsync("GET", target, "Accept: text/html, */*");
            Assert.Equal((200, "text/html; charset=utf-8"), (page.Status, page.Fields["Content-Type"]));
            Assert.DoesNotContain("<script", page.Text);
            Assert.Contains("default-src 'none'", page.Fields["Content-Security-Policy"]);
            Assert.DoesNotContain("href=\"//", page.Text);
            var links = Regex.Matches(page.Text, "<a href=\"([^\"]*)\"").Select(match => match.Groups[1].Value).ToList();
            Assert.Equal(4, links.Count);
            Assert.Equal(expected, (await gateway.AskAsync("GET", Assert.Single(links, link => link.EndsWith("100%25.bin", StringComparison.Ordinal)))).Body);
            Assert.Contains("f", (await gateway.AskAsync("GET", Assert.Single(links, link => link.EndsWith("sub/", StringComparison.Ordinal)))).Text);
        }
    }

    [Theory]
    [InlineData("/pub/?format=json", "text/html")]
    [InlineData("/pub", "application/json")]
    public async Task A_folder_is_json_for_a_program(string target, string accept)
    {
        await using var gateway = GatewayFixture.Start();
        gateway.Add("/pub/a", 10);
        var page = await gateway.AskAsync("GET", target, $"Accept: {accept}");
        Assert.Equal("application/json", page.Fields["Content-Type"]);
        using var json = JsonDocument.Parse(page.Body);
        Assert.True(json.RootElement.GetProperty("complete").GetBoolean());
        var entry = json.RootElement.GetProperty("entries").EnumerateArray().Single();
        Assert.Equal(("a", "file", 10, "/pub/a"), (
            entry.GetProperty("name").GetString(), entry.GetProperty("kind").GetString(), entry.GetProperty("size").GetInt32(),
            entry.GetProperty("href").GetString()));
    }

    [Fact]
    public async Task A_folder_with_more_text_of_names_than_the_limit_is_shown_in_part()
    {
        const int Count = 40_000, Length = 250;
        await using var gateway = GatewayFixture.Start();
        for (var i = 0; i < Count; i++) gateway.Add("/pub/" + i.ToString(CultureInfo.InvariantCulture).PadLeft(Length, 'x'), 1);
        var page = await gateway.AskAsync("GET", "/pub/?format=json");
        using var json = JsonDocument.Parse(page.Body);
        Assert.False(json.RootElement.GetProperty("complete").GetBoolean());
        Assert.Equal((8 << 20) / Length, json.RootElement.GetProperty("entries").GetArrayLength());
    }

    [Fact]
    public async Task The_client_of_dotnet_fetches_and_resumes_as_Invoke_WebRequest_does()
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", Large);
        using var client = new HttpClient { BaseAddress = new Uri($"http://{gateway.Gateway.HttpEndPoint}/") };
        Assert.True((await client.GetByteArrayAsync("f")).AsSpan().SequenceEqual(expected));
        using var request = new HttpRequestMessage(HttpMethod.Get, "f");
        request.Headers.Range = new System.Net.Http.Headers.RangeHeaderValue(Large - 1000, null);
        using var answer = await client.SendAsync(request);
        Assert.Equal(HttpStatusCode.PartialContent, answer.StatusCode);
        Assert.Equal(expected[^1000..], await answer.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task A_server_that_the_path_names_must_be_allowed_and_its_links_keep_its_name()
    {
        await using var gateway = GatewayFixture.Start(
            adjust: settings => settings with { Upstream = null, Allowed = [UpstreamRule.Parse($"127.0.0.1:{settings.Upstream!.Port}")!] });
        var expected = gateway.Add("/pub/f", 1000);
        var server = gateway.Server.EndPoint;
        Assert.Equal(expected, (await gateway.AskAsync("GET", $"/{server}/pub/f")).Body);
        Assert.Contains($"href=\"/{server}/pub/f\"", (await gateway.AskAsync("GET", $"/{server}/pub/")).Text);
        foreach (var foreign in new[] { "127.0.0.1:22", "169.254.169.254", "127.0.0.2", "localhost", "example.org" })
            Assert.Equal(403, (await gateway.AskAsync("GET", $"/{foreign}/f")).Status);
        Assert.Equal(404, (await gateway.AskAsync("GET", "/")).Status);
        Assert.Equal(400, (await gateway.AskAsync("GET", "/a@b/f")).Status);
        Assert.All(gateway.Events.OfType<GatewayEvent.Ended>(), ended => Assert.Null(ended.Failure));
    }

    [Fact]
    public async Task The_stored_login_of_the_server_needs_the_login_of_the_gateway()
    {
        await using var gateway = GatewayFixture.Start(adjust: settings => settings with
        {
            Login = new FtpCredential("kim", "geheim€"),
            Resolve = async (host, port, user, token) =>
                await settings.Resolve(host, port, user, token) with { Credential = new FtpCredential("stored", "secret") },
        });
        var expected = gateway.Add("/f", 1000);
        Assert.Equal("Basic realm=\"ftpx gateway\", charset=\"UTF-8\"", (await gateway.AskAsync("GET", "/f")).Fields["WWW-Authenticate"]);
        foreach (var wrong in new[] { "Basic", "Basic !", Basic("kim:geheim"), Basic("kim"), Basic(":geheim€"), "Bearer x" })
            Assert.Equal(401, (await gateway.AskAsync("GET", "/f", $"Authorization: {wrong}")).Status);
        Assert.Equal(0, gateway.Server.Log.Logins);
        Assert.Equal(expected, (await gateway.AskAsync("GET", "/f", $"Authorization: {Basic("kim:geheim€")}")).Body);
        Assert.Contains("USER stored", gateway.Server.Log.CommandsOf(1));

        static string Basic(string text) => "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
    }

    [Fact]
    public async Task What_does_not_exist_is_not_found()
    {
        await using var gateway = GatewayFixture.Start();
        foreach (var target in new[] { "/none", "/none/" })
        {
            var answer = await gateway.AskAsync("GET", target);
            Assert.Equal(404, answer.Status);
            Assert.StartsWith("There is no such file or folder. The server's reply: 550", answer.Text);
        }
    }

    [Theory]
    [InlineData("/a/./f")]
    [InlineData("/a/../f")]
    [InlineData("/f%00")]
    public async Task A_path_that_is_refused_is_told_the_rule(string target)
    {
        await using var gateway = GatewayFixture.Start();
        var answer = await gateway.AskAsync("GET", target);
        Assert.Equal(400, answer.Status);
        Assert.Equal("The path must not contain the names \".\" and \"..\", or the control characters CR, LF and NUL.\n", answer.Text);
    }

    [Theory]
    [InlineData(993, 404)]
    [InlineData(994, 414)]
    public async Task A_path_that_fits_into_no_command_is_too_long(int length, int status)
    {
        await using var gateway = GatewayFixture.Start();
        Assert.Equal(status, (await gateway.AskAsync("GET", "/" + new string('x', length))).Status);
    }
}
