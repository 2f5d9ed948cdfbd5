namespace Accelerator.Interop.Tests.Browser;

/// <summary>The page of the real service in a real browser.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DashboardTests
{
    private const string Hostile = "<img src=x onerror=alert(1)>&amp;\"'.nc";

    [ServerFact("chromium")]
    public async Task Figures_move_by_themselves_and_a_name_of_a_file_is_text_and_nothing_else()
    {
        await using var dashboard = await DashboardFixture.StartAsync();
        var page = dashboard.Page;
        await dashboard.SignInAsync();
        await page.UntilAsync("document.getElementById('headline').innerText === 'All is well'");
        Assert.Equal("0 files", await dashboard.TextAsync("#tile-day dd.note"));

        await dashboard.PutAsync("S5P_20261121.nc", 3 << 20, 1);
        await page.UntilAsync("document.querySelector('#tile-day dd.note').innerText === '1 file'");
        Assert.Equal("3.0\u00a0MiB", await dashboard.TextAsync("#tile-day dd"));
        Assert.Contains("3.0\u00a0MiB · 1 file", await dashboard.TextAsync("#job-rows"));

        // A file that is never delivered counts as late. The service reads these figures once a minute.
        async Task<string?> OnTimeAsync(int inTime) => (await page.ReadAsync(
            $"(f => {{ Object.assign(f.jobs[0], {{ delivered_files: 3, in_time_files: {inTime}, due_files: 4 }}); tiles(f, Date.parse(f.now)); return document.getElementById('tile-time').innerText; }})(structuredClone(last))")).GetString();
        Assert.Contains("100%", await OnTimeAsync(4));
        var late = await OnTimeAsync(3);
        Assert.Contains("75%", late);
        Assert.Contains("1 file late", late);

        // A file in progress: what is done, and how long the rest takes.
        var transfer = await page.ReadAsync("""
            (() => {
              transfers({ transfers: [{ path: '/<b>a.nc', job: 'passes', server: 'svalbard', bytes_done: 5242880, size: 10485760, bytes_per_second: 1048576, streams: 4 }] });
              return document.querySelector('#transfer-list li').textContent;
            })()
            """);
        Assert.Equal("/<b>a.nc passes · svalbard50% · 5.0 MiB / 10.0 MiB · 1.0 MiB/s · 4 streams · 5 s left", transfer.GetString()!.Replace('\u00a0', ' '));

        // Another file has that name in the target already: the file is quarantined.
        Directory.CreateDirectory(dashboard.Target);
        await File.WriteAllTextAsync(Path.Combine(dashboard.Target, Hostile), "not what is on the server", dashboard.Deadline);
        await dashboard.PutAsync(Hostile, 1000, 2);
        await page.UntilAsync("document.querySelectorAll('#failure-list li').length === 1");
        Assert.Equal($"/{Hostile}", await dashboard.TextAsync("#failure-list .path"));
        Assert.Equal("1 item needs attention", await dashboard.TextAsync("#headline"));
        Assert.Contains("quarantined files", await dashboard.TextAsync("#job-rows"));
        Assert.Equal(0, (await page.ReadAsync("document.querySelectorAll('img, main script').length")).GetInt32());

        Assert.All(page.Requests.Where(address => address != "about:blank"), address => Assert.StartsWith(dashboard.Address, address));
        Assert.Equal(["/", "/actions.js", "/charts.js", "/events", "/format.js", "/icon.svg", "/job.js", "/jobs.js", "/overview.js", "/page.css", "/page.js", "/session", "/sign-in"], page.Requests.Where(address => address != "about:blank").Select(address => new Uri(address).AbsolutePath).Distinct().Order());
        Assert.Empty(page.Complaints);

        await dashboard.Service.SignalAsync("TERM");
        await page.UntilAsync("document.getElementById('headline').innerText === 'No update from the service'");
        Assert.Equal("bad", (await page.ReadAsync("document.getElementById('verdict').dataset.state")).GetString());
    }

    [ServerFact("chromium")]
    public async Task The_page_is_legible_on_a_screen_and_on_a_phone_by_day_and_by_night_and_keys_reach_everything()
    {
        await using var dashboard = await DashboardFixture.StartAsync();
        var page = dashboard.Page;
        Directory.CreateDirectory(dashboard.Target);
        var longName = string.Join('_', Enumerable.Repeat("S5P_NRTI_L2", 12)) + ".nc";
        await File.WriteAllTextAsync(Path.Combine(dashboard.Target, longName), "not what is on the server", dashboard.Deadline);
        await dashboard.PutAsync(longName, 1000, 1);
        await dashboard.PutAsync("a.nc", 5 << 20, 2);
        await page.OpenAsync(dashboard.Address);
        await page.UntilAsync("document.activeElement?.id === 'token'");
        await dashboard.AuditAsync("sign-in");
        await dashboard.SignInAsync();
        await page.UntilAsync("document.querySelectorAll('#failure-list li').length === 1 && document.querySelector('#tile-day dd.note').innerText === '1 file'");
        await page.ReadAsync("document.querySelector('details').open = true");
        await dashboard.AuditAsync("page");

        // In Korean, in a zone without daylight saving time: 9 hours ahead of UTC.
        await page.LocalizeAsync("ko-KR,ko;q=0.9,en;q=0.5", "Asia/Seoul");
        await page.OpenAsync(dashboard.Address);
        await page.UntilAsync("document.documentElement?.lang === 'ko' && document.querySelectorAll('#failure-list li').length === 1");
        await page.ReadAsync("document.querySelector('details').open = true");
        await dashboard.AuditAsync("page-ko");
        Assert.Equal("확인이 필요한 항목 1개", await dashboard.TextAsync("#headline"));
        var shown = await page.ReadAsync("(n => [n.textContent, n.title.slice(11, 19), n.title.slice(19)])(document.querySelector('#subline time'))");
        var utc = TimeOnly.ParseExact(shown[1].GetString()!, "HH:mm:ss", CultureInfo.InvariantCulture);
        Assert.Equal((utc.AddHours(9).ToString("HH:mm:ss", CultureInfo.InvariantCulture), " UTC"), (shown[0].GetString(), shown[2].GetString()));
        Assert.DoesNotContain("undefined", await dashboard.TextAsync("body"));
        await page.ReadAsync("location.hash = 'job=passes'");
        await page.UntilAsync("document.getElementById('file-rows').children.length === 1 && document.querySelector('#job-log .kind-poll')");
        await dashboard.AuditAsync("job-ko");
        Assert.DoesNotContain("undefined", await dashboard.TextAsync("body"));
        await page.LocalizeAsync("en", "Europe/Rome");
        await page.OpenAsync(dashboard.Address);
        await page.UntilAsync("document.documentElement?.lang === 'en' && document.querySelectorAll('#failure-list li').length === 1");

        // From the top, until the keys have gone round.
        var reached = new List<string>();
        await page.ReadAsync("document.activeElement.blur()");
        while (reached.Count < 30)
        {
            await page.PressAsync("Tab", 9);
            var focused = await page.ReadAsync("(n => [n.tagName + '.' + (n.id || n.className || n.parentElement.id || ''), getComputedStyle(n).outlineStyle])(document.activeElement)");
            if (focused[0].GetString() is var name && (name!.StartsWith("BODY", StringComparison.Ordinal) || reached.Contains(name))) break;
            Assert.Equal("solid", focused[1].GetString());
            reached.Add(name);
        }
        // On a screen of this width, the buttons in the heads of the columns are replaced by the list "Sort by".
        Assert.Equal(["A.skip", "INPUT.find", "SELECT.only", "SELECT.sort", "SELECT.group", "DIV.wide", "A."], reached[..7]);
        Assert.Equal(["SUMMARY.", "SUMMARY.administration", "BUTTON."], reached[^3..]);
        // With the last of them: out again.
        await page.ReadAsync("document.querySelector('form[action=\"/sign-out\"] button').focus()");
        await page.PressAsync("Enter", 13, "\r");
        await page.UntilAsync("document.getElementById('token') !== null");
        Assert.Empty(page.Complaints);
    }
}
