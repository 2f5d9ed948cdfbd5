using System.Net;
using System.Text.Json;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Dashboard;
using Accelerator.Service.Tests.Figures;
using Accelerator.TestKit;

namespace Accelerator.Service.Tests.Dashboard;

/// <summary>Who gets what of the page, asked over HTTP.</summary>
public sealed class PageServerTests
{
    private static readonly string[] Closed = ["/page.js", "/figures", "/events", "/metrics", "/health", "/health/live", "/health/ready", "/no-such-thing"];

    [Fact]
    public async Task Without_the_token_there_is_a_form_and_nothing_that_tells_of_the_service()
    {
        await using var page = await PageBench.StartAsync();
        using var form = await page.AskAsync("/");
        Assert.Equal(HttpStatusCode.OK, form.StatusCode);
        var text = await form.Content.ReadAsStringAsync();
        Assert.Contains("action=\"/sign-in\"", text);
        Assert.DoesNotContain("passes", text + await (await page.AskAsync("/page.css")).Content.ReadAsStringAsync());
        foreach (var path in Closed)
        {
            using var answer = await page.AskAsync(path);
            Assert.Equal((HttpStatusCode.Unauthorized, "Bearer realm=\"ftpxd\"", ""), (answer.StatusCode, $"{answer.Headers.WwwAuthenticate}", await answer.Content.ReadAsStringAsync()));
        }
        using var wrong = await page.AskAsync("/figures", ("Authorization", $"Bearer {page.Token[..^1]}"));
        Assert.Equal(HttpStatusCode.Unauthorized, wrong.StatusCode);
        using var inAddress = await page.AskAsync($"/figures?token={page.Token}");
        Assert.Equal(HttpStatusCode.Unauthorized, inAddress.StatusCode);
    }

    [Fact]
    public async Task With_the_token_everything_is_there_and_nothing_changes_anything()
    {
        await using var page = await PageBench.StartAsync();
        foreach (var path in Closed.Where(path => path is not ("/events" or "/no-such-thing")).Append("/"))
        {
            using var answer = await page.AskWithTokenAsync(path);
            Assert.True(answer.StatusCode == HttpStatusCode.OK, $"{path}: {answer.StatusCode}");
        }
        using var missing = await page.AskWithTokenAsync("/no-such-thing");
        Assert.Equal(HttpStatusCode.NotFound, missing.StatusCode);
        foreach (var path in (string[])["/", "/figures", "/jobs/passes", "/config", "/api/v1/jobs/passes:run"])
        {
            foreach (var method in (HttpMethod[])[HttpMethod.Post, HttpMethod.Put, HttpMethod.Delete, HttpMethod.Options])
            {
                using var answer = await page.SendAsync(method, path, new StringContent("{}"), ("Authorization", $"Bearer {page.Token}"));
                Assert.Equal(method == HttpMethod.Post ? HttpStatusCode.NotFound : HttpStatusCode.MethodNotAllowed, answer.StatusCode);
            }
        }
    }

    [Fact]
    public async Task A_browser_gets_a_cookie_for_the_token_that_no_script_and_no_other_site_can_use()
    {
        await using var page = await PageBench.StartAsync();
        var cookie = await page.CookieAsync();
        Assert.Contains("; httponly", cookie);
        Assert.Contains("; samesite=strict", cookie);
        Assert.DoesNotContain(page.Token, cookie, StringComparison.OrdinalIgnoreCase);
        var sent = ("Cookie", cookie.Split(';')[0]);
        using (var known = await page.AskAsync("/figures", sent)) Assert.Equal(HttpStatusCode.OK, known.StatusCode);
        using (var forged = await page.AskAsync("/figures", ("Cookie", sent.Item2[..^1]))) Assert.Equal(HttpStatusCode.Unauthorized, forged.StatusCode);
        // A name that is wrong makes no right of what else is right.
        using (var both = await page.AskAsync("/figures", sent, ("Authorization", "Bearer wrong"))) Assert.Equal(HttpStatusCode.Unauthorized, both.StatusCode);

        using (var @out = await page.SendAsync(HttpMethod.Post, "/sign-out", null, sent)) Assert.Equal(HttpStatusCode.SeeOther, @out.StatusCode);
        using (var gone = await page.AskAsync("/figures", sent)) Assert.Equal(HttpStatusCode.Unauthorized, gone.StatusCode);

        var second = ("Cookie", (await page.CookieAsync()).Split(';')[0]);
        page.Bench.Time.Advance(SignIns.Lifetime);
        using var old = await page.AskAsync("/figures", second);
        Assert.Equal(HttpStatusCode.Unauthorized, old.StatusCode);
    }

    [Theory]
    [InlineData("evil.example")]
    [InlineData("evil.example:{port}")]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.1:1")]
    [InlineData("localhost.evil.example:{port}")]
    [InlineData("passes.example.org:{port}")]
    public async Task A_name_that_is_not_its_own_gets_nothing_not_even_the_form(string host)
    {
        await using var page = await PageBench.StartAsync();
        foreach (var path in (string[])["/", "/page.css", "/figures"])
        {
            using var answer = await page.AskWithTokenAsync(path, ("Host", host.Replace("{port}", $"{page.Port}")));
            Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
        }
    }

    [Theory]
    [InlineData("localhost:{port}")]
    [InlineData("LOCALHOST:{port}")]
    [InlineData("[::1]:{port}")]
    [InlineData("passes.example.org")]
    public async Task Names_of_its_own_and_of_the_job_file_are_answered(string host)
    {
        await using var page = await PageBench.StartAsync();
        using var answer = await page.AskWithTokenAsync("/health/live", ("Host", host.Replace("{port}", $"{page.Port}")));
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
    }

    [Fact]
    public async Task Another_page_in_the_same_browser_gets_nothing()
    {
        await using var page = await PageBench.StartAsync();
        var sent = ("Cookie", (await page.CookieAsync()).Split(';')[0]);
        foreach (var site in (string[])["cross-site", "same-site"])
        {
            using var answer = await page.AskAsync("/figures", sent, ("Sec-Fetch-Site", site));
            Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
            using var link = await page.AskAsync("/", sent, ("Sec-Fetch-Site", site));
            Assert.Equal(HttpStatusCode.OK, link.StatusCode);
        }
        foreach (var origin in (string[])["http://evil.example", "null", $"http://127.0.0.1:{page.Port - 1}", $"http://localhost:{page.Port}"])
        {
            using var signIn = await page.SignInAsync(page.Token, ("Origin", origin));
            Assert.Equal(HttpStatusCode.Unauthorized, signIn.StatusCode);
            using var signOut = await page.SendAsync(HttpMethod.Post, "/sign-out", null, sent, ("Origin", origin));
            Assert.Equal(HttpStatusCode.Forbidden, signOut.StatusCode);
        }
        using var own = await page.SignInAsync(page.Token, ("Origin", $"http://127.0.0.1:{page.Port}"));
        Assert.Equal(HttpStatusCode.SeeOther, own.StatusCode);
    }

    [Fact]
    public async Task Every_answer_says_what_a_browser_may_do_with_it()
    {
        await using var page = await PageBench.StartAsync();
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
    public async Task Who_guesses_is_turned_away_after_ten_times_and_who_knows_is_not()
    {
        await using var page = await PageBench.StartAsync();
        for (var i = 0; i < FailureLimit.Most; i++) Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync());
        using (var many = await page.SignInAsync("wrong"))
        {
            Assert.Equal((HttpStatusCode.TooManyRequests, "60"), (many.StatusCode, Assert.Single(many.Headers.GetValues("Retry-After"))));
        }
        await page.CookieAsync();
        using (var right = await page.AskWithTokenAsync("/figures")) Assert.Equal(HttpStatusCode.OK, right.StatusCode);
        page.Bench.Time.Advance(FailureLimit.Window);
        Assert.Equal(HttpStatusCode.Unauthorized, await StatusAsync());

        async Task<HttpStatusCode> StatusAsync()
        {
            using var answer = await page.SignInAsync("wrong");
            return answer.StatusCode;
        }
    }

    [Fact]
    public async Task Events_tell_all_figures_at_once_and_again_each_second()
    {
        await using var page = await PageBench.StartAsync();
        using var answer = await page.AskWithTokenAsync("/events");
        Assert.Equal("text/event-stream", answer.Content.Headers.ContentType?.MediaType);
        using var lines = new StreamReader(await answer.Content.ReadAsStreamAsync());
        var first = await NextAsync();
        await page.Bench.SeeAsync(FiguresBench.Hostile);
        await page.Bench.Time.UntilTimersAsync(1).SoonAsync();
        for (var i = 0; i < 5; i++)
        {
            page.Bench.Time.Advance(TimeSpan.FromSeconds(1));
            await page.Bench.ReadAsync();
        }
        JsonElement next;
        do next = await NextAsync();
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
    public async Task Health_says_what_is_missing()
    {
        await using var page = await PageBench.StartAsync();
        using (var ready = await page.AskWithTokenAsync("/health")) Assert.Equal("""{"live":true,"ready":true,"problems":[]}""", await ready.Content.ReadAsStringAsync());
        page.Bench.Time.Advance(TimeSpan.FromMinutes(5));
        using (var blind = await page.AskWithTokenAsync("/health/ready"))
        {
            Assert.Equal(HttpStatusCode.ServiceUnavailable, blind.StatusCode);
            Assert.StartsWith("""{"live":true,"ready":false,"problems":["passes never had a complete look""", await blind.Content.ReadAsStringAsync());
        }
        using var live = await page.AskWithTokenAsync("/health/live");
        Assert.Equal(HttpStatusCode.OK, live.StatusCode);
    }

    /// <summary>JSON that is taken for HTML, by a browser that is old or was told so, holds no tag either.</summary>
    [Fact]
    public async Task Names_of_files_are_escaped_on_their_way()
    {
        await using var page = await PageBench.StartAsync();
        await page.Bench.PutAsideAsync(FiguresBench.Hostile, FileState.Failed, "550 <img src=x onerror=alert(1)>\u001b[2J", "network");
        using var answer = await page.AskWithTokenAsync("/figures");
        var text = await answer.Content.ReadAsStringAsync();
        Assert.DoesNotContain('<', text);
        Assert.DoesNotContain('\u001b', text);
        Assert.Equal($"/pub/{FiguresBench.Hostile}", JsonDocument.Parse(text).RootElement.GetProperty("failures")[0].GetProperty("path").GetString());
    }
}
