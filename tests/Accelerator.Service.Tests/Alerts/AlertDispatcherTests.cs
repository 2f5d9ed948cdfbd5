namespace Accelerator.Service.Tests.Alerts;

public sealed class AlertDispatcherTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly Channel _channel = new();
    private readonly ConcurrentQueue<AlertDefinition> _opened = new();
    private IReadOnlyList<OpenIncident> _standing = [];
    private readonly SemaphoreSlim _polls = new(0);
    private int _asked;
    private AlertDefinition? _definition = new(null, null, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(15));

    public void Dispose() => _polls.Dispose();

    [Fact]
    public async Task What_lasts_is_told_and_told_again_where_it_did_not_get_there()
    {
        using var dispatcher = Dispatcher();
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow())];
        _channel.Problems.Enqueue("it answered 503");
        await dispatcher.StartAsync(CancellationToken.None);
        await AdvanceAsync(TimeSpan.FromMinutes(1), tries: 1);
        // A minute after the failure was noted, which may be one tick late.
        await AdvanceAsync(TimeSpan.FromSeconds(75), tries: 2);
        Assert.Equal(["ledger", "ledger"], _channel.Sent.Select(news => news.Began[0].About));
        await dispatcher.StopAsync(CancellationToken.None);
    }

    [Fact]
    public async Task A_job_file_that_names_another_is_followed_and_one_that_names_nobody_too()
    {
        using var dispatcher = Dispatcher();
        await dispatcher.StartAsync(CancellationToken.None);
        var first = _definition!;
        // The first channel receives nothing: the incident starts after the dispatcher has polled.
        await Task.Run(async () => { while (Volatile.Read(ref _asked) == 0) await Task.Yield(); }).SoonAsync();
        _definition = first with { Every = TimeSpan.FromMinutes(1) };
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow() - TimeSpan.FromHours(1))];
        await AdvanceAsync(TimeSpan.FromSeconds(15), tries: 1);
        Assert.Equal([first, _definition], _opened);
        _definition = null;
        _standing = [];
        await AdvanceAsync(TimeSpan.FromHours(1), tries: 1);
        await dispatcher.StopAsync(CancellationToken.None);
        Assert.Single(_channel.Sent);
    }

    [Fact]
    public async Task A_defect_in_telling_ends_nothing()
    {
        using var dispatcher = Dispatcher();
        _standing = [new OpenIncident("ledger", "It does not answer.", _time.GetUtcNow() - TimeSpan.FromHours(1))];
        _channel.Problems.Enqueue("defect");
        await dispatcher.StartAsync(CancellationToken.None);
        await AdvanceAsync(TimeSpan.FromMinutes(2), tries: 2);
        Assert.False(dispatcher.ExecuteTask!.IsCompleted);
        await dispatcher.StopAsync(CancellationToken.None);
    }

    private AlertDispatcher Dispatcher() => new(
        () =>
        {
            _polls.Release();
            return _definition;
        },
        _ =>
        {
            var standing = _standing;
            Interlocked.Increment(ref _asked);
            return Task.FromResult(standing);
        },
        definition =>
        {
            _opened.Enqueue(definition);
            return [_channel];
        },
        _time,
        NullLogger.Instance);

    // Each tick waits until the poll of the previous tick has begun, because the timer remembers one tick only.
    private async Task AdvanceAsync(TimeSpan time, int tries)
    {
        await _polls.WaitAsync().SoonAsync();
        for (var passed = TimeSpan.Zero; passed < time; passed += TimeSpan.FromSeconds(15))
        {
            _time.Advance(TimeSpan.FromSeconds(15));
            await _polls.WaitAsync().SoonAsync();
        }
        _polls.Release();
        await Task.Run(async () => { while (_channel.Sent.Count < tries) await Task.Yield(); }).SoonAsync();
        Assert.Equal(tries, _channel.Sent.Count);
    }

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
