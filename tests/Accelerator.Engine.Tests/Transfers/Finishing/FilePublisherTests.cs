namespace Accelerator.Engine.Tests.Transfers.Finishing;

public sealed class FilePublisherTests : IAsyncDisposable
{
    private readonly TempFolder _folder = new();
    private readonly List<TransferEvent> _events = [];
    private readonly List<FileTransfer> _files = [];

    [Fact]
    public async Task Files_that_wait_for_a_flush_share_the_next_one_and_none_is_named_or_reported_before_its_own()
    {
        var run = Run(21);
        var entered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var gate = new ManualResetEventSlim();
        List<int> flushes = [], reported = [];
        var namedTooSoon = 0;
        using var publisher = new FilePublisher
        {
            TryFlush = parts =>
            {
                namedTooSoon += parts.Count(part => File.Exists(part.TargetPath));
                flushes.Add(parts.Count);
                entered.TrySetResult();
                gate.Wait(TimeSpan.FromSeconds(50));
                return true;
            },
            FlushFolder = part =>
            {
                reported.Add(Finished().Count);
                part.FlushFolder();
            },
        };
        await PostAsync(publisher, run, 0);
        await entered.Task.SoonAsync();
        for (var i = 1; i < 21; i++) await PostAsync(publisher, run, i);
        gate.Set();
        await publisher.DrainAsync().SoonAsync();

        Assert.Equal([1, 20], flushes);
        Assert.Equal([0, 1], reported);
        Assert.Equal(0, namedTooSoon);
        Assert.All(Finished(), result => Assert.Null(result.Failure));
        Assert.Equal(Enumerable.Range(0, 21).Select(Target).Order(), Directory.GetFileSystemEntries(_folder.Path).Order());
        Assert.All(Enumerable.Range(0, 21), i => Assert.Equal($"content {i}", File.ReadAllText(Target(i))));
    }

    [Fact]
    public async Task A_name_that_cannot_be_made_durable_is_a_failure()
    {
        var run = Run(3);
        using var publisher = new FilePublisher { FlushFolder = static _ => throw new StorageException(StorageFailure.Failed, "The disk is gone.") };
        for (var i = 0; i < 3; i++) await PostAsync(publisher, run, i);
        await publisher.DrainAsync().SoonAsync();
        Assert.Equal(3, Finished().Count);
        Assert.All(Finished(), result => Assert.Equal((FailureKind.Disk, "The disk is gone."), (result.Failure, result.Message)));
        Assert.True(run.Files.IsDone);
    }

    [Fact]
    public async Task An_unexpected_failure_ends_the_files_of_its_batch_and_the_next_batch_is_published()
    {
        var run = Run(2);
        var flushes = 0;
        using var publisher = new FilePublisher { TryFlush = _ => flushes++ == 0 ? throw new InvalidOperationException("A defect.") : true };
        await PostAsync(publisher, run, 0);
        await GetFixture.UntilAsync(() => Finished().Count == 1);
        await PostAsync(publisher, run, 1);
        await publisher.DrainAsync().SoonAsync();
        Assert.Equal([true, false], Finished().Select(result => result.Failure is not null));
        Assert.Equal("A defect.", Finished()[0].Message);
    }

    [Fact]
    public async Task A_file_that_was_removed_in_the_meantime_fails_alone()
    {
        var run = Run(4);
        using var publisher = new FilePublisher { TryFlush = static _ => false };
        var parts = new List<string>();
        for (var i = 0; i < 4; i++) parts.Add((await OpenAsync(run, i)).Part.PartPath);
        File.Delete(parts[2]);
        foreach (var file in _files) await publisher.PostAsync(file.Open!, file.Item.Sources[0], new FileVerification("length"), run, CancellationToken.None);
        await publisher.DrainAsync().SoonAsync();
        Assert.Equal([Target(2)], Finished().Where(result => result.Failure is not null).Select(result => result.TargetPath));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var file in _files) await file.DisposeAsync();
        _folder.Dispose();
    }

    private List<FileResult> Finished()
    {
        lock (_events) return [.. _events.OfType<TransferEvent.Finished>().Select(ended => ended.Result)];
    }

    private string Target(int number) => _folder.File($"{number}.bin");

    private async Task PostAsync(FilePublisher publisher, TestRun run, int number)
    {
        var file = await OpenAsync(run, number);
        await publisher.PostAsync(file, file.Item.Sources[0], new FileVerification("length"), run, CancellationToken.None);
    }

    private async Task<OpenFile> OpenAsync(TestRun run, int number)
    {
        var file = run.Files.Begin(number)!;
        _files.Add(file);
        var facts = new RemoteFacts(file.MetadataProbe.Identity, null);
        await file.OpenAsync(run.Request, facts, new(1), static (_, _) => { }, CancellationToken.None);
        await file.Open!.Part.Sink.WriteAsync(0, System.Text.Encoding.ASCII.GetBytes($"content {number}"), CancellationToken.None);
        file.TryEnter(FileStage.Fetching, FileStage.Finishing);
        return file.Open;
    }

    private TestRun Run(int count)
    {
        TransferItem Item(int number) => new()
        {
            Sources = [new TransferSource(new FtpEndpoint("a", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText($"/{number}.bin", FtpCharsets.Utf8))],
            TargetPath = Target(number),
            Listed = new ListedFacts($"content {number}".Length, "20210304050607"),
        };
        var request = new TransferRequest { Items = [.. Enumerable.Range(0, count).Select(Item)] };
        return new TestRun
        {
            Request = request,
            Time = TimeProvider.System,
            Files = new RunFiles(request, TimeProvider.System),
            Routes = [],
            WorkChanged = new WakeSignal(),
            Retries = new NoticeFilter(TimeProvider.System),
            Events = new Recorder(_events),
        };
    }

    private sealed record TestRun : TransferRun;

    private sealed class Recorder(List<TransferEvent> events) : IProgress<TransferEvent>
    {
        public void Report(TransferEvent value)
        {
            lock (events) events.Add(value);
        }
    }
}
