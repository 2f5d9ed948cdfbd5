namespace Accelerator.Interop.Tests.Browser;

/// <summary>Many jobs, the page of one job, and an administrator's changes, in a real browser.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DashboardJobTests
{
    private const string Rows = "[...document.querySelectorAll('#job-rows tr')].map(row => row.querySelector('a, button').textContent)";

    [ServerFact("chromium")]
    public async Task Of_forty_jobs_the_failing_one_comes_first_and_the_viewer_sorts_filters_and_groups_them()
    {
        var more = string.Concat(Enumerable.Range(1, 40).Select(i => $$"""
            "job{{i}}": { "server": "svalbard", "folders": [ "/" ], "target": "/x{{i}}", "schedule": { "cron": "0 0 0 1 1 ? 2099" }, "enabled": {{(i == 7 ? "false" : "true")}} },
            """));
        await using var dashboard = await DashboardFixture.StartAsync(more);
        var page = dashboard.Page;
        Directory.CreateDirectory(dashboard.Target);
        await File.WriteAllTextAsync(Path.Combine(dashboard.Target, "a.nc"), "not what is on the server", dashboard.Deadline);
        await dashboard.PutAsync("a.nc", 1000, 1);
        await page.ShowAsync(1440, 900, "light");
        await dashboard.SignInAsync(jobs: 41);
        await page.UntilAsync($"{Rows}[0] === 'passes'");
        Assert.True((await page.ReadAsync("document.querySelector('#job-rows tr').getBoundingClientRect().bottom < innerHeight")).GetBoolean());
        Assert.Equal(["job1", "job2", "job3"], await NamesAsync(page, 1, 4));

        await ChooseAsync(page, "sort", "name");
        Assert.Equal(["job1", "job2", "job3"], await NamesAsync(page, 0, 3));
        await page.ReadAsync("document.querySelector('th[data-sort=name] button').click()");
        Assert.Equal(["passes", "job40", "job39"], await NamesAsync(page, 0, 3));
        Assert.Equal("descending", (await page.ReadAsync("document.querySelector('th[data-sort=name]').ariaSort")).GetString());

        await ChooseAsync(page, "find", "job1");
        Assert.Equal("11 of 41 jobs", await dashboard.TextAsync("#shown"));
        await ChooseAsync(page, "find", "");
        await ChooseAsync(page, "only", "attention");
        Assert.Equal(["passes"], await NamesAsync(page, 0, 9));
        await ChooseAsync(page, "only", "=off");
        Assert.Equal(["job7"], await NamesAsync(page, 0, 9));
        await ChooseAsync(page, "only", "");
        await ChooseAsync(page, "group", "state");
        Assert.Equal(["▾ quarantined files", "passes", "▾ not polled yet"], await NamesAsync(page, 0, 3));
        await page.ReadAsync("document.querySelectorAll('button.group')[1].click()");
        Assert.Equal(["▾ quarantined files", "passes", "▸ not polled yet", "▾ disabled", "job7"], await NamesAsync(page, 0, 9));
        Assert.Equal("false", (await page.ReadAsync("document.activeElement.getAttribute('aria-expanded')")).GetString());
        // The choice is the browser's own, and stays.
        await page.OpenAsync(dashboard.Address);
        await page.UntilAsync("document.getElementById('job-rows')?.children.length === 5");
        Assert.Empty(page.Complaints);
    }

    [ServerFact("chromium")]
    public async Task A_job_has_a_page_with_its_files_its_log_and_commands_to_copy()
    {
        await using var dashboard = await DashboardFixture.StartAsync(keys: """, "expect": { "every": "1h", "pattern": "S5P_{yyyy}{MM}{dd}{HH}*.nc", "per_slot": 1 }""");
        var page = dashboard.Page;
        // Slots of the last hours, of which the one in the middle has no file.
        var now = TimeProvider.System.GetUtcNow();
        foreach (var (ago, i) in ((int, int)[])[(30, 0), (29, 1), (27, 2)])
            await dashboard.PutAsync($"S5P_{now.AddHours(-ago):yyyyMMddHH}_p_{i}.nc", 1000 + i, i);
        await dashboard.SignInAsync();
        await page.UntilAsync("document.querySelector('#tile-day dd.note').innerText === '3 files'");
        await page.ReadAsync("document.querySelector('#job-rows a').click()");
        await page.UntilAsync("document.getElementById('file-rows').children.length === 3 && document.querySelector('#job-log .kind-poll')");
        Assert.Equal("job-name", (await page.ReadAsync("document.activeElement.id")).GetString());
        Assert.Equal("passes", await dashboard.TextAsync("#job-name"));
        Assert.True((await page.ReadAsync("document.getElementById('overview').hidden")).GetBoolean());
        await page.UntilAsync("document.querySelectorAll('#slot-map rect.slot-complete').length === 3 && document.querySelectorAll('#slot-map rect.slot-missing').length > 0");
        Assert.Contains("complete 3", (await page.ReadAsync("document.querySelector('#slot-map svg').getAttribute('aria-label')")).GetString());
        await page.ReadAsync("document.getElementById('file-name').focus()");
        await page.TypeAsync("p_1");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('file-status').innerText === '1 file, all shown.'");
        Assert.Contains("_p_1.nc", await dashboard.TextAsync("#file-rows tr"));
        Assert.Contains("ftpx job run passes --dry-run", await dashboard.TextAsync("#job-commands"));
        // Nothing changes a job without the second token.
        Assert.Equal(0, (await page.ReadAsync("document.querySelectorAll('[data-action]').length")).GetInt32());
        await page.ReadAsync("document.getElementById('back').click()");
        await page.UntilAsync("!document.getElementById('overview').hidden");
        Assert.Equal("passes", (await page.ReadAsync("document.activeElement.textContent")).GetString());
        // The same chart and the servers for a week, by hours.
        Assert.Equal("Delivered in the last 24 hours", await dashboard.TextAsync("#day-title"));
        await ChooseAsync(page, "period", "week");
        await page.UntilAsync("document.getElementById('day-title').innerText === 'Delivered in the last 7 days'");
        Assert.Equal(168, (await page.ReadAsync("document.querySelectorAll('#chart rect.pane').length")).GetInt32());
        while (!(await page.ReadAsync("document.querySelector('#chart svg').getAttribute('aria-label')")).GetString()!.Contains("in 3 files; busiest hour:", StringComparison.Ordinal))
        {
            // The service reads the newest hours once a minute, and refuses pages that ask too often.
            await Task.Delay(TimeSpan.FromSeconds(1), dashboard.Deadline);
            await ChooseAsync(page, "period", "week");
        }
        Assert.Contains("7\u00a0days: ", await dashboard.TextAsync("#servers"));
        Assert.Empty(page.Complaints);
    }

    [ServerFact("chromium")]
    public async Task An_administrator_confirms_a_pause_with_its_reason_and_the_page_never_says_that_all_is_well_then()
    {
        await using var dashboard = await DashboardFixture.StartAsync();
        var page = dashboard.Page;
        await dashboard.SignInAsync();
        await page.UntilAsync("document.getElementById('headline').innerText === 'All is well'");
        await dashboard.BecomeAdministratorAsync("Kim");
        await page.ReadAsync("location.hash = 'job=passes'");
        await page.UntilAsync("document.querySelector('[data-action=pause]')");
        await page.ReadAsync("document.querySelector('[data-action=pause]').click()");
        await page.UntilAsync("document.activeElement.id === 'reason'");
        // Escape is no.
        await page.PressAsync("Escape", 27);
        await page.UntilAsync("!document.getElementById('ask').open");
        await page.ReadAsync("document.querySelector('[data-action=pause]').click()");
        await page.TypeAsync("antenna <b>works</b>");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('outcome').innerText === 'passes is paused.'");
        await page.UntilAsync("document.getElementById('job-sentence').innerText.includes('antenna <b>works</b>')");
        await page.UntilAsync("document.querySelector('#job-log .kind-operator')?.parentElement.innerText.includes('pause, by Kim on the status page')");
        Assert.Equal("1 job is paused", await dashboard.TextAsync("#headline"));

        await page.ReadAsync("document.querySelector('[data-action=resume]').click()");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('headline').innerText === 'All is well'");

        // A script of the page's own site without the proof, as one that a hostile page would send: refused, and the page works on.
        var forged = await page.ReadAsync("fetch('/jobs/passes/pause', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }).then(answer => answer.status)");
        Assert.Equal(403, forged.GetInt32());
        Assert.Equal("All is well", await dashboard.TextAsync("#headline"));
        Assert.All(page.Complaints, complaint => Assert.Contains("403", complaint));
    }

    private static async Task ChooseAsync(BrowserPage page, string id, string value) =>
        await page.ReadAsync($"(n => {{ n.value = '{value}'; n.dispatchEvent(new Event('input')); }})(document.getElementById('{id}'))");

    private static async Task<IEnumerable<string?>> NamesAsync(BrowserPage page, int from, int to) =>
        [.. (await page.ReadAsync($"{Rows}.slice({from}, {to})")).EnumerateArray().Select(name => name.GetString())];
}
