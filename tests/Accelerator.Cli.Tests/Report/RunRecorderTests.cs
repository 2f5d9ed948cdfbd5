namespace Accelerator.Cli.Tests.Report;

public sealed class RunRecorderTests
{
    [Fact]
    public void A_run_is_recorded_completely()
    {
        var run = RunSamples.Record().Record();
        Assert.Equal(16, run.Timelines.Count);
        Assert.Equal(4_294_967_296, run.BytesFetched);
        Assert.Equal(run.BytesFetched, run.Timelines.Sum(timeline => timeline.Bytes));
        Assert.Equal(run.BytesFetched, run.Goodput.Sum(bucket => bucket.Bytes));
        Assert.Equal(run.BytesFetched, run.Pictured[0].Histories.Sum(history => history.Bytes));
        Assert.Equal([1, 2, 0], run.Decisions.Select(entry => entry.Number));
        Assert.Equal(run.EventCounts[StreamEventKind.Stole], run.Marks.Count(mark => mark.Kind == StreamEventKind.Stole));
        Assert.Equal((1L, 1L), (run.EventCounts[StreamEventKind.Stalled], run.EventCounts[StreamEventKind.Failed]));
        Assert.Equal((1, 0, 16), (run.FilesDone, run.FilesFailed, run.PeakStreams));
        Assert.NotNull(run.VerifyingFrom);
    }

    [Fact]
    public void What_each_path_brings_is_followed_over_time()
    {
        var recorder = New();
        for (var i = 1; i <= 5000; i++)
        {
            recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with
            {
                Elapsed = TimeSpan.FromSeconds(i),
                Routes = [.. TransferSamples.Routes().Select((route, n) => route with { BytesFetched = i * (n + 1) * TransferSamples.MiB, Streams = n + 2 })],
            }));
        }
        var shares = recorder.Record().Shares;
        Assert.Equal(["eth1", "eth2"], shares.Select(share => share.Share.Path));
        Assert.Equal([5000 * TransferSamples.MiB, 10000 * TransferSamples.MiB], shares.Select(share => share.Goodput.Sum(bucket => bucket.Bytes)));
        Assert.Equal([2, 3], shares.Select(share => share.MostStreams));
        Assert.All(shares, share => Assert.InRange(share.Goodput.Count, 1, GoodputSeries.Capacity));
        Assert.Empty(RunSamples.Record().Record().Shares);

        // If there are very many paths, only the first ones are recorded.
        recorder = New();
        recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Routes = [.. Enumerable.Range(0, 99).Select(i => TransferSamples.Routes()[0] with { Path = $"eth{i}" })] }));
        Assert.Equal(ShareRecorder.Most, recorder.Record().Shares.Count);
    }

    [Fact]
    public void Every_kind_of_event_leaves_a_trace()
    {
        TransferEvent[] examples =
        [
            new TransferEvent.Planned(TransferSamples.Plan()), new TransferEvent.Progress(TransferSamples.Snapshot()), new TransferEvent.Notice(NoticeKind.Other, "A notice."),
            new TransferEvent.Decided(TransferSamples.Decision()), new TransferEvent.Happened(StreamEvent(StreamEventKind.Stalled)), new TransferEvent.Finished(TransferSamples.Done()),
        ];
        Assert.Equal(typeof(TransferEvent).GetNestedTypes().ToHashSet(), examples.Select(example => example.GetType()).ToHashSet());
        var empty = Summary(New().Record());
        Assert.All(examples, example =>
        {
            var recorder = New();
            recorder.Report(example);
            Assert.NotEqual(empty, Summary(recorder.Record()));
        });
    }

    [Fact]
    public void Every_kind_of_event_is_counted_and_bars_follow() => Assert.All(Enum.GetValues<StreamEventKind>(), kind =>
    {
        var recorder = New();
        recorder.Report(new TransferEvent.Happened(StreamEvent(kind)));
        Assert.Equal(1, recorder.Record().EventCounts[kind]);
        Assert.Single(recorder.Record().Timelines);
    });

    [Fact]
    public void A_week_takes_no_more_room_than_its_bounds()
    {
        var recorder = New();
        recorder.Report(new TransferEvent.Planned(TransferSamples.Plan()));
        var (kinds, tooLong) = (Enum.GetValues<StreamEventKind>(), new string('x', 5000));
        for (var i = 1; i <= 10_000; i++)
        {
            var at = TimeSpan.FromMinutes(i);
            var streams = Enumerable.Range(0, 16).Select(slot => new StreamSnapshot(slot, StreamState.Receiving, "big.bin", ((i * 16) + slot) * 1000, ((i * 16) + slot + 1) * 1000, long.MaxValue, 1));
            recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Elapsed = at, BytesFetched = i * 16, Streams = [.. streams] }));
            recorder.Report(new TransferEvent.Notice(NoticeKind.Retry, tooLong));
            recorder.Report(new TransferEvent.Decided(TransferSamples.Decision() with { Elapsed = at, After = 4 + (i % 2), Why = tooLong }));
            recorder.Report(new TransferEvent.Happened(StreamEvent(kinds[i % kinds.Length]) with { Elapsed = at, Slot = 20, Text = tooLong }));
            recorder.Report(new TransferEvent.Finished(i % 2 == 0 ? TransferSamples.Done() : TransferSamples.Failed(FailureKind.Network)));
        }
        var run = recorder.Record();
        Assert.InRange(run.Goodput.Count, 100, GoodputSeries.Capacity);
        Assert.InRange(run.Timelines.Sum(timeline => timeline.Spans.Count), 1000, StreamTimelines.MostSpans + 64);
        Assert.InRange(run.Pictured.Sum(file => file.Histories.Sum(history => history.Knots.Count)), 500, FileHistory.MostKnots);
        Assert.InRange(run.Marks.Count, 200, 4 * RunRecorder.MostMarks);
        Assert.Equal(10_000, run.EventCounts.Values.Sum());
        Assert.Equal(run.EventCounts.Where(count => count.Key >= StreamEventKind.CutShort || count.Key == StreamEventKind.Stole).Sum(count => count.Value), run.Marks.Count + run.MarksLeftOut);
        Assert.InRange(run.Decisions.Count, 30, 2 * RunRecorder.MostDecisions);
        Assert.Equal(10_000, run.Decisions.Count + run.DecisionsLeftOut);
        Assert.Equal(10_000, run.Notices.Count + run.NoticesLeftOut);
        Assert.InRange(run.Notices.Count, 30, RunRecorder.MostNotices);
        Assert.Equal((100, 100, 5000, 5000), (run.Results.Count(r => r.Failure is null), run.Results.Count(r => r.Failure is not null), run.FilesDone, run.FilesFailed));
        Assert.All(run.Notices.Select(n => n.Message).Concat(run.Decisions.Select(d => d.Decision.Why)).Concat(run.Marks.Select(m => m.Text)), text => Assert.InRange(text.Length, 1, 401));
        Assert.InRange(ReportPage.Render(run).Length, 1, 3_000_000);
    }

    [Fact]
    public void With_many_files_only_the_largest_are_charted()
    {
        var recorder = New();
        for (var i = 1; i <= 50; i++)
        {
            recorder.Report(new TransferEvent.Planned(TransferSamples.Plan() with
            {
                Item = new TransferItem { Sources = [TransferSamples.Source()], TargetPath = $"/data/{i}.bin" },
                Identity = new RemoteIdentity("h", "f", i * 17 % 50 * TransferSamples.MiB, null),
            }));
        }
        var sizes = recorder.Record().Pictured.Select(file => file.Plan.Identity.Size / TransferSamples.MiB);
        Assert.Equal([49, 48, 47, 46, 45, 44], sizes);
    }

    [Fact]
    public void Invalid_streams_are_ignored()
    {
        var recorder = New();
        var stream = TransferSamples.Snapshot().Streams[0];
        recorder.Report(new TransferEvent.Progress(TransferSamples.Snapshot() with { Streams = [stream with { Slot = -1 }, stream with { Slot = 64 }, stream, stream] }));
        recorder.Report(new TransferEvent.Happened(StreamEvent(StreamEventKind.Failed) with { Slot = 64 }));
        recorder.Report(new TransferEvent.Decided(TransferSamples.Decision() with { Before = -3, After = 900, BytesPerSecond = double.NaN }));
        Assert.Single(recorder.Record().Timelines);
    }

    private static RunRecorder New() => new(RunSamples.Request(), default);

    private static StreamEvent StreamEvent(StreamEventKind kind) => new(TimeSpan.FromSeconds(1), 3, kind, "big.bin", 0, 100, "text");

    private static string Summary(RunRecord run) =>
        $"{run.Pictured.Count} {run.Goodput.Count} {run.Notices.Count} {run.Decisions.Count} {run.Marks.Count} {run.Results.Count}";
}
