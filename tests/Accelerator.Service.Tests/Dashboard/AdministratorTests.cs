namespace Accelerator.Service.Tests.Dashboard;

/// <summary>The requests that change a job: who may send them, what they do, and what the log says of them.</summary>
public sealed class AdministratorTests
{
    private const string Pause = "/jobs/passes/pause";

    [Fact]
    public async Task An_administrator_pauses_and_resumes_a_job_and_the_log_has_the_name_and_the_reason()
    {
        await using var page = await PageFixture.StartAsync();
        var administrator = await page.AdministratorAsync();
        var (status, body) = await page.ChangeAsync(Pause, """{"reason":"antenna\u001b[2J works"}""", administrator);
        Assert.Equal((HttpStatusCode.OK, """{"replies":[]}"""), (status, $"{body}"));
        var paused = (await page.Figures.ReadAsync()).Jobs[0];
        Assert.Equal((JobState.Paused, "antenna\u001b[2J works", true), (paused.State, paused.PausedReason, paused.PausedSince is not null));
        Assert.False((await page.Figures.ReadAsync()).IsWell);

        (status, body) = await page.ChangeAsync("/jobs/passes/resume", "{}", administrator);
        Assert.Equal((HttpStatusCode.OK, """{"replies":[{"was_paused":true}]}"""), (status, $"{body}"));
        Assert.Null((await page.Figures.ReadAsync()).Jobs[0].PausedSince);
        Assert.Equal(
            ["kim signed in to the status page as an administrator.", @"The job passes: pause, by kim on the status page: antenna\x1B[2J works. Done.",
                "The job passes: resume, by kim on the status page. Done."],
            page.Heard.Sentences.Where(sentence => !sentence.StartsWith("The status page is at", StringComparison.Ordinal)));
        using var job = await page.AskWithTokenAsync("/jobs/passes");
        Assert.Equal(["resume, by kim on the status page", @"pause, by kim on the status page: antenna\x1B[2J works"],
            JsonDocument.Parse(await job.Content.ReadAsStringAsync()).RootElement.GetProperty("log").EnumerateArray().Select(entry => entry.GetProperty("text").GetString()));
    }

    [Fact]
    public async Task A_retry_queues_a_file_again_a_skip_does_not_and_a_program_needs_only_the_token()
    {
        await using var page = await PageFixture.StartAsync();
        await page.Figures.GiveUpAsync("a.nc", FileState.Failed, "550 No.", "network");
        await page.Figures.GiveUpAsync("b.nc", FileState.Failed, "550 No.", "network");
        var token = ("Authorization", $"Bearer {page.AdministratorToken}");
        var (status, body) = await page.ChangeAsync("/jobs/passes/retry", """{"name":"a.nc"}""", token, ("X-Ftpxd-User", "night shift"));
        Assert.Equal((HttpStatusCode.OK, """{"replies":[{"queued":1}]}"""), (status, $"{body}"));
        Assert.Equal(1, (await page.Figures.ReadAsync()).Jobs[0].FailedFiles);
        Assert.Contains(page.Heard.Sentences, sentence => sentence.Contains("retry, by night shift on the status page: a.nc", StringComparison.Ordinal));
        Assert.Equal(HttpStatusCode.OK, (await page.ChangeAsync("/jobs/passes/skip", """{"name":"b.nc","reason":"no longer wanted"}""", token)).Status);
        Assert.Equal(0, (await page.Figures.ReadAsync()).Jobs[0].FailedFiles);
        Assert.Contains(page.Heard.Sentences, sentence => sentence.Contains("skip, by token on the status page: b.nc, no longer wanted", StringComparison.Ordinal));
        (status, body) = await page.ChangeAsync("/jobs/passes/retry", """{"name":"c.nc"}""", token);
        Assert.Equal(HttpStatusCode.NotFound, status);
        Assert.Contains("passes has no failed or quarantined file of that name", body.GetProperty("error").GetString());
        Assert.Equal(HttpStatusCode.NotFound, (await page.ChangeAsync("/jobs/gone/pause", "{}", token)).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await page.ChangeAsync("/jobs/passes/list", "{}", token)).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await page.ChangeAsync("/jobs/passes/pause/now", "{}", token)).Status);
    }

    /// <summary>Without the name, a retry applies to all files.</summary>
    [Theory]
    [InlineData("""{"nmae":"a.nc"}""")]
    [InlineData("""{"Name":"a.nc"}""")]
    [InlineData("""{"name":5}""")]
    [InlineData("""{"name":null}""")]
    [InlineData("""{"name":["a.nc"]}""")]
    [InlineData("""{"name":"a.nc","job":"passes"}""")]
    [InlineData("""["a.nc"]""")]
    public async Task A_body_with_an_unknown_member_or_a_value_that_is_no_text_changes_nothing(string sent)
    {
        await using var page = await PageFixture.StartAsync();
        await page.Figures.GiveUpAsync("a.nc", FileState.Failed, "550 No.", "network");
        var (status, body) = await page.ChangeAsync("/jobs/passes/retry", sent, ("Authorization", $"Bearer {page.AdministratorToken}"));
        Assert.Equal(HttpStatusCode.BadRequest, status);
        Assert.Equal("The body must be a JSON object of texts; its members can be \"reason\", \"name\" and \"effects\".", body.GetProperty("error").GetString());
        Assert.Equal(1, (await page.Figures.ReadAsync()).Jobs[0].FailedFiles);
    }

    [Fact]
    public async Task The_token_for_reading_changes_nothing()
    {
        await using var page = await PageFixture.StartAsync();
        var reader = await page.SignedInAsync();
        using var session = await page.AskAsync("/session", reader);
        Assert.Equal("""{"administrator":false}""", await session.Content.ReadAsStringAsync());
        foreach (var headers in new[] { [page.Authorization], [reader], new[] { reader, ("Origin", $"http://127.0.0.1:{page.Port}"), ("X-Ftpxd-Proof", "") } })
            Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync(Pause, "{}", headers)).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await page.ChangeAsync(Pause, "{}")).Status);
        Assert.Equal(HttpStatusCode.Unauthorized, (await page.ChangeAsync(Pause, "{}", ("Authorization", "Bearer wrong"))).Status);
        Assert.Null((await page.Figures.ReadAsync()).Jobs[0].PausedSince);
    }

    /// <summary>A page behind a proxy that adds the token would otherwise wait for the end of the year 9999, for which no browser has a timer.</summary>
    [Fact]
    public async Task The_right_of_a_request_with_the_administrator_s_token_has_no_end()
    {
        await using var page = await PageFixture.StartAsync();
        using var session = await page.AskAsync("/session", ("Authorization", $"Bearer {page.AdministratorToken}"), ("X-Ftpxd-User", "kim"));
        var told = await session.Content.ReadAsStringAsync();
        Assert.StartsWith("{\"administrator\":true,\"who\":\"kim\",\"proof\":null,", told);
    }

    /// <summary>Another site can make a browser send its cookie, but neither its own origin nor the proof.</summary>
    [Fact]
    public async Task A_request_that_another_site_makes_the_browser_send_changes_nothing()
    {
        await using var page = await PageFixture.StartAsync();
        var (cookie, origin, proof) = await page.AdministratorAsync() is [var one, var two, var three] ? (one, two, three) : default;
        (string, string)[][] forgeries =
        [
            [cookie], [cookie, origin], [cookie, proof], [cookie, origin, (proof.Name, proof.Value[..^1] + "x")], [cookie, origin, (proof.Name, "")],
            [cookie, proof, ("Origin", "http://evil.example")], [cookie, proof, ("Origin", "null")], [cookie, proof, ("Origin", $"http://localhost:{page.Port}")],
        ];
        foreach (var forgery in forgeries) Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync(Pause, "{}", forgery)).Status);
        page.Time.Advance(RequestLimit.Window);
        foreach (var site in (string[])["cross-site", "same-site", "none"])
            Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync(Pause, "{}", cookie, origin, proof, ("Sec-Fetch-Site", site))).Status);
        // A form of another site has one of three types, and none of them is JSON.
        foreach (var type in (string[])["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
        {
            using var form = await page.SendAsync(HttpMethod.Post, Pause, new StringContent("{}", Encoding.UTF8, type), cookie, origin, proof);
            Assert.Equal(HttpStatusCode.BadRequest, form.StatusCode);
        }
        Assert.Null((await page.Figures.ReadAsync()).Jobs[0].PausedSince);
        Assert.Equal(HttpStatusCode.OK, (await page.ChangeAsync(Pause, "{}", cookie, origin, proof, ("Sec-Fetch-Site", "same-origin"))).Status);
    }

    [Fact]
    public async Task Through_a_proxy_changes_need_TLS()
    {
        await using var page = await PageFixture.StartAsync();
        var token = ("Authorization", $"Bearer {page.AdministratorToken}");
        var host = ("Host", "passes.example.org");
        Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync(Pause, "{}", page.Authorization, host)).Status);
        Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync(Pause, "{}", token, host, ("X-Forwarded-Proto", "http"))).Status);
        Assert.Equal(HttpStatusCode.OK, (await page.ChangeAsync(Pause, "{}", token, host, ("X-Forwarded-Proto", "https"))).Status);
        using var refused = await page.SignInAsync(page.AdministratorToken, host, ("Origin", "http://passes.example.org"));
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
        using var admitted = await page.SignInAsync(page.AdministratorToken, host, ("Origin", "https://passes.example.org"));
        Assert.Contains("; secure", Assert.Single(admitted.Headers.GetValues("Set-Cookie")));
    }

    [Fact]
    public async Task The_right_to_make_changes_expires_after_an_hour_and_reading_stays_allowed()
    {
        await using var page = await PageFixture.StartAsync();
        var administrator = await page.AdministratorAsync();
        page.Time.Advance(SignIns.AdministratorLifetime - TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.OK, (await page.ChangeAsync(Pause, "{}", administrator)).Status);
        page.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync("/jobs/passes/resume", "{}", administrator)).Status);
        Assert.Equal(HttpStatusCode.OK, await page.StatusAsync("/figures", administrator[0]));
    }

    [Fact]
    public async Task Changes_and_guesses_are_limited_each_by_itself()
    {
        await using var page = await PageFixture.StartAsync();
        var administrator = await page.AdministratorAsync();
        for (var i = 0; i < RequestLimit.MostFailures; i++) Assert.Equal(HttpStatusCode.Forbidden, (await page.ChangeAsync(Pause, "{}", administrator[0])).Status);
        Assert.Equal(HttpStatusCode.TooManyRequests, (await page.ChangeAsync(Pause, "{}", administrator[0])).Status);
        for (var i = 0; i < RequestLimit.MostChanges; i++) Assert.Equal(HttpStatusCode.OK, (await page.ChangeAsync(Pause, "{}", administrator)).Status);
        Assert.Equal(HttpStatusCode.TooManyRequests, (await page.ChangeAsync(Pause, "{}", administrator)).Status);
        page.Time.Advance(RequestLimit.Window);
        Assert.Equal(HttpStatusCode.OK, (await page.ChangeAsync(Pause, "{}", administrator)).Status);
    }
}
