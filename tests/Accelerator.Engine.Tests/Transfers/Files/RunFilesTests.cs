namespace Accelerator.Engine.Tests.Transfers.Files;

public sealed class RunFilesTests
{
    private static readonly FtpEndpoint Near = new("a.example", 21, FtpSecurity.None);
    private static readonly FtpEndpoint Other = new("b.example", 21, FtpSecurity.None);

    [Fact]
    public async Task Files_are_given_out_in_order_each_once_large_and_other_ones_apart()
    {
        await using var route = RouteTo(Near);
        var files = Files(Item(1), Item(20 << 20), Item(2), Item(null));

        Assert.Equal((0, 1), (files.Next(route, isLarge: false), files.Next(route, isLarge: true)));
        Assert.NotNull(files.Begin(0));
        Assert.Null(files.Begin(0));
        Assert.Equal(2, files.Next(route, isLarge: false));
        files.Begin(2);
        Assert.Equal(3, files.Next(route, isLarge: false));
        files.Begin(3);
        Assert.Null(files.Next(route, isLarge: false));
        Assert.True(files.HasUnbegun);
        files.Begin(1);
        Assert.False(files.HasUnbegun);
        Assert.Equal([0, 2, 3, 1], files.Open().Select(file => file.Index));
    }

    [Fact]
    public async Task A_route_gets_files_of_its_own_server_only()
    {
        await using var route = RouteTo(Other);
        var files = Files(Item(1), Item(1, Other), Item(1));

        Assert.Equal(1, files.Next(route, isLarge: false));
        files.Begin(1);
        Assert.Null(files.Next(route, isLarge: false));
    }

    [Fact]
    public void Sums_follow_a_file_from_waiting_to_its_end()
    {
        var files = Files(Item(10), Item(20 << 20), Item(null));
        Assert.Equal(new FileSums(3, 1, 10 + (20 << 20), 1, 0, 0), files.Unbegun);

        var file = files.Begin(0)!;
        Assert.Equal(new FileSums(2, 0, 20 << 20, 1, 0, 0), files.Unbegun);
        file.Receipts.Add(7);
        file.TryEnd(FileEnding.FailureOf(file.Item, FailureKind.Network, "Lost."));
        files.NoteEnd(file);

        Assert.Empty(files.Open());
        Assert.Equal(new FileSums(1, 0, 0, 1, 7, 0), files.Snapshot().Ended);
        Assert.Equal(1, files.Done);
    }

    [Fact]
    public void The_time_of_a_file_begins_with_its_first_request_and_that_of_the_first_file_with_the_run()
    {
        var time = new FakeTime();
        var files = new RunFiles(Request([Item(null), Item(null)], null), time);
        time.Advance(TimeSpan.FromSeconds(1));
        var (first, second) = (files.Begin(0)!, files.Begin(1)!);
        time.Advance(TimeSpan.FromSeconds(10));
        Assert.Equal((11.0, 10.0), (first.Elapsed.TotalSeconds, second.Elapsed.TotalSeconds));

        foreach (var file in new[] { first, second }) file.Receipts.Ask();
        time.Advance(TimeSpan.FromSeconds(2));
        second.Receipts.Ask();
        Assert.Equal((13.0, 2.0), (first.Elapsed.TotalSeconds, second.Elapsed.TotalSeconds));
    }

    [Fact]
    public void The_run_is_over_when_the_last_file_has_ended_whether_it_was_begun_or_not()
    {
        var told = new List<int>();
        var files = new RunFiles(Request([Item(1), Item(2), Item(3)], null), TimeProvider.System) { Ended = file => told.Add(file.Index) };
        var begun = files.Begin(1)!;

        var ended = files.EndUnbegun(item => FileEnding.FailureOf(item, FailureKind.Cancelled, "Stopped."));
        Assert.Equal(2, ended.Count);
        Assert.False(files.IsDone || files.AllDone.IsCompleted);

        begun.TryEnd(FileEnding.FailureOf(begun.Item, FailureKind.Network, "Lost."));
        files.NoteEnd(begun);
        Assert.True(files.IsDone && files.AllDone.IsCompleted);
        Assert.Equal([FailureKind.Cancelled, FailureKind.Network, FailureKind.Cancelled], files.Results().Select(result => result.Failure!.Value));
        Assert.Equal([1], told);
        Assert.Equal(1, files.Done);
    }

    [Fact]
    public void The_kept_bytes_of_a_stopped_file_count_and_the_file_does_not()
    {
        var files = Files(Item(30), Item(30));
        var (stopped, failed) = (files.Begin(0)!, files.Begin(1)!);
        stopped.TryEnd(FileEnding.FailureOf(stopped.Item, FailureKind.Cancelled, "Stopped.") with { CanResume = true, BytesKept = 20 });
        failed.TryEnd(FileEnding.FailureOf(failed.Item, FailureKind.Network, "Lost.") with { CanResume = true, BytesKept = 10 });
        Assert.Equal((20, 0), (FileSums.InPlace(stopped), FileSums.InPlace(failed)));
        files.NoteEnd(stopped);
        files.NoteEnd(failed);
        Assert.Equal((1, 20), (files.Done, files.Snapshot().Ended.BytesDone));
    }

    [Fact]
    public void The_number_of_open_files_does_not_exceed_the_limit()
    {
        var files = Files(2, Item(1), Item(1), Item(1));
        var first = files.Begin(0)!;
        Assert.NotNull(files.Begin(1));
        Assert.True(files.IsFull);
        Assert.Null(files.Begin(2));

        // All bytes are stored: only the publication remains.
        first.TryEnter(FileStage.Opening, FileStage.Finishing);
        Assert.False(files.IsFull);
        Assert.NotNull(files.Begin(2));
    }

    /// <summary>
    /// The stage holds from the time other streams can see the file: they may have sent and completed every query before the stream that
    /// opened it continues.
    /// </summary>
    [Theory]
    [InlineData(null, "Inspecting")]
    [InlineData(1000L, "Opening")]
    public void A_file_that_is_begun_waits_for_its_answers_or_for_its_plan(long? listed, string stage)
    {
        var files = Files(Item(listed));
        files.Begin(0);
        Assert.Equal(stage, Assert.Single(files.Open()).Stage.ToString());
    }

    [Fact]
    public void A_file_that_waits_costs_next_to_nothing()
    {
        var items = Enumerable.Range(0, 100_000).Select(i => Item(i)).ToArray();
        var before = GC.GetAllocatedBytesForCurrentThread();
        var files = Files(items);
        var each = (GC.GetAllocatedBytesForCurrentThread() - before) / items.Length;

        Assert.Equal(100_000, files.Unbegun.Count);
        Assert.True(each < 32, $"{each} bytes for each file that waits.");
    }

    [Fact]
    public void A_run_without_files_is_over()
    {
        var files = Files();
        Assert.True(files.IsDone && files.AllDone.IsCompleted);
        Assert.Equal("", files.CurrentName);
    }

    private static RunFiles Files(params TransferItem[] items) => Files(null, items);

    private static RunFiles Files(int? most, params TransferItem[] items) => new(Request(items, most), TimeProvider.System);

    private static TransferRequest Request(TransferItem[] items, int? most) => new() { Items = items, ParallelFiles = most };

    private static TransferItem Item(long? size, FtpEndpoint? server = null) => new()
    {
        Sources = [new TransferSource(server ?? Near, FtpCredential.Anonymous, FtpPath.FromText("a.bin", FtpCharsets.Utf8))],
        TargetPath = Path.Combine(Path.GetTempPath(), "a.bin"),
        Listed = size is { } bytes ? new ListedFacts(bytes, null) : null,
    };

    private static Route RouteTo(FtpEndpoint server) =>
        new(new SessionProfile { Endpoint = server, Credential = FtpCredential.Anonymous }, 4, new SiteProfile(null, SiteKey.Of(server, null), TimeProvider.System), TimeProvider.System, trace: null);
}
