namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteProfileTests : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly SiteMemory _memory;

    public SiteProfileTests() => _memory = new SiteMemory(Folder, _time);

    private string Folder => _folder.File("sites");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Everything_a_run_sees_is_known_to_the_next()
    {
        var run = await OpenAsync();
        run.LoggedIn("(vsFTPd 3.0.5)", FtpFeatures.Read(new FtpReply(211, ["Features", " mlst size*;", " REST STREAM", " SITE PIZZA", "End"])));
        run.SawRoundTrip(TimeSpan.FromMilliseconds(190));
        run.SawRoundTrip(TimeSpan.FromMilliseconds(186));
        run.SawRoundTrip(TimeSpan.FromMilliseconds(300));
        run.SawCeiling(6);
        run.SettledOn(8, 120e6);
        run.SawWindow(1 << 20);
        run.ProvedRest();
        run.ProvedRang(works: false);
        run.ProvedEarlyClose(clean: true);
        Assert.Null(await run.SaveAsync(default));

        _time.Advance(TimeSpan.FromMinutes(1));
        var learned = _time.GetUtcNow() - TimeSpan.FromMinutes(1);
        var next = await OpenAsync();
        Assert.Equivalent(
            new SiteFacts
            {
                Features = new(["MLST", "REST"], learned),
                RestHonoured = new(true, learned),
                RangWorks = new(false, learned),
                EarlyCloseClean = new(true, learned),
                Ceiling = new(6, learned),
                Plateau = new(new StreamPlateau(8, 120e6), learned),
                WindowBytes = new(1 << 20, learned),
                RoundTrip = new(TimeSpan.FromMilliseconds(186), learned),
                ServerSoftware = new("(vsFTPd 3.0.5)", learned),
                LoginSeen = new(true, learned),
            },
            next.Known,
            strict: true);
        Assert.Equal((6, TimeSpan.FromMinutes(1)), next.StartCeiling);
    }

    [Fact]
    public async Task Facts_not_seen_by_a_run_stay_unchanged()
    {
        await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        var known = await AfterAsync(run => run.SawRoundTrip(TimeSpan.FromMilliseconds(300)));
        Assert.Equal((300.0, 6), (known.RoundTrip?.Value.TotalMilliseconds, known.Ceiling?.Value));
    }

    [Fact]
    public async Task Old_facts_are_kept_but_not_given_to_a_run()
    {
        await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        _time.Advance(TimeSpan.FromDays(31));
        var run = await OpenAsync();
        Assert.Equal(SiteFacts.None, run.Known);
        Assert.Null(run.StartCeiling);
        run.ProvedRest();
        await run.SaveAsync(default);

        Assert.Equal(8, (await _memory.ReadAsync(SiteSamples.Key(), default)).Record.Facts.Plateau?.Value.Streams);
        Assert.Equal(new SiteFacts { RestHonoured = new(true, _time.GetUtcNow()) }, (await OpenAsync()).Known);
    }

    [Theory]
    [InlineData(7, null)]
    [InlineData(6, 6)]
    public async Task A_ceiling_is_discarded_if_more_sessions_were_open(int standing, int? ceiling)
    {
        await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        Assert.Equal(ceiling, (await AfterAsync(run => run.SawStanding(standing))).Ceiling?.Value);
    }

    [Fact]
    public async Task One_failure_of_a_run_outweighs_its_successes()
    {
        var known = await AfterAsync(run =>
        {
            run.ProvedEarlyClose(clean: false);
            run.ProvedEarlyClose(clean: true);
            run.ProvedRang(works: false);
            run.ProvedRang(works: true);
            run.FoundRestIgnored();
            run.ProvedRest();
        });
        Assert.Equal((false, false, false), (known.EarlyCloseClean?.Value, known.RangWorks?.Value, known.RestHonoured?.Value));
    }

    [Fact]
    public async Task Impossible_numbers_are_not_recorded()
    {
        var run = await OpenAsync();
        run.SawCeiling(0);
        run.SawRoundTrip(TimeSpan.Zero);
        run.SettledOn(0, 1e6);
        run.SettledOn(4, double.NaN);
        run.SettledOn(4, 0);
        run.SawWindow(0);
        Assert.Null(await run.SaveAsync(default));
        Assert.False(Directory.Exists(Folder));
    }

    [Theory]
    [InlineData("(vsFTPd 3.0.5)", "(vsFTPd 3.0.5)")]
    [InlineData("\u001b]0;owned\u0007", "\\x1B]0;owned\\x07")]
    [InlineData("   ", null)]
    [InlineData(null, null)]
    public async Task A_greeting_is_kept_safe_to_print(string? banner, string? kept) =>
        Assert.Equal(kept, (await AfterAsync(run => run.LoggedIn(banner, null))).ServerSoftware?.Value);

    [Fact]
    public async Task A_greeting_is_kept_short() =>
        Assert.Equal(120, (await AfterAsync(run => run.LoggedIn(new string('\u001b', 5000), null))).ServerSoftware?.Value.Length);

    [Fact]
    public async Task Many_streams_may_note_at_once()
    {
        var run = await OpenAsync();
        await Task.WhenAll(Enumerable.Range(1, 8).Select(stream => Task.Run(() =>
        {
            for (var i = 1000; i > 0; i--)
            {
                run.SawRoundTrip(TimeSpan.FromMilliseconds((i * 10) + stream));
                run.SawStanding(stream);
                run.ProvedRest();
            }
        })));
        await run.SaveAsync(default);
        Assert.Equal(11.0, (await OpenAsync()).Known.RoundTrip?.Value.TotalMilliseconds);
    }

    [Fact]
    public async Task Without_a_memory_nothing_is_known_and_nothing_is_written()
    {
        var run = new SiteProfile(null, SiteSamples.Key(), _time);
        await run.LoadAsync(default);
        run.ProvedRest();
        Assert.Null(await run.SaveAsync(default));
        Assert.Equal((SiteFacts.None, null), (run.Known, run.Problem));
    }

    [Fact]
    public async Task An_unusable_site_file_returns_a_message_without_an_exception()
    {
        await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        await File.WriteAllTextAsync(SiteFile.PathOf(Folder, SiteSamples.Key()), "torn");
        var run = await OpenAsync();
        Assert.Equal(SiteFacts.None, run.Known);
        Assert.Contains("is not JSON", run.Problem);
        run.ProvedRest();
        Assert.Contains("is not JSON", await run.SaveAsync(default));
    }

    [Fact]
    public async Task Others_who_hold_the_memory_delay_the_end_of_a_run_by_two_seconds_at_most()
    {
        Directory.CreateDirectory(Folder);
        using var held = ExclusiveFile.Open(Path.Combine(Folder, "lock"));
        var run = await OpenAsync();
        run.ProvedRest();
        var saving = run.SaveAsync(default);
        await _time.UntilTimersAsync(2);
        _time.Advance(_memory.WriteLimit);
        Assert.Equal(
            "The stored data of kim at ftp.example.org:21 was not updated: the disk did not answer within 2 s.", await saving.SoonAsync());
    }

    /// <summary>Applies <paramref name="see"/> to the profile of one run, and returns the facts that the next run loads.</summary>
    private async Task<SiteFacts> AfterAsync(Action<SiteProfile> see)
    {
        var run = await OpenAsync();
        see(run);
        Assert.Null(await run.SaveAsync(default));
        return (await OpenAsync()).Known;
    }

    private async Task<SiteProfile> OpenAsync()
    {
        var siteProfile = new SiteProfile(_memory, SiteSamples.Key(), _time);
        await siteProfile.LoadAsync(default).SoonAsync();
        return siteProfile;
    }
}
