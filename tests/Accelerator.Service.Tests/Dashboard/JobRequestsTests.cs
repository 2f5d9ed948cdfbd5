namespace Accelerator.Service.Tests.Dashboard;

/// <summary>What the page asks of one job.</summary>
public sealed class JobRequestsTests
{
    [Fact]
    public async Task The_files_of_a_job_are_found_by_their_state_and_a_part_of_their_name_in_any_case()
    {
        await using var page = await PageFixture.StartAsync();
        foreach (var name in (string[])["HRV_1200.nat", "IR_1200.nat", "HRV_1210.nat"]) await page.Figures.DeliverAsync(name, TimeSpan.FromMinutes(1), size: 42);
        await page.Figures.SeeAsync("HRV_1220.nat");
        await page.Figures.GiveUpAsync("HRV_1230.nat", FileState.Failed, "550 <b>No</b>.", "network");
        Assert.Equal(["HRV_1210.nat", "IR_1200.nat", "HRV_1200.nat"], await NamesAsync("state=delivered"));
        Assert.Equal(["HRV_1210.nat", "HRV_1200.nat"], await NamesAsync("state=delivered&name=hrv"));
        Assert.Equal(["IR_1200.nat", "HRV_1200.nat"], await NamesAsync("state=delivered&name=*1200.n?t"));
        Assert.Empty(await NamesAsync("state=delivered&name=1200.n?t"));
        Assert.Empty(await NamesAsync("state=delivered&name=%25"));
        Assert.Equal(["HRV_1220.nat"], await NamesAsync("state=waiting"));
        Assert.Equal(["HRV_1230.nat"], await NamesAsync("state=failed"));
        Assert.Empty(await NamesAsync("state=delivered", "orbits"));
        var file = (await AskAsync("state=delivered&name=IR")).GetProperty("files")[0];
        Assert.Equal(("/pub", "published", 1, 42L), (file.GetProperty("folder").GetString(), file.GetProperty("state").GetString(), file.GetProperty("version").GetInt32(), file.GetProperty("size").GetInt64()));
        Assert.Equal(TimeSpan.FromMinutes(1), file.GetProperty("at").GetDateTimeOffset() - file.GetProperty("first_seen").GetDateTimeOffset());

        async Task<IEnumerable<string?>> NamesAsync(string query, string job = "passes") =>
            (await AskAsync(query, job)).GetProperty("files").EnumerateArray().Select(one => one.GetProperty("name").GetString());

        async Task<JsonElement> AskAsync(string query, string job = "passes")
        {
            using var answer = await page.AskWithTokenAsync($"/jobs/{job}/files?{query}");
            var text = await answer.Content.ReadAsStringAsync();
            Assert.DoesNotContain('<', text);
            return JsonDocument.Parse(text).RootElement;
        }
    }

    [Fact]
    public async Task Pages_follow_each_other_to_the_end_without_a_file_twice()
    {
        await using var page = await PageFixture.StartAsync();
        // Two of them at each time, so that a page ends between two files of one time.
        for (var i = 0; i < 120; i++) await page.Figures.DeliverAsync($"{i:d3}.nc", TimeSpan.FromSeconds(i % 2));
        var (found, next) = (new List<string?>(), "");
        do
        {
            using var answer = await page.AskWithTokenAsync($"/jobs/passes/files?state=delivered{(next.Length == 0 ? "" : $"&before={next}")}");
            var told = JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement;
            found.AddRange(told.GetProperty("files").EnumerateArray().Select(one => one.GetProperty("name").GetString()));
            next = told.GetProperty("next").GetString() ?? "";
        }
        while (next.Length > 0);
        Assert.Equal(Enumerable.Range(0, 120).Reverse().Select(i => $"{i:d3}.nc"), found);
    }

    [Theory]
    [InlineData("/jobs/gone", HttpStatusCode.NotFound)]
    [InlineData("/jobs/", HttpStatusCode.NotFound)]
    [InlineData("/jobs/passes/", HttpStatusCode.NotFound)]
    [InlineData("/jobs/passes/nothing", HttpStatusCode.NotFound)]
    [InlineData("/jobs/..%2Ffigures", HttpStatusCode.NotFound)]
    [InlineData("/jobs/passes/files", HttpStatusCode.BadRequest)]
    [InlineData("/jobs/passes/files?state=any", HttpStatusCode.BadRequest)]
    [InlineData("/jobs/passes/files?state=failed&before=1", HttpStatusCode.BadRequest)]
    [InlineData("/jobs/passes/files?state=failed&before=-1.2", HttpStatusCode.BadRequest)]
    [InlineData("/jobs/passes/files?state=failed&before=9223372036854775807.1", HttpStatusCode.BadRequest)]
    [InlineData("/jobs/passes/files?state=failed&before=1.99999999999999999999", HttpStatusCode.BadRequest)]
    public async Task An_invalid_request_is_rejected(string path, HttpStatusCode status)
    {
        await using var page = await PageFixture.StartAsync();
        Assert.Equal(status, await page.StatusWithTokenAsync(path));
    }

    [Fact]
    public async Task The_page_of_a_job_has_its_place_its_schedule_and_the_incidents_that_concern_it()
    {
        await using var page = await PageFixture.StartAsync();
        var events = page.Figures.Core.Events;
        for (var i = 0; i < 2; i++) events.Incident("server svalbard", "421 Busy.");
        page.Figures.Time.Advance(TimeSpan.FromMinutes(1));
        events.Incident("server other", "421 Busy.");
        events.Incident("folder /x of orbits", "550 Gone.");
        page.Figures.Polled(isComplete: false);
        page.Figures.Time.Advance(TimeSpan.FromMinutes(1));
        events.Settle("server svalbard");
        using var answer = await page.AskWithTokenAsync("/jobs/passes");
        var job = JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal(("svalbard", "127.0.0.1:1", "/pub", "0 * 3 2 1 ?"), (job.GetProperty("server").GetString(), job.GetProperty("address").GetString(), job.GetProperty("folders")[0].GetString(), job.GetProperty("cron").GetString()));
        Assert.Equal(["resolved server svalbard: resolved.", "incident server svalbard: 421 Busy."], job.GetProperty("log").EnumerateArray().Select(entry => $"{entry.GetProperty("kind").GetString()} {entry.GetProperty("text").GetString()}"));
    }
}
