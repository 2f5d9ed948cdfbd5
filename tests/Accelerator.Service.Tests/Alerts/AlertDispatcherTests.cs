namespace Accelerator.Service.Tests.Alerts;

public sealed class AlertDispatcherTests : IAsyncLifetime
{
    private static readonly CancellationToken None = CancellationToken.None;

    private readonly FakeTime _time = new();
    private readonly TempFolder _folder = MemoryFolder.Make();
    private readonly ConcurrentQueue<AlertDefinition> _opened = new();
    private readonly List<Channel> _channels = [new()];
    private JobLedger _ledger = null!;
    private IReadOnlyList<OpenIncident> _standing = [];
    private AlertDefinition? _definition = new(null, null, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(15));

    public async Task InitializeAsync() => _ledger = await OpenAsync();

    public async Task DisposeAsync()
    {
        await _ledger.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_lasting_incident_is_reported_and_retried_where_sending_failed()
    {
        using var dispatcher = await StartedAsync();
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow())];
        _channels[0].Problems.Enqueue("it answered 503");
        await AdvanceAsync(dispatcher, TimeSpan.FromSeconds(45));
        Assert.Empty(_channels[0].Sent);
        await AdvanceAsync(dispatcher, TimeSpan.FromMinutes(1));
        Assert.Single(_channels[0].Sent);
        await AdvanceAsync(dispatcher, TimeSpan.FromHours(1));
        Assert.Equal(["ledger", "ledger"], _channels[0].Sent.Select(news => news.Began[0].About));
    }

    [Fact]
    public async Task A_job_file_with_another_alert_definition_or_none_takes_effect()
    {
        using var dispatcher = await StartedAsync();
        var first = _definition!;
        _definition = first with { Every = TimeSpan.FromMinutes(1) };
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow() - TimeSpan.FromHours(1))];
        await AdvanceAsync(dispatcher, TimeSpan.FromSeconds(15));
        Assert.Equal([first, _definition], _opened);
        _definition = null;
        _standing = [];
        await AdvanceAsync(dispatcher, TimeSpan.FromHours(1));
        Assert.Single(_channels[0].Sent);
    }

    [Fact]
    public async Task An_exception_while_reporting_ends_nothing()
    {
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow() - TimeSpan.FromHours(1))];
        _channels[0].Problems.Enqueue("defect");
        using var dispatcher = await StartedAsync();
        await AdvanceAsync(dispatcher, TimeSpan.FromMinutes(2));
        Assert.Equal(2, _channels[0].Sent.Count);
        Assert.False(dispatcher.ExecuteTask!.IsCompleted);
    }

    [Fact]
    public async Task A_quarantined_file_is_reported_after_a_restart_and_only_once()
    {
        _channels[0].Problems.Enqueue("it answered 503");
        using (var dispatcher = await StartedAsync())
        {
            await QuarantineAsync("bad");
            await AdvanceAsync(dispatcher, TimeSpan.FromSeconds(15));
            Assert.Single(_channels[0].Sent);
            await dispatcher.StopAsync(None);
        }
        await _ledger.DisposeAsync();
        _ledger = await OpenAsync();
        using var next = await StartedAsync();
        Assert.Equal(["bad is quarantined.", "bad is quarantined."], _channels[0].Sent.Select(news => Assert.Single(news.Failures).Message));
        using var third = await StartedAsync();
        await AdvanceAsync(next, TimeSpan.FromHours(1));
        await AdvanceAsync(third, TimeSpan.FromHours(1));
        Assert.Equal(2, _channels[0].Sent.Count);
    }

    [Fact]
    public async Task A_cause_is_reported_once_an_hour_also_across_restarts_and_by_other_nodes()
    {
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow() - TimeSpan.FromHours(1))];
        using (var dispatcher = await StartedAsync())
        {
            Assert.Single(_channels[0].Sent);
            await dispatcher.StopAsync(None);
        }
        await _ledger.DisposeAsync();
        _ledger = await OpenAsync();
        using (var next = await StartedAsync())
        {
            await AdvanceAsync(next, TimeSpan.FromMinutes(30));
            await next.StopAsync(None);
        }
        using var peer = await StartedAsync();
        await AdvanceAsync(peer, TimeSpan.FromMinutes(29));
        Assert.Single(_channels[0].Sent);
        await AdvanceAsync(peer, TimeSpan.FromMinutes(2));
        Assert.Equal(2, _channels[0].Sent.Count);
    }

    [Fact]
    public async Task A_job_file_with_other_receivers_loses_no_quarantined_file()
    {
        using var dispatcher = await StartedAsync();
        _channels[0].Problems.Enqueue("it answered 503");
        await QuarantineAsync("bad");
        await AdvanceAsync(dispatcher, TimeSpan.FromSeconds(15));
        _definition = _definition! with { Every = TimeSpan.FromMinutes(5) };
        await AdvanceAsync(dispatcher, TimeSpan.FromSeconds(15));
        Assert.Equal((2, 2), (_opened.Count, _channels[0].Sent.Count));
        Assert.Equal("bad is quarantined.", Assert.Single(_channels[0].Sent.Last().Failures).Message);
    }

    [Fact]
    public async Task A_receiver_that_fails_is_sent_the_file_later_and_the_other_only_once()
    {
        _channels.Add(new Channel());
        using var dispatcher = await StartedAsync();
        foreach (var problem in Enumerable.Repeat("it answered 503", 30)) _channels[1].Problems.Enqueue(problem);
        await QuarantineAsync("bad");
        await AdvanceAsync(dispatcher, TimeSpan.FromMinutes(20));
        Assert.Equal((1, 20), (_channels[0].Sent.Count, _channels[1].Sent.Count));
        Assert.Single(await _ledger.Alerts.PendingAsync(None));
        await AdvanceAsync(dispatcher, TimeSpan.FromMinutes(20));
        Assert.Equal((1, 31), (_channels[0].Sent.Count, _channels[1].Sent.Count));
        Assert.Empty(await _ledger.Alerts.PendingAsync(None));
    }

    [Fact]
    public async Task A_test_message_goes_to_every_receiver_and_changes_nothing()
    {
        _channels.Add(new Channel());
        _channels[1].Problems.Enqueue("it answered 404");
        using var dispatcher = await StartedAsync();
        _definition = _definition! with { Quiet = [new ClockWindow(Enum.GetValues<DayOfWeek>().ToHashSet(), default, default, TimeZoneInfo.Utc)] };
        Assert.Equal([("a channel", null), ("a channel", "it answered 404")], await dispatcher.TestAsync(None));
        Assert.Equal("ftpxd on n1: test", AlertText.Subject(Assert.Single(_channels[0].Sent), "n1"));
        _definition = null;
        Assert.Empty(await dispatcher.TestAsync(None));
    }

    private Task<JobLedger> OpenAsync() => JobLedger.OpenAsync(new SqliteDatabase(_folder.File("ledger.db")), _time, None);

    private async Task QuarantineAsync(string name)
    {
        var folder = await _ledger.Folders.OpenAsync("passes", "svalbard", "/pub", "/in", None);
        var file = new KnownFile { Name = name, Size = 10, State = FileState.Queued, Polls = 1, FirstSeen = _time.GetUtcNow(), Since = _time.GetUtcNow() };
        await _ledger.Folders.ApplyAsync(folder.Id, [new FileChange(null, file, 100, 0)], None);
        var claim = Assert.Single(await _ledger.Claims.ClaimAsync("svalbard", ["passes"], [], 1, "n1/a", TimeSpan.FromHours(1), None));
        Assert.True(await _ledger.Claims.GiveUpAsync(claim, FileState.Quarantined, $"{name} is quarantined.", "other", None));
    }

    /// <summary>Returns a dispatcher that has checked once.</summary>
    private async Task<AlertDispatcher> StartedAsync()
    {
        var dispatcher = new AlertDispatcher(() => _definition, _ => Task.FromResult<IReadOnlyList<AlertCause>>([.. _standing.Select(incident => new AlertCause(incident.About, incident))]), () => _ledger.Alerts,
            definition =>
            {
                _opened.Enqueue(definition);
                return [.. _channels.Select(channel => new AlertReceiver(channel, new AlertDigest(definition.After, definition.Every, definition.Quiet)))];
            },
            _time, NullLogger.Instance);
        await dispatcher.StartAsync(None);
        await CheckedAsync(dispatcher, 1);
        return dispatcher;
    }

    // Each step waits until the check is complete, so that every check sees the clock of its own step.
    private async Task AdvanceAsync(AlertDispatcher dispatcher, TimeSpan time)
    {
        for (var passed = TimeSpan.Zero; passed < time; passed += TimeSpan.FromSeconds(15))
        {
            var checks = dispatcher.Checks;
            _time.Advance(TimeSpan.FromSeconds(15));
            await CheckedAsync(dispatcher, checks + 1);
        }
    }

    private static Task CheckedAsync(AlertDispatcher dispatcher, int checks) =>
        Soon.UntilAsync(() => dispatcher.Checks >= checks);

    private sealed class Channel : IAlertChannel
    {
        public ConcurrentQueue<string> Problems { get; } = new();

        public ConcurrentQueue<AlertNews> Sent { get; } = new();

        public string Name => "a channel";

        public Task SendAsync(AlertNews news, CancellationToken cancellationToken)
        {
            Sent.Enqueue(news);
            if (!Problems.TryDequeue(out var problem)) return Task.CompletedTask;
            throw problem == "defect" ? new InvalidOperationException(problem) : new AlertException(problem);
        }
    }
}
