namespace Accelerator.Service.Tests.Alerts;

/// <summary>What an operator is sent when much is wrong at once: 40 jobs of 8 servers, in virtual time.</summary>
public sealed class AlertStormTests
{
    private const int Jobs = 40, Servers = 8;

    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    private readonly IReadOnlyList<JobDefinition> _jobs = Definitions();
    private readonly AlertCauses _causes = new();
    private readonly AlertDigest _digest = new(TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(15));
    private readonly List<(DateTimeOffset At, AlertNews News)> _sent = [];

    [Fact]
    public void A_dead_server_is_one_line_for_all_its_jobs_and_folders()
    {
        Run(TimeSpan.FromHours(6), minute => minute is < 10 or >= 250 ? [] :
        [
            Incident("server s0", 10, minute),
            .. OfServer(0).SelectMany(job => (OpenIncident[])[Incident($"job {job}", 20, minute), Incident($"folder /2026/1 of {job}", 11, minute), Incident($"poll of {job}", 40, minute)]),
        ]);
        Assert.Equal(["server s0"], _sent.SelectMany(sent => sent.News.Began).Select(incident => incident.About));
        Assert.Equal(["server s0"], _sent.SelectMany(sent => sent.News.Over).Select(incident => incident.About));
    }

    [Fact]
    public void Jobs_that_are_late_after_the_end_of_an_outage_have_time_to_catch_up()
    {
        // Two hours without the server, then late for 90 minutes; one job stays late.
        Run(TimeSpan.FromHours(6), minute => minute < 120 ? [Incident("server s0", 0, minute)]
            : minute < 210 ? [.. OfServer(0).Select(job => Incident($"job {job}", 120, minute))] : [Incident("job j0", 120, minute)]);
        Assert.Equal(["server s0", "job j0"], _sent.SelectMany(sent => sent.News.Began).Select(incident => incident.About));
        Assert.Equal(Noon.AddHours(4), _sent[^1].At);
    }

    [Fact]
    public void What_was_wrong_before_the_server_failed_has_a_cause_of_its_own()
    {
        Run(TimeSpan.FromHours(1), minute => [Incident("job j0", 0, minute), .. minute < 30 ? Array.Empty<OpenIncident>() : [Incident("server s0", 30, minute)]]);
        Assert.Equal(["job j0", "server s0"], _sent.SelectMany(sent => sent.News.Began).Select(incident => incident.About));
    }

    [Fact]
    public void All_jobs_of_a_slow_server_are_one_line_that_names_them()
    {
        Run(TimeSpan.FromHours(1), minute => [.. OfServer(3).Select(job => Incident($"job {job}", 5, minute))]);
        var line = Assert.Single(_sent.SelectMany(sent => sent.News.Began));
        Assert.Equal(("jobs of s3", "job j3: wrong. The same applies to job j11, job j19, job j27, job j35."), (line.About, line.Message));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(31)]
    public void A_day_in_which_everything_fails_and_returns_is_a_message_a_cause_and_hour(int period)
    {
        Run(TimeSpan.FromDays(1), minute => minute % period >= (period + 1) / 2 && minute > 0 ? [] :
        [
            .. Enumerable.Range(0, Servers).Select(server => Incident($"server s{server}", minute - (minute % period) - 2, minute)),
            .. _jobs.SelectMany(job => (OpenIncident[])[Incident($"job {job.Name}", minute - 3, minute), Incident($"folder /a of {job.Name}", minute - 3, minute), Incident($"folder /b of {job.Name}", minute - 3, minute)]),
            Incident("disk /data", minute - 2, minute),
        ]);
        foreach (var cause in _sent.SelectMany(sent => sent.News.Causes.Select(cause => (cause.Key, sent.At))).GroupBy(cause => cause.Key))
        {
            var times = cause.Select(one => one.At).Order().ToList();
            Assert.All(times.Zip(times.Skip(1)), pair => Assert.True(pair.Second - pair.First >= TimeSpan.FromHours(1), $"{cause.Key} at {pair.First} and {pair.Second}"));
        }
        Assert.All(_sent, sent => Assert.InRange(sent.News.Began.Count + sent.News.Over.Count, 1, 2 * (Servers + 1)));
        Assert.InRange(_sent.Count, 1, 24 * 4);
    }

    [Fact]
    public void Quiet_hours_withhold_all_alerts_and_then_report_lasting_and_ended_incidents()
    {
        var night = new ClockWindow(Enum.GetValues<DayOfWeek>().ToHashSet(), new TimeOnly(13, 0), new TimeOnly(15, 0), TimeZoneInfo.Utc);
        var digest = new AlertDigest(TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(15), [night]);
        Run(TimeSpan.FromHours(6), minute =>
        [
            .. minute is >= 70 and < 90 ? [Incident("server s1", 70, minute)] : Array.Empty<OpenIncident>(),
            .. minute is >= 100 ? [Incident("server s2", 100, minute)] : Array.Empty<OpenIncident>(),
        ], digest);
        var (at, news) = Assert.Single(_sent);
        Assert.Equal((Noon.AddHours(3), "server s2", "server s1"), (at, Assert.Single(news.Began).About, Assert.Single(news.Over).About));
    }

    private static IReadOnlyList<JobDefinition> Definitions()
    {
        var servers = string.Join(", ", Enumerable.Range(0, Servers).Select(server => $$""" "s{{server}}": { "address": "ftp://h{{server}}.example.org" } """));
        var jobs = string.Join(", ", Enumerable.Range(0, Jobs).Select(job => $$""" "j{{job}}": { "server": "s{{job % Servers}}", "folders": [ "/{{job}}" ], "target": "/in/{{job}}" } """));
        return JobFileReader.Read(Encoding.UTF8.GetBytes($$"""{ "servers": { {{servers}} }, "jobs": { {{jobs}} } }"""), static _ => { }).File!.Jobs;
    }

    private static IEnumerable<string> OfServer(int server) => Enumerable.Range(0, Jobs).Where(job => job % Servers == server).Select(job => $"j{job}");

    private static OpenIncident Incident(string about, int since, int now) => new(about, $"{about}: wrong.", Noon.AddMinutes(Math.Min(since, now)));

    private void Run(TimeSpan time, Func<int, IReadOnlyList<OpenIncident>> standing, AlertDigest? digest = null)
    {
        for (var minute = 0; minute < time.TotalMinutes; minute++)
        {
            var now = Noon.AddMinutes(minute);
            if ((digest ?? _digest).Due(_causes.Find(standing(minute), _jobs, now), [], now) is not { } news) continue;
            (digest ?? _digest).Notified(news, now);
            _sent.Add((now, news));
        }
    }
}
