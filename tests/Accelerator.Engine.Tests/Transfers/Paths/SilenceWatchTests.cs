using Accelerator.Engine.Transfers.Monitoring;

namespace Accelerator.Engine.Tests.Transfers.Paths;

/// <summary>Which routes fall silent, which are reported as back, and what the end of a run reports.</summary>
public sealed class SilenceWatchTests : IAsyncDisposable
{
    private static readonly TransferSource First = Source("a");
    private static readonly TransferSource Second = Source("b");

    private readonly FakeTime _time = new();
    private readonly List<string> _notices = [];
    private readonly BlockPool _blocks = new();
    private readonly FilePublisher _publisher = new();
    private RunFiles _files = null!;
    private RouteController[] _controllers = [];
    private SilenceWatch _watch = null!;

    [Fact]
    public async Task A_route_that_is_silent_while_another_flows_falls_and_is_back_after_a_trial()
    {
        Start([First], First, First);
        Sample(0, receiving: 3, silentFor: TimeSpan.FromSeconds(0.1));
        Sample(1, receiving: 3, silentFor: TimeSpan.FromSeconds(1.1));
        await _watch.LookAsync();
        Assert.True(_controllers[1].Route.Breaker.IsOpen);
        Assert.StartsWith("No data arrived by 1 for 1.1 s, while other routes receive data", Assert.Single(_notices));

        await _watch.LookAsync();
        Assert.Single(_notices);
        Assert.True(_controllers[1].Route.Breaker.IsOpen);

        _controllers[1].Route.Breaker.Close();
        Sample(1, receiving: 3, silentFor: TimeSpan.Zero);
        await _watch.LookAsync();
        Assert.Equal("Connections by 1 work again and are used again.", _notices[^1]);
    }

    [Theory]
    [InlineData(2, 1.1, false)]
    [InlineData(2, 2.6, true)]
    [InlineData(3, 0.9, false)]
    [InlineData(3, 1.1, true)]
    public async Task Three_streams_show_it_after_one_second_and_fewer_after_two_and_a_half(int receiving, double silentFor, bool falls)
    {
        Start([First], First, First);
        Sample(0, receiving: 3, silentFor: TimeSpan.FromSeconds(0.1));
        Sample(1, receiving, TimeSpan.FromSeconds(silentFor));
        await _watch.LookAsync();
        Assert.Equal(falls, _controllers[1].Route.Breaker.IsOpen);
    }

    [Fact]
    public async Task Silence_on_every_path_of_a_server_that_is_needed_is_no_silence_of_one()
    {
        Start([First], First, First);
        foreach (var index in (int[])[0, 1]) Sample(index, receiving: 3, silentFor: TimeSpan.FromSeconds(5));
        await _watch.LookAsync();
        Assert.Empty(_notices);
        Assert.DoesNotContain(_controllers, controller => controller.Route.Breaker.IsOpen);
    }

    [Fact]
    public async Task A_silent_replica_that_becomes_needed_is_used_again_and_not_reported_as_back()
    {
        Start([First, Second], First, Second);
        Sample(0, receiving: 3, silentFor: TimeSpan.FromSeconds(0.1));
        Sample(1, receiving: 3, silentFor: TimeSpan.FromSeconds(1.1));
        await _watch.LookAsync();
        Assert.True(_controllers[1].Route.Breaker.IsOpen);

        var file = Assert.Single(_files.Open());
        _files.Replace(file, file.FromNextSource(new PassedSource(First, "it has another file")));
        for (var look = 0; look < 3; look++) await _watch.LookAsync();
        Assert.False(_controllers[1].Route.Breaker.IsOpen);
        Assert.Single(_notices);
    }

    [Fact]
    public void A_route_without_a_session_is_named_only_when_the_others_have_fetched_everything()
    {
        Start([First], First, First);
        Assert.Null(_controllers[0].Route.Gate.TryEnter());
        _controllers[0].Route.Gate.Opened();
        _time.Advance(TimeSpan.FromSeconds(4));
        _watch.NotifyUnreached();
        Assert.Empty(_notices);

        var file = Assert.Single(_files.Open());
        Assert.True(file.TryEnd(FileResult.Failed(First, file.Item.TargetPath, FailureKind.NotFound, "gone")));
        _files.NoteEnd(file);
        _watch.NotifyUnreached();
        Assert.StartsWith("No session could be opened by 1 in 4 s; the other routes downloaded everything.", Assert.Single(_notices));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var controller in _controllers) await controller.Route.DisposeAsync();
        _publisher.Dispose();
        _blocks.Dispose();
    }

    // One file in progress from these sources, and one route to each of the servers; none is connected.
    private void Start(TransferSource[] sources, params TransferSource[] servers)
    {
        var request = new TransferRequest { Items = [new TransferItem { Sources = sources, TargetPath = Path.GetFullPath("a.bin") }] };
        var routes = servers.Select((server, index) => new Route(
            new SessionProfile { Endpoint = server.Endpoint, Credential = server.Credential }, 8,
            new SiteProfile(null, SiteKey.Of(server.Endpoint, null), _time), _time, trace: null, index: index) { Name = $"by {index}" }).ToList();
        _files = new RunFiles(request, _time);
        _controllers = [.. routes.Select(route => new RouteController(route, new StreamLimits(4, 8)))];
        Assert.NotNull(_files.Begin(0));
        var events = new DirectProgress<TransferEvent>(happened =>
        {
            if (happened is TransferEvent.Notice notice) _notices.Add(notice.Message);
        });
        var context = WorkerContexts.Of(request, _time, _files, routes, _blocks, _publisher, events);
        _watch = new SilenceWatch(_controllers, context with { Replicas = routes.Where(route => route.Site != routes[0].Site).ToHashSet() });
    }

    // Takes a sample of a route whose last byte arrived "silentFor" ago.
    private void Sample(int index, int receiving, TimeSpan silentFor) =>
        _controllers[index].Take(new RouteFlow(1, receiving, [], _time.GetTimestamp() - silentFor.Ticks, 0, 0), seconds: 10);

    private static TransferSource Source(string host) =>
        new(new FtpEndpoint(host, 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/a.bin", FtpCharsets.Utf8));
}
