namespace Accelerator.Cli.Tests.Output;

public sealed class PlainViewTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly StringWriter _out = new() { NewLine = "\n" };
    private readonly StringWriter _err = new() { NewLine = "\n" };
    private readonly PlainView _view;

    public PlainViewTests() => _view = View();

    public void Dispose()
    {
        _view.Dispose();
        _out.Dispose();
        _err.Dispose();
    }

    [Fact]
    public void Progress_is_a_line_at_the_start_every_five_seconds_and_at_the_end()
    {
        for (var i = 1; i <= 60; i++)
            Progress(TransferSamples.Snapshot(i) with { Elapsed = TimeSpan.FromSeconds(i * 0.2) });
        _view.Report(new TransferEvent.Finished(TransferSamples.Done()));

        Assert.Equal(
            """
            0:00 1.00 MiB of 100 MiB (1%), 11.0 MiB/s, 8 streams, 0:09 left
            0:05 26.0 MiB of 100 MiB (26%), 11.0 MiB/s, 8 streams, 0:07 left
            0:10 51.0 MiB of 100 MiB (51%), 11.0 MiB/s, 8 streams, 0:05 left
            0:12 100 MiB of 100 MiB (100%), 11.0 MiB/s

            """,
            _err.ToString(), ignoreLineEndingDifferences: true);
        Assert.Equal("big.bin: 100 MiB in 10.0 s, 10.0 MiB/s (83.9 Mbit/s), 8 streams, verified by XSHA256.\n", _out.ToString());
    }

    /// <summary>The engine samples a run in one thread, and a file ends in another one.</summary>
    [Fact]
    public void A_sample_from_before_the_end_of_a_file_that_comes_after_it_is_not_printed_and_the_next_file_has_its_own_lines()
    {
        var last = TransferSamples.Snapshot(99) with { Elapsed = TimeSpan.FromSeconds(9.8) };
        Progress(last);
        _view.Report(new TransferEvent.Finished(TransferSamples.Done()));
        var printed = _err.ToString();
        for (var i = 0; i < 30; i++) _time.Advance(TimeSpan.FromMilliseconds(200));
        Progress(last with { Elapsed = TimeSpan.FromSeconds(10) });
        Assert.Equal(printed, _err.ToString());

        Progress(TransferSamples.Snapshot(1) with { Elapsed = TimeSpan.FromSeconds(0.2) });
        for (var i = 2; i <= 27; i++) Progress(TransferSamples.Snapshot(i) with { Elapsed = TimeSpan.FromSeconds(i * 0.2) });
        Assert.Contains("0:05 2", _err.ToString()[printed.Length..]);
    }

    [Fact]
    public void Several_paths_or_sources_are_listed_after_the_total()
    {
        Progress(TransferSamples.Snapshot(45, null) with { Routes = TransferSamples.Routes(), ActiveStreams = 4 });
        _view.ShowRoutes(TransferSamples.Routes());
        Assert.Equal("0:04 45.0 MiB, 11.0 MiB/s, 4 streams; by eth1 from ftp://a:21 61.0 MiB/s, by eth2 from ftp://b:21 silent\n", _err.ToString());
        Assert.Equal("by eth1 from ftp://a:21 612 MiB (61.0 MiB/s), by eth2 from ftp://b:21 300 MiB (0 B/s).\n", _out.ToString());
    }

    [Fact]
    public void With_several_files_the_finished_files_are_counted()
    {
        Progress(TransferSamples.Snapshot(45, null) with { FilesDone = 2, FilesTotal = 10, ActiveStreams = 1 });
        Assert.Equal("0:04 2 of 10 files, 45.0 MiB, 11.0 MiB/s, 1 stream\n", _err.ToString());
    }

    [Fact]
    public void Before_the_first_byte_there_is_a_line_every_five_seconds_only()
    {
        for (var i = 0; i <= 52; i++)
            Progress(TransferSamples.Snapshot(0, null) with { Phase = TransferPhase.Connecting, Elapsed = TimeSpan.FromSeconds(i * 0.2) });
        Assert.Equal("0:05 0 B, connecting\n0:10 0 B, connecting\n", _err.ToString());
    }

    [Fact]
    public void While_folders_are_listed_there_is_a_line_every_five_seconds()
    {
        for (var i = 0; i <= 30; i++)
            Progress(TransferSamples.Snapshot(0, i) with { Phase = TransferPhase.Listing, FilesTotal = i * 100, Elapsed = TimeSpan.FromSeconds(i * 0.2) });
        _view.ShowStart(MirrorSamples.Plan(), MirrorSamples.Request());
        _view.ShowResult(MirrorSamples.Result(), ExitCodes.Ok);
        Assert.Equal("0:05 listing, 2,500 files, 25.0 MiB so far\nftpx: note: 3 of 991 files to download, 1.17 GiB.\n", _err.ToString());
        Assert.StartsWith("991 files, ", _out.ToString());
    }

    [Fact]
    public void The_last_state_of_a_mirror_is_a_line_before_its_summary()
    {
        Progress(TransferSamples.Snapshot(1));
        Progress(TransferSamples.Snapshot(100) with { FilesDone = 1003, FilesTotal = 1003, Phase = TransferPhase.Done });
        _view.ShowResult(MirrorSamples.Result(), ExitCodes.Ok);
        Assert.EndsWith("0:04 1,003 of 1,003 files, 100 MiB of 100 MiB (100%), 11.0 MiB/s\n", _err.ToString());
    }

    [Fact]
    public void A_failure_before_the_first_byte_is_one_line()
    {
        Progress(TransferSamples.Snapshot(0, null) with { Phase = TransferPhase.Connecting, Elapsed = TimeSpan.FromSeconds(0.2) });
        _view.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.NotFound)));
        Assert.Single(_err.ToString().TrimEnd().Split('\n'));
    }

    [Fact]
    public void Retries_are_reported_every_ten_seconds_with_the_suppressed_count()
    {
        for (var i = 0; i < 25; i++)
        {
            _view.Report(new TransferEvent.Notice(NoticeKind.Retry, $"Again {i}."));
            _time.Advance(TimeSpan.FromSeconds(1));
        }
        _view.Report(new TransferEvent.Notice(NoticeKind.ServerLimit, "Full."));
        Assert.Equal(
            """
            ftpx: warning: Again 0.
            ftpx: warning: Again 10. (9 similar messages since the last one)
            ftpx: warning: Again 20. (9 similar messages since the last one)
            ftpx: warning: Full.

            """,
            _err.ToString(), ignoreLineEndingDifferences: true);
    }

    [Theory]
    [InlineData(false, true, "0:02 4 to 8 streams at 11.0 MiB/s: Goodput grew by 80 %.\n0:02 4 streams kept: Line\\x1B[2J end.\n")]
    [InlineData(false, false, "")]
    [InlineData(true, true, "")]
    public void Detail_has_the_decisions_about_the_number_of_streams_unless_quiet(bool quiet, bool detail, string lines)
    {
        using var view = View(quiet, detail);
        view.Report(new TransferEvent.Decided(TransferSamples.Decision()));
        view.Report(new TransferEvent.Decided(TransferSamples.Decision() with { After = 4, BytesPerSecond = 0, Why = "Line\u001b[2J end." }));
        Assert.Equal(("", lines), (_out.ToString(), _err.ToString()));
    }

    [Fact]
    public void A_notice_is_escaped()
    {
        _view.Report(new TransferEvent.Notice(NoticeKind.Other, "a\u001b[2J\nb"));
        Assert.Equal("ftpx: warning: a\\x1B[2J\\x0Ab\n", _err.ToString());
    }

    [Fact]
    public void The_line_of_a_resumed_file_shows_the_downloaded_and_the_kept_bytes() =>
        Assert.Equal(
            "big.bin: 100 MiB in 10.0 s, 5.00 MiB/s (41.9 Mbit/s), 1 stream, 50.0 MiB kept from an earlier run, 2.5 s of it verifying, proven by HASH SHA-256.",
            ResultText.Success(TransferSamples.Done() with { BytesReused = 50 << 20, PeakStreams = 1, VerifyElapsed = TimeSpan.FromSeconds(2.5), AssuranceText = "proven by HASH SHA-256" }, detail: false));

    [Theory]
    [InlineData(true, null, "verified by XSHA256, written past the page cache.")]
    [InlineData(false, null, "verified by XSHA256, written through the page cache.")]
    [InlineData(false, "its folder is in memory", "verified by XSHA256, written through the page cache because its folder is in memory.")]
    [InlineData(null, null, "8 streams, verified by XSHA256.")]
    public void With_detail_the_line_shows_how_the_file_was_written_and_why(bool? unbuffered, string? why, string end)
    {
        var done = TransferSamples.Done() with { Unbuffered = unbuffered, WhyBuffered = why };
        Assert.EndsWith(end, ResultText.Success(done, detail: true));
        Assert.EndsWith("8 streams, verified by XSHA256.", ResultText.Success(done, detail: false));
    }

    private PlainView View(bool quiet = false, bool detail = false) => new(_out, new MessageWriter(_err), _time, quiet, detail);

    private void Progress(TransferSnapshot snapshot)
    {
        _view.Report(new TransferEvent.Progress(snapshot));
        _time.Advance(TimeSpan.FromMilliseconds(200));
    }
}
