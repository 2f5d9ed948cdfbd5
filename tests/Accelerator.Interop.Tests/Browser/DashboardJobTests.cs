namespace Accelerator.Interop.Tests.Browser;

/// <summary>Many jobs, the page of one job, and an administrator's changes, in a real browser.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DashboardJobTests
{
    private const string Rows = "[...document.querySelectorAll('#job-rows tr')].map(row => row.querySelector('a, button').textContent)";

    [ServerFact("chromium")]
    public async Task Among_forty_jobs_the_failing_one_comes_first_and_the_viewer_can_sort_filter_and_group()
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
        await using var dashboard = await DashboardFixture.StartAsync(keys: """, "expect": { "every": "1h", "pattern": "S5P_{yyyy}{MM}{dd}{HH}_{channel}_*.nc", "channels": [ "p", "q" ] }""");
        var page = dashboard.Page;
        // Slots of the last hours: one has no file, and the last one no file of the second channel.
        var now = TimeProvider.System.GetUtcNow();
        foreach (var (ago, channel, i) in ((int, string, int)[])[(30, "p", 0), (30, "q", 1), (29, "p", 2), (29, "q", 3), (27, "p", 4)])
            await dashboard.PutAsync($"S5P_{now.AddHours(-ago):yyyyMMddHH}_{channel}_{i}.nc", 1000 + i, i);
        await dashboard.SignInAsync();
        await page.UntilAsync("document.querySelector('#tile-day dd.note').innerText === '5 files'");
        await page.ReadAsync("document.querySelector('#job-rows a').click()");
        await page.UntilAsync("document.getElementById('file-rows').children.length === 5 && document.querySelector('#job-log .kind-poll')");
        Assert.Equal("job-name", (await page.ReadAsync("document.activeElement.id")).GetString());
        Assert.Equal("passes", await dashboard.TextAsync("#job-name"));
        Assert.True((await page.ReadAsync("document.getElementById('overview').hidden")).GetBoolean());
        await page.UntilAsync("document.querySelectorAll('#slot-map rect.slot-complete').length === 2 && document.querySelectorAll('#slot-map rect.slot-partial').length === 1 && document.querySelectorAll('#slot-map rect.slot-missing').length > 0");
        Assert.Contains("complete 2", (await page.ReadAsync("document.querySelector('#slot-map svg').getAttribute('aria-label')")).GetString());
        // The share of the expected files, of the job and of each channel, the least complete first; and the latency of each hour.
        await page.UntilAsync("/^[0-9.]+%$/.test(document.querySelector('#job-rows td[data-label=Completeness]')?.innerText)");
        Assert.Contains("ftpx job gaps passes lists each slot with the reason.", await dashboard.TextAsync("#job-sentence .action"));
        Assert.StartsWith("q2 / ", (await page.ReadAsync("document.querySelector('#channel-rows tr').textContent")).GetString());
        await page.UntilAsync("document.querySelectorAll('#latency-chart rect.bar').length > 0");
        Assert.Contains("the objective of 10\u00a0min; 0 files were late", await dashboard.TextAsync("#latency-summary"));
        var measured = await page.ReadAsync("make('p', probeText([{ kind: 'probe', at: '2026-11-24T03:00:00Z', streams: 8, stream_rate: 12582912, round_trip: 186.24, out_of_order: 0.0002 }])).textContent");
        Assert.EndsWith(": round trip 186.2 ms · 8 streams, 12.0\u00a0MiB/s per stream · 0.02% out of order", measured.GetString());
        await page.ReadAsync("document.getElementById('file-name').focus()");
        await page.TypeAsync("_p_2");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('file-status').innerText === '1 file, all shown.'");
        Assert.Contains("_p_2.nc", await dashboard.TextAsync("#file-rows tr"));
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
        while (!(await page.ReadAsync("document.querySelector('#chart svg').getAttribute('aria-label')")).GetString()!.Contains("in 5 files; busiest hour:", StringComparison.Ordinal))
        {
            // The service reads the newest hours once a minute, and refuses pages that ask too often.
            await Task.Delay(TimeSpan.FromSeconds(1), dashboard.Deadline);
            await ChooseAsync(page, "period", "week");
        }
        Assert.Contains("7\u00a0days: ", await dashboard.TextAsync("#servers"));
        await page.ReadAsync("location.hash = 'job=passes'");
        await page.UntilAsync("document.querySelectorAll('#latency-chart rect.bar').length > 0 && document.querySelectorAll('#slot-map rect.slot-complete').length === 2");
        await page.ReadAsync("document.querySelectorAll('#job-page details').forEach(part => part.open = true)");
        await dashboard.AuditAsync("job");
        Assert.Empty(page.Complaints);
    }

    [ServerFact("chromium")]
    public async Task An_administrator_confirms_a_pause_with_a_reason_and_the_page_no_longer_shows_All_is_well()
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
        // The event of the closing comes after the next click.
        await page.ReadAsync("document.querySelector('[data-action=pause]').click()");
        await page.UntilAsync("document.activeElement.id === 'reason'");
        await page.ReadAsync("document.getElementById('ask').close(); document.querySelector('[data-action=pause]').click()");
        await page.UntilAsync("document.getElementById('ask').open && document.activeElement.id === 'reason'");
        await page.TypeAsync("antenna <b>works</b>");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('outcome').innerText === 'passes is paused.'");
        await page.UntilAsync("document.getElementById('job-sentence').innerText.includes('antenna <b>works</b>')");
        await page.UntilAsync("document.querySelector('#job-log .kind-operator')?.parentElement.innerText.includes('pause, by Kim on the status page')");
        Assert.Equal("1 job is paused", await dashboard.TextAsync("#headline"));
        // Missing slots and a dead node stand before a paused job, warnings after it, and the sign is red.
        var order = await page.ReadAsync("""
            (f => {
              const incident = about => ({ about, message: '', since: f.now, jobs: [] });
              f.concerns = [incident('folder /a of passes'), incident('slots since 2026-11-24 03:10 of passes'), incident('node n2')];
              f.nodes = [{ name: 'n2', state: 'dead', is_here: false, sessions: 0, version: '1', seen_at: f.now, has_same_jobs: true }];
              show(f);
              return [document.getElementById('verdict').dataset.state, document.getElementById('headline').textContent,
                ...[...document.querySelectorAll('#concern-list h3')].map(head => head.textContent)];
            })(structuredClone(last))
            """);
        Assert.Equal(
            ["bad", "3 items need attention · 1 job is paused", "Slots of passes since 2026-11-24 03:10 UTC", "Node n2", "Job passes · paused", "Folder /a · job passes"],
            order.EnumerateArray().Select(text => text.GetString()));

        await page.ReadAsync("document.querySelector('[data-action=resume]').click()");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('headline').innerText === 'All is well'");

        // A script of the page's own site without the proof, as one that a hostile page would send: refused, and the page works on.
        var forged = await page.ReadAsync("fetch('/jobs/passes/pause', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }).then(answer => answer.status)");
        Assert.Equal(403, forged.GetInt32());
        Assert.Equal("All is well", await dashboard.TextAsync("#headline"));
        Assert.All(page.Complaints, complaint => Assert.Contains("403", complaint));
    }

    [ServerFact("chromium")]
    public async Task An_administrator_retries_one_file_skips_another_and_runs_the_job()
    {
        await using var dashboard = await DashboardFixture.StartAsync();
        var page = dashboard.Page;
        Directory.CreateDirectory(dashboard.Target);
        foreach (var name in (string[])["a.nc", "b.nc"])
        {
            await File.WriteAllTextAsync(Path.Combine(dashboard.Target, name), "not what is on the server", dashboard.Deadline);
            await dashboard.PutAsync(name, 1000, name[0]);
        }
        await dashboard.SignInAsync();
        await page.UntilAsync("document.querySelectorAll('#failure-list li').length === 2");
        Assert.Equal(0, (await page.ReadAsync("document.querySelectorAll('[data-action]').length")).GetInt32());
        await dashboard.BecomeAdministratorAsync("Kim");

        File.Delete(Path.Combine(dashboard.Target, "a.nc"));
        await ActAsync(page, "retry", "/a.nc");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('outcome').innerText === 'passes: 1 file queued again.'");
        await page.UntilAsync("document.querySelectorAll('#failure-list li').length === 1 && document.querySelector('#tile-day dd.note').innerText === '1 file'");
        Assert.Equal(1000, new FileInfo(Path.Combine(dashboard.Target, "a.nc")).Length);

        await ActAsync(page, "skip", "/b.nc");
        await page.TypeAsync("bad frame");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('outcome').innerText === 'passes: the file is skipped.'");
        await page.UntilAsync("document.getElementById('headline').innerText === 'All is well'");
        Assert.Equal("not what is on the server", await File.ReadAllTextAsync(Path.Combine(dashboard.Target, "b.nc"), dashboard.Deadline));

        await page.ReadAsync("location.hash = 'job=passes'");
        await page.UntilAsync("document.querySelector('#job-actions [data-action=run]')");
        await page.ReadAsync("document.querySelector('#job-actions [data-action=run]').click()");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('outcome').innerText === 'passes: the poll is complete.'");
        foreach (var action in (string[])["retry", "skip", "run"])
            await page.UntilAsync($"[...document.querySelectorAll('#job-log .kind-operator')].some(kind => kind.parentElement.innerText.includes('{action}, by Kim on the status page'))");
        Assert.Empty(page.Complaints);
    }

    private static async Task ActAsync(BrowserPage page, string action, string path)
    {
        var item = $"[...document.querySelectorAll('#failure-list li')].find(item => item.querySelector('.path').textContent === '{path}')";
        await page.UntilAsync($"{item}?.querySelector('[data-action={action}]')");
        await page.ReadAsync($"{item}.querySelector('[data-action={action}]').click()");
    }

    private static async Task ChooseAsync(BrowserPage page, string id, string value) =>
        await page.ReadAsync($"(n => {{ n.value = '{value}'; n.dispatchEvent(new Event('input')); }})(document.getElementById('{id}'))");

    private static async Task<IEnumerable<string?>> NamesAsync(BrowserPage page, int from, int to) =>
        [.. (await page.ReadAsync($"{Rows}.slice({from}, {to})")).EnumerateArray().Select(name => name.GetString())];
}
