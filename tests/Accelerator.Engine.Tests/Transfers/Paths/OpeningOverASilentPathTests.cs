namespace Accelerator.Engine.Tests.Transfers.Paths;

/// <summary>A path that falls silent while one of its streams opens a file.</summary>
public sealed class OpeningOverASilentPathTests
{
    [Fact]
    public async Task The_file_is_opened_and_another_path_can_fetch_it()
    {
        await using var get = new GetFixture(streams: 1).Serving(32 << 20);
        await get.InterruptAsync(1, 4 << 20);
        var request = get.Request(1);
        var (files, planned) = (new RunFiles(request, get.Time), new TaskCompletionSource());
        Route[] routes = [RouteOf(request, 0), RouteOf(request, 1)];
        using var publisher = new FilePublisher();
        using var blocks = new BlockPool();
        var events = new DirectProgress<TransferEvent>(happened =>
        {
            // Between the comparison of the stored bytes and the reservation of the space.
            if (happened is TransferEvent.Notice { Kind: NoticeKind.Resumed }) routes[0].Breaker.Trip();
            if (happened is TransferEvent.Planned) planned.TrySetResult();
        });
        var context = WorkerContexts.Of(request, get.Time, files, routes, blocks, publisher, events);
        using var stop = new CancellationTokenSource();
        var run = new TransferWorker(0, routes[0], context).RunAsync(() => true, () => 1, stop.Token);

        await planned.Task.WaitAsync(ScriptedServer.Patience);

        Assert.True(routes[0].Breaker.IsOpen);
        var file = Assert.Single(files.Open());
        Assert.Equal(FileStage.Fetching, file.Stage);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        await file.DisposeAsync();
        foreach (var route in routes) await route.DisposeAsync();
    }

    private static Route RouteOf(TransferRequest request, int index)
    {
        var source = request.Items[0].Sources[0];
        return new Route(
            new SessionProfile { Endpoint = source.Endpoint, Credential = source.Credential, Timeouts = request.Timeouts }, 4,
            new SiteProfile(null, SiteKey.Of(source.Endpoint, null), TimeProvider.System), TimeProvider.System, trace: null, index: index) { Name = $"by {index}" };
    }
}
