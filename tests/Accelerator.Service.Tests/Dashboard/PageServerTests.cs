namespace Accelerator.Service.Tests.Dashboard;

/// <summary>Access to the parts of the page, requested over HTTP.</summary>
public sealed class PageServerTests
{
    private static readonly string[] Closed = ["/page.js", "/format.js", "/session", "/jobs/passes", "/figures", "/events", "/history", "/metrics", "/health", "/health/live", "/health/ready", "/jobs/passes/slots", "/no-such-thing"];

    private const string NoToken = "This address needs the token of the page, as \"Authorization: Bearer TOKEN\". See \"Access\" in docs/dashboard.md.\n";

    [Fact]
    public async Task Without_the_token_only_a_form_without_service_details_is_served()
    {
        await using var page = await PageFixture.StartAsync();
        using var form = await page.AskAsync("/");
        Assert.Equal(HttpStatusCode.OK, form.StatusCode);
        var text = await form.Content.ReadAsStringAsync();
        Assert.Contains("action=\"/sign-in\"", text);
        Assert.DoesNotContain("passes", text + await (await page.AskAsync("/page.css")).Content.ReadAsStringAsync());
        foreach (var path in Closed)
        {
            // The requests exceed the failures that one minute allows.
            page.Time.Advance(RequestLimit.Window);
            using var answer = await page.AskAsync(path);
            Assert.Equal((HttpStatusCode.Unauthorized, "Bearer realm=\"ftpxd\"", NoToken), (answer.StatusCode, $"{answer.Headers.WwwAuthenticate}", await answer.Content.ReadAsStringAsync()));
        }
        Assert.All(PageFile.Scripts, script => Assert.DoesNotContain($"/{script}", text));
        page.Time.Advance(RequestLimit.Window);
        Assert.Equal(HttpStatusCode.Unauthorized, await page.StatusAsync("/figures", ("Authorization", $"Bearer {page.Token[..^1]}")));
        Assert.Equal(HttpStatusCode.Unauthorized, await page.StatusAsync($"/figures?token={page.Token}"));
    }

    [Fact]
    public async Task With_the_token_for_reading_everything_is_there_and_nothing_changes_anything()
    {
        await using var page = await PageFixture.StartAsync();
        // The history is read after the first figures.
        Assert.Equal(HttpStatusCode.NotFound, await page.StatusWithTokenAsync("/history"));
        page.Figures.Time.Advance(TimeSpan.FromSeconds(5));
        foreach (var path in Closed.Where(path => path is not ("/events" or "/no-such-thing")).Append("/"))
            Assert.Equal((path, HttpStatusCode.OK), (path, await page.StatusWithTokenAsync(path)));
        Assert.Equal(HttpStatusCode.NotFound, await page.StatusWithTokenAsync("/no-such-thing"));
        foreach (var script in PageFile.Scripts) Assert.Equal(HttpStatusCode.OK, await page.StatusWithTokenAsync($"/{script}"));
        foreach (var path in (string[])["/", "/figures", "/session", "/jobs/passes", "/jobs/passes/delete", "/config", "/api/v1/jobs/passes:run"])
        {
            foreach (var method in (HttpMethod[])[HttpMethod.Post, HttpMethod.Put, HttpMethod.Delete, HttpMethod.Options])
            {
                using var answer = await page.SendAsync(method, path, new StringContent("{}"), page.Authorization);
                Assert.Equal(method == HttpMethod.Post ? HttpStatusCode.NotFound : HttpStatusCode.MethodNotAllowed, answer.StatusCode);
            }
        }
    }

    [Theory]
    [InlineData("GET", "/no-such-thing", 404, "There is nothing at this address. See \"Requests\" in docs/dashboard.md.")]
    [InlineData("GET", "/history", 404, "The history has not been read yet. Try again in some seconds.")]
    [InlineData("GET", "/jobs/gone", 404, "There is no such job. ftpx job list shows the jobs.")]
    [InlineData("GET", "/jobs/passes/nothing", 404, "There is nothing at this address. See \"Requests\" in docs/dashboard.md.")]
    [InlineData("GET", "/jobs/passes/slots?days=0", 400, "days must be 1 to 31.")]
    [InlineData("GET", "/jobs/passes/files?state=any", 400, "state must be delivered, waiting or failed; name has at most 500 characters, and before is the next of an earlier answer.")]
    [InlineData("DELETE", "/figures", 405, "This page answers GET and HEAD, and POST for sign-in and changes.")]
    [InlineData("POST", "/figures", 404, "There is nothing at this address. See \"Requests\" in docs/dashboard.md.")]
    public async Task An_error_is_answered_with_a_sentence_of_plain_text(string method, string path, int status, string sentence)
    {
        await using var page = await PageFixture.StartAsync();
        using var answer = await page.SendAsync(new HttpMethod(method), path, null, page.Authorization);
        Assert.Equal(
            (status, "text/plain", sentence + "\n"),
            ((int)answer.StatusCode, answer.Content.Headers.ContentType?.MediaType, await answer.Content.ReadAsStringAsync()));
        Assert.Equal(status == 405 ? "GET, HEAD, POST" : "", string.Join(", ", answer.Content.Headers.Allow));
    }

    [Theory]
    [InlineData("/health")]
    [InlineData("/health/live")]
    [InlineData("/figures")]
    [InlineData("/metrics")]
    [InlineData("/")]
    [InlineData("/events")]
    [InlineData("/no-such-thing")]
    public async Task HEAD_is_answered_like_GET_without_a_body(string path)
    {
        await using var page = await PageFixture.StartAsync();
        using var get = await page.AskWithTokenAsync(path);
        using var head = await page.SendAsync(HttpMethod.Head, path, null, page.Authorization);
        Assert.Equal((get.StatusCode, get.Content.Headers.ContentType), (head.StatusCode, head.Content.Headers.ContentType));
        Assert.Equal("", await head.Content.ReadAsStringAsync().SoonAsync());
        using var closed = await page.SendAsync(HttpMethod.Head, path, null);
        Assert.Equal(path == "/" ? HttpStatusCode.OK : HttpStatusCode.Unauthorized, closed.StatusCode);
    }

    [Fact]
    public async Task The_slots_of_a_job_are_answered_by_day_with_their_gaps()
    {
        await using var page = await PageFixture.StartAsync();
        await page.Figures.ExpectAsync("""{ "every": "1h", "pattern": "{yyyy}{MM}{dd}{HH}_*.nc", "per_slot": 2, "late_after": "30m" }""");
        await page.Figures.DeliverAsync("2026010201_a.nc", TimeSpan.Zero);
        await page.Figures.DeliverAsync("2026010201_b.nc", TimeSpan.FromSeconds(3));
        await page.Figures.DeliverAsync("2026010202_a.nc", TimeSpan.Zero);
        await page.Figures.SeeAsync("2026010202_b.nc");
        await page.Figures.Core.Ledger!.Products.AddOutageAsync("passes", page.Figures.Time.GetUtcNow(), page.Figures.Time.GetUtcNow().AddHours(1), "antenna", CancellationToken.None);
        using var answer = await page.AskWithTokenAsync("/jobs/passes/slots?days=2");
        var slots = JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((3600, 0, 2, 3, 4), (Int(slots, "every_seconds"), Int(slots, "offset_seconds"), Int(slots, "per_slot"), Int(slots, "have"), Int(slots, "expect")));
        Assert.Equal(["2026-01-01", "2026-01-02"], slots.GetProperty("days").EnumerateArray().Select(day => day.GetProperty("day").GetString()));
        var today = slots.GetProperty("days")[1].GetProperty("slots");
        Assert.Equal(["00:00Z none 0/0", "01:00Z complete 2/2", "02:00Z late 1/2", "03:00Z future 0/2"], today.EnumerateArray().Take(4).Select(slot =>
            $"{slot.GetProperty("at").GetString()} {slot.GetProperty("state").GetString()} {slot.GetProperty("have")}/{slot.GetProperty("expect")}"));
        Assert.Equal(24, today.GetArrayLength());
        var gap = Assert.Single(slots.GetProperty("gaps").EnumerateArray());
        Assert.Equal(("2026-01-02T02:00:00Z", "1 found, not delivered yet"), (gap.GetProperty("at").GetString(), gap.GetProperty("why").GetString()));
        Assert.Equal("antenna", slots.GetProperty("outages")[0].GetProperty("reason").GetString());
        Assert.Equal((3, 0, 3), (Int(slots.GetProperty("latency"), "files"), Int(slots.GetProperty("latency"), "p50_seconds"), Int(slots.GetProperty("latency"), "max_seconds")));
        foreach (var (path, status) in ((string, HttpStatusCode)[])
            [("/jobs/passes/slots?days=0", HttpStatusCode.BadRequest), ("/jobs/passes/slots?days=32", HttpStatusCode.BadRequest), ("/jobs/none/slots", HttpStatusCode.NotFound), ("/jobs/orbits/slots", HttpStatusCode.OK), ("/jobs/passes/slots/x", HttpStatusCode.NotFound)])
            Assert.Equal((path, status), (path, await page.StatusWithTokenAsync(path)));

        static int Int(JsonElement element, string name) => element.GetProperty(name).GetInt32();
    }

    [Fact]
    public async Task A_browser_gets_a_cookie_for_the_token_that_no_script_and_no_other_site_can_use()
    {
        await using var page = await PageFixture.StartAsync();
        var cookie = await page.CookieAsync();
        Assert.Contains("; httponly", cookie);
        Assert.Contains("; samesite=strict", cookie);
        Assert.DoesNotContain(page.Token, cookie, StringComparison.OrdinalIgnoreCase);
        var sent = ("Cookie", cookie.Split(';')[0]);
        Assert.Equal(HttpStatusCode.OK, await page.StatusAsync("/figures", sent));
        Assert.Equal(HttpStatusCode.Unauthorized, await page.StatusAsync("/figures", ("Cookie", sent.Item2[..^1])));
        // A wrong token is refused even if the cookie is valid.
        Assert.Equal(HttpStatusCode.Unauthorized, await page.StatusAsync("/figures", sent, ("Authorization", "Bearer wrong")));

        Assert.Equal(HttpStatusCode.SeeOther, await page.PostAsync("/sign-out", sent));
        Assert.Equal(HttpStatusCode.Unauthorized, await page.StatusAsync("/figures", sent));

        var second = await page.SignedInAsync();
        page.Time.Advance(SignIns.Lifetime - TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.OK, await page.StatusAsync("/figures", second));
        page.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.Unauthorized, await page.StatusAsync("/figures", second));
    }

    [Fact]
    public async Task Names_of_its_own_and_of_the_job_file_are_answered_and_another_gets_nothing_not_even_the_form()
    {
        await using var page = await PageFixture.StartAsync();
        foreach (var host in (string[])["evil.example", $"evil.example:{page.Port}", "127.0.0.1", "127.0.0.1:1", $"localhost.evil.example:{page.Port}", $"passes.example.org:{page.Port}"])
        {
            foreach (var path in (string[])["/", "/page.css", "/figures"])
                Assert.Equal((host, path, HttpStatusCode.Forbidden), (host, path, await page.StatusWithTokenAsync(path, ("Host", host))));
        }
        foreach (var host in (string[])[$"localhost:{page.Port}", $"LOCALHOST:{page.Port}", $"[::1]:{page.Port}", "passes.example.org"])
            Assert.Equal((host, HttpStatusCode.OK), (host, await page.StatusWithTokenAsync("/health/live", ("Host", host))));
    }

    [Fact]
    public async Task Another_page_in_the_same_browser_gets_nothing()
    {
        await using var page = await PageFixture.StartAsync();
        var sent = await page.SignedInAsync();
        foreach (var site in (string[])["cross-site", "same-site"])
        {
            Assert.Equal(HttpStatusCode.Forbidden, await page.StatusAsync("/figures", sent, ("Sec-Fetch-Site", site)));
            Assert.Equal(HttpStatusCode.OK, await page.StatusAsync("/", sent, ("Sec-Fetch-Site", site)));
        }
        foreach (var origin in (string[])["http://evil.example", "null", $"http://127.0.0.1:{page.Port - 1}", $"http://localhost:{page.Port}"])
        {
            using var signIn = await page.SignInAsync(page.Token, ("Origin", origin));
            Assert.Equal(HttpStatusCode.Unauthorized, signIn.StatusCode);
            Assert.Equal(HttpStatusCode.Forbidden, await page.PostAsync("/sign-out", sent, ("Origin", origin)));
        }
        using var own = await page.SignInAsync(page.Token, ("Origin", $"http://127.0.0.1:{page.Port}"));
        Assert.Equal(HttpStatusCode.SeeOther, own.StatusCode);
    }

    [Fact]
    public async Task Every_response_carries_the_security_headers()
    {
        await using var page = await PageFixture.StartAsync();
        foreach (var answer in new[] { await page.AskAsync("/"), await page.AskAsync("/figures"), await page.AskWithTokenAsync("/"), await page.AskWithTokenAsync("/metrics"), await page.AskAsync("/", ("Host", "evil")) })
        {
            using (answer)
            {
                string One(string name) => Assert.Single(answer.Headers.TryGetValues(name, out var values) ? values : []);
                Assert.Equal("default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'", One("Content-Security-Policy"));
                Assert.Equal(("nosniff", "DENY", "no-store", "same-origin"), (One("X-Content-Type-Options"), One("X-Frame-Options"), One("Cache-Control"), One("Cross-Origin-Resource-Policy")));
                Assert.False(answer.Headers.Contains("Server"));
                Assert.DoesNotContain(answer.Headers, header => header.Key.StartsWith("Access-Control", StringComparison.OrdinalIgnoreCase));
            }
        }
    }

    [Fact]
    public async Task Above_ten_failures_a_minute_no_token_is_compared_and_signed_in_browsers_stay()
    {
        await using var page = await PageFixture.StartAsync();
        var signedIn = await page.SignedInAsync();
        for (var i = 0; i < RequestLimit.MostFailures; i++) Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync("wrong"));
        foreach (var token in (string[])["wrong", page.Token, page.AdministratorToken])
        {
            using var many = await page.SignInAsync(token);
            Assert.Equal((HttpStatusCode.TooManyRequests, "60"), (many.StatusCode, Assert.Single(many.Headers.GetValues("Retry-After"))));
            using var bearer = await page.AskAsync("/figures", ("Authorization", $"Bearer {token}"));
            Assert.Equal((HttpStatusCode.TooManyRequests, "60"), (bearer.StatusCode, Assert.Single(bearer.Headers.GetValues("Retry-After"))));
        }
        Assert.Equal(HttpStatusCode.OK, await page.StatusAsync("/figures", signedIn));
        page.Time.Advance(RequestLimit.Window);
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync("wrong"));
        await page.CookieAsync();
        Assert.Equal(HttpStatusCode.OK, await page.StatusWithTokenAsync("/figures"));

        async Task<HttpStatusCode> StatusAsync(string token)
        {
            using var answer = await page.SignInAsync(token);
            return answer.StatusCode;
        }
    }

    [Fact]
    public async Task A_client_has_32_connections_and_the_next_ones_get_503()
    {
        await using var page = await PageFixture.StartAsync();
        var idle = new List<Socket>();
        try
        {
            for (var i = 0; i < PageClients.MostOfOne; i++) idle.Add(await ConnectAndAskAsync());
            using (var more = await ConnectAsync(page)) Assert.StartsWith("HTTP/1.1 503 Service Unavailable\r\n", await ReadAsync(more), StringComparison.Ordinal);
            idle[0].Dispose();
            Assert.Equal(HttpStatusCode.OK, await StatusSoonAsync());
        }
        finally
        {
            foreach (var one in idle) one.Dispose();
        }

        // Kestrel counts connections on the thread pool, in any order: an answer shows that this one is counted.
        async Task<Socket> ConnectAndAskAsync()
        {
            var socket = await ConnectAsync(page);
            await socket.SendAsync("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"u8.ToArray());
            Assert.StartsWith("HTTP/1.1 4", await ReadAsync(socket), StringComparison.Ordinal);
            return socket;
        }

        // The page notices a moment later that a connection has ended.
        async Task<HttpStatusCode> StatusSoonAsync()
        {
            HttpStatusCode status;
            while ((status = await page.StatusWithTokenAsync("/figures").SoonAsync()) == HttpStatusCode.ServiceUnavailable) await Task.Delay(5);
            return status;
        }
    }

    /// <summary>Waits for the 10 s of Kestrel, which has no other clock.</summary>
    [Fact, Trait("Run", "all")]
    public async Task A_connection_without_a_request_ends_soon()
    {
        await using var page = await PageFixture.StartAsync();
        using var idle = await ConnectAsync(page);
        Assert.Equal("", await ReadAsync(idle));
    }

    [Fact]
    public async Task Events_send_all_figures_at_once_and_again_each_second()
    {
        await using var page = await PageFixture.StartAsync();
        using var answer = await page.AskWithTokenAsync("/events");
        Assert.Equal("text/event-stream", answer.Content.Headers.ContentType?.MediaType);
        using var lines = new StreamReader(await answer.Content.ReadAsStreamAsync());
        var first = await NextAsync();
        await page.Figures.SeeAsync(FiguresFixture.Hostile);
        await page.Time.UntilTimersAsync(1);
        JsonElement next;
        do
        {
            // The figures of the ledger hold for five seconds, and the page may begin to wait for a second after the clock has moved.
            var told = NextAsync();
            while (!told.IsCompleted)
            {
                page.Figures.Time.Advance(TimeSpan.FromSeconds(1));
                page.Time.Advance(TimeSpan.FromSeconds(1));
                await page.Figures.ReadAsync();
                await Task.WhenAny(told, Task.Delay(5));
            }
            next = await told;
        }
        while (next.GetProperty("jobs")[0].GetProperty("waiting_files").GetInt32() == 0);
        Assert.Equal((0, 1), (first.GetProperty("jobs")[0].GetProperty("waiting_files").GetInt32(), next.GetProperty("jobs")[0].GetProperty("waiting_files").GetInt32()));

        async Task<JsonElement> NextAsync()
        {
            Assert.Equal("event: figures", await lines.ReadLineAsync().SoonAsync());
            var data = await lines.ReadLineAsync().SoonAsync();
            Assert.Equal("", await lines.ReadLineAsync().SoonAsync());
            return JsonDocument.Parse(data!["data: ".Length..]).RootElement;
        }
    }

    [Fact]
    public async Task The_health_check_lists_what_is_missing()
    {
        await using var page = await PageFixture.StartAsync();
        using (var ready = await page.AskWithTokenAsync("/health")) Assert.Equal("""{"live":true,"ready":true,"problems":[]}""", await ready.Content.ReadAsStringAsync());
        page.Figures.Time.Advance(TimeSpan.FromMinutes(5));
        using (var blind = await page.AskWithTokenAsync("/health/ready"))
        {
            Assert.Equal(HttpStatusCode.ServiceUnavailable, blind.StatusCode);
            Assert.StartsWith("""{"live":true,"ready":false,"problems":["passes has had no complete poll yet""", await blind.Content.ReadAsStringAsync());
        }
        Assert.Equal(HttpStatusCode.OK, await page.StatusWithTokenAsync("/health/live"));
    }

    /// <summary>JSON that an old or misconfigured browser interprets as HTML contains no tag either.</summary>
    [Fact]
    public async Task Names_of_files_are_escaped_on_their_way()
    {
        await using var page = await PageFixture.StartAsync();
        await page.Figures.GiveUpAsync(FiguresFixture.Hostile, FileState.Failed, "550 <img src=x onerror=alert(1)>\u001b[2J", "network");
        using var answer = await page.AskWithTokenAsync("/figures");
        var text = await answer.Content.ReadAsStringAsync();
        Assert.DoesNotContain('<', text);
        Assert.DoesNotContain('\u001b', text);
        Assert.Equal($"/pub/{FiguresFixture.Hostile}", JsonDocument.Parse(text).RootElement.GetProperty("failures")[0].GetProperty("path").GetString());
    }

    private static async Task<Socket> ConnectAsync(PageFixture page)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(IPAddress.Loopback, page.Port);
        return socket;
    }

    private static async Task<string> ReadAsync(Socket socket)
    {
        var buffer = new byte[1000];
        return Encoding.ASCII.GetString(buffer, 0, await socket.ReceiveAsync(buffer.AsMemory()).AsTask().SoonAsync());
    }
}
