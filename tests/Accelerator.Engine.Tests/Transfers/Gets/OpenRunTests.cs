using System.Threading.Channels;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Runs that accept files while they run, over sessions that other runs use too.</summary>
public sealed class OpenRunTests
{
    private readonly Channel<TransferItem> _more = Channel.CreateUnbounded<TransferItem>();
    private readonly Channel<FileResult> _ended = Channel.CreateUnbounded<FileResult>();

    [Fact]
    public async Task Files_added_later_are_downloaded_over_the_open_sessions()
    {
        await using var get = Fixture(files: 40);
        await using var sessions = await OpenAsync(get, 4);
        var run = RunAsync(get, sessions, get.Item(Name(0)));
        for (var i = 1; i < 40; i++)
        {
            await EndedAsync();
            await _more.Writer.WriteAsync(get.Item(Name(i)));
        }
        _more.Writer.Complete();
        var result = await run;

        Assert.True(result.Succeeded);
        Assert.Equal(Enumerable.Range(0, 40).Select(i => get.Folder.File($"{i}.bin")), result.Files.Select(file => file.TargetPath));
        for (var i = 0; i < 40; i++) await get.AssertTargetIsAsync(get.Server.Files[Name(i)].Content, get.Folder.File($"{i}.bin"));
        Assert.InRange(get.Server.Log.Logins, 1, 4);
    }

    [Fact]
    public async Task A_second_run_and_a_listing_log_in_no_more()
    {
        await using var get = Fixture(files: 2);
        await using var sessions = await OpenAsync(get, 1);
        for (var i = 0; i < 2; i++)
        {
            var run = new TransferRunner(get.Time).RunAsync(get.Request(1, get.Item(Name(i))), sessions, Nothing(), new DirectProgress<TransferEvent>(_ => { }), CancellationToken.None);
            Assert.True((await run).Succeeded);
        }
        var listing = new ListingRunner(sessions);
        var listed = 0;
        await listing.ListAsync(
            FtpPath.FromText("/pub", FtpCharsets.Utf8),
            _ =>
            {
                listed++;
                return ValueTask.CompletedTask;
            },
            CancellationToken.None);
        await listing.DisposeAsync();

        Assert.Equal(2, listed);
        Assert.Equal(1, sessions.Standing);
        Assert.Equal(1, get.Server.Log.Logins);
    }

    [Fact]
    public async Task A_run_that_is_stopped_ends_although_more_could_come_and_what_came_too_late_is_no_part_of_it()
    {
        await using var get = Fixture(files: 1);
        await using var sessions = await OpenAsync(get, 2);
        using var stop = new CancellationTokenSource();
        var run = RunAsync(get, sessions, get.Item(Name(0)), stop.Token);
        await EndedAsync();
        await stop.CancelAsync();
        Assert.Single((await run).Files);
    }

    [Theory]
    [Each(false, true)]
    public async Task A_server_that_is_gone_ends_the_run_although_more_could_come_and_although_its_replica_is_there(bool hasReplica)
    {
        using var closed = new ClosedPort();
        await using var replica = LoopbackServer.Start();
        await using var get = Fixture(files: 1, closed.Number);
        var (first, second) = (get.Item(Name(0)), ReplicaFixture.SourceOf(replica));
        var replicas = hasReplica ? new Dictionary<TransferSource, SessionBudget> { [second] = new() { Most = 2 } } : [];
        await using var sessions = await ServerSessions.OpenAsync(
            get.Request(null) with { MaxStreams = 2 }, first.Sources[0], replicas, get.Time, CancellationToken.None);
        await get.Server.DisposeAsync();
        var result = await RunAsync(get, sessions, hasReplica ? first with { Sources = [.. first.Sources, second] } : first);
        Assert.Equal(FailureKind.Network, Assert.Single(result.Files).Failure);
    }

    [Fact]
    public async Task An_exception_of_the_source_of_files_follows_the_files_it_gave()
    {
        await using var get = Fixture(files: 2);
        await using var sessions = await OpenAsync(get, 2);
        await _more.Writer.WriteAsync(get.Item(Name(1)));
        _more.Writer.Complete(new InvalidDataException("the ledger is gone"));
        await Assert.ThrowsAsync<InvalidDataException>(() => RunAsync(get, sessions, get.Item(Name(0))));
        for (var i = 0; i < 2; i++) Assert.Null((await EndedAsync()).Failure);
    }

    [Fact]
    public async Task Few_files_are_asked_for_before_they_are_needed()
    {
        await using var get = Fixture(files: 1);
        get.Server.Inject(Fault.OnRetr().StallAfter(0));
        await using var sessions = await OpenAsync(get, 1);
        using var stop = new CancellationTokenSource();
        var asked = 0;
        async IAsyncEnumerable<TransferItem> EndlessAsync()
        {
            await Task.Yield();
            for (; ; asked++) yield return get.Item(Name(0), get.Folder.File($"copy-{asked}"));
        }
        var run = new TransferRunner(get.Time).RunAsync(get.Request(1, get.Item(Name(0))), sessions, EndlessAsync(), new DirectProgress<TransferEvent>(_ => { }), stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || (get.Server.Log.DataConnections > 0 && asked > 0));
        await Task.Delay(100);
        await stop.CancelAsync();
        await run;
        Assert.InRange(asked, 1, 100);
    }

    [Theory]
    [Each(1_000, 17 << 20)]
    public async Task The_publish_callback_runs_before_the_rename_and_receives_the_mark_of_the_file(int size)
    {
        await using var get = Fixture(files: 0).Serving(size);
        ReadyFile? ready = null;
        string? markOfPart = null;
        get.Adjust = request => request with
        {
            BeforePublish = (file, _) =>
            {
                (ready, markOfPart) = (file, FileMark.Of(file.PartPath));
                Assert.False(File.Exists(get.Target));
                return ValueTask.CompletedTask;
            },
        };
        await get.GetAsync(4);
        await get.AssertIsCompleteAsync();
        Assert.Equal((get.Part, (long)size), (ready!.PartPath, ready.Size));
        Assert.NotNull(ready.Mark);
        Assert.Equal(ready.Mark, markOfPart);
        Assert.Equal(ready.Mark, FileMark.Of(get.Target));
        File.Copy(get.Target, get.Target + ".copy");
        Assert.NotEqual(ready.Mark, FileMark.Of(get.Target + ".copy"));
        Assert.Null(FileMark.Of(get.Target + ".none"));
    }

    [Fact]
    public async Task The_publish_callback_may_refuse_and_the_next_run_downloads_nothing_again()
    {
        await using var get = Fixture(files: 0).Serving(17 << 20);
        get.Adjust = request => request with { BeforePublish = (_, _) => throw new TransferException(FailureKind.Cancelled, "The lease is lost.") };
        await get.GetRefusedAsync(4, FailureKind.Cancelled, "lease");
        Assert.True(get.Result.CanResume);

        get.Adjust = request => request;
        await get.GetAsync(4);
        await get.AssertIsCompleteAsync();
        Assert.Equal(17 << 20, get.Result.BytesReused);
    }

    [Fact]
    public async Task Sessions_that_become_free_after_the_start_are_used_without_a_search()
    {
        await using var get = new GetFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 256 << 10 } }).Serving(40 << 20);
        var budget = new SessionBudget { Most = 1 };
        using var stop = new CancellationTokenSource();
        var run = get.RunAsync(get.Request(null) with { MaxStreams = 5, SessionBudget = budget }, stop.Token);
        await get.Server.Log.WaitForAsync(log => log.RunningTransfers == 1, CancellationToken.None);
        await GetFixture.UntilAsync(() => get.Events.OfType<TransferEvent.Planned>().Any());
        budget.Most = 6;
        await get.Server.Log.WaitForAsync(log => log.RunningTransfers >= 4, CancellationToken.None).SoonAsync();
        await stop.CancelAsync();
        await run;

        var plan = Assert.Single(get.Events.OfType<TransferEvent.Planned>()).Plan;
        Assert.Equal((1, 1), (plan.Ranges.Count, plan.InitialStreams));
        Assert.All(get.Events.OfType<TransferEvent.Decided>(), decided => Assert.True(decided.Decision.Before >= 4, decided.Decision.ToString()));
    }

    private static string Name(int i) => $"/pub/{i}.bin";

    private static GetFixture Fixture(int files, int port = 0)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Port = port });
        for (var i = 0; i < files; i++) get.Server.Files.AddSynthetic(Name(i), 5_000 + i, seed: i);
        return get;
    }

    private static Task<ServerSessions> OpenAsync(GetFixture get, int most) =>
        ServerSessions.OpenAsync(get.Request(null) with { MaxStreams = most }, get.Item().Sources[0], get.Time, CancellationToken.None);

    private static async IAsyncEnumerable<TransferItem> Nothing()
    {
        await Task.CompletedTask;
        yield break;
    }

    private Task<FileResult> EndedAsync() => _ended.Reader.ReadAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(60));

    private Task<TransferResult> RunAsync(GetFixture get, ServerSessions sessions, TransferItem first, CancellationToken cancellationToken = default)
    {
        var request = get.Request(null, first) with { MaxStreams = 4 };
        var events = new DirectProgress<TransferEvent>(value =>
        {
            if (value is TransferEvent.Finished(var file)) _ended.Writer.TryWrite(file);
        });
        return new TransferRunner(get.Time).RunAsync(request, sessions, _more.Reader.ReadAllAsync(CancellationToken.None), events, cancellationToken).WaitAsync(TimeSpan.FromSeconds(60), CancellationToken.None);
    }
}
