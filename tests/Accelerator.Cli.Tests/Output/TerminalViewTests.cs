namespace Accelerator.Cli.Tests.Output;

public sealed class TerminalViewTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly StringWriter _out = new() { NewLine = "\n" };
    private Screen _screen = new(82);

    private string[] Rows => _screen.Text.Split('\n');

    public void Dispose()
    {
        _out.Dispose();
        _screen.Dispose();
    }

    private const string Line = "big.bin  45% [#####--------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams";

    private static readonly TransferEvent Shown = new TransferEvent.Progress(TransferSamples.Snapshot());
    private static readonly TransferEvent Decided = new TransferEvent.Decided(TransferSamples.Decision());

    public static TheoryData<object[], string, bool, int> Screens => new()
    {
        { [Shown], Line, false, 82 },
        // The line is redrawn in place.
        { [Shown, new TransferEvent.Progress(TransferSamples.Snapshot(5))], "big.bin   5% [-------------] 5.00 MiB of 100 MiB 11.0 MiB/s 0:09 left 8 streams", false, 82 },
        // A notice appears above the line, with its control characters escaped.
        {
            [Shown, new TransferEvent.Notice(NoticeKind.ServerLimit, "The server allows \u001b]0;3\u0007 connections [red]only[/].")],
            $"ftpx: warning: The server allows \\x1B]0;3\\x07 connections [red]only[/].\n{Line}", false, 82
        },
        // The detail view has a row for each stream, as long as there are streams.
        { [Shown, Shown], $"   1 receiving  6.00 MiB/s 20.0 MiB of 50.0 MiB to go  big.bin\n   2 connecting big.bin\n{Line}", true, 82 },
        { [Shown, Shown, new TransferEvent.Progress(TransferSamples.Snapshot() with { Streams = [] })], Line, true, 82 },
        // The last decision is shown below them, in one line that fits.
        {
            [
                new TransferEvent.Decided(TransferSamples.Decision() with { After = 5 }),
                new TransferEvent.Decided(TransferSamples.Decision() with { Why = "Goodput\u001b grew by 80 % with them." }), Shown,
            ],
            "   1 receiving  6.00 MiB/s big.bin\n   2 connecting big.bin\n     4 to 8 streams at 11.0 MiB/s: Goodput\\..\nbig.bin  45% 11.0 MiB/s 0:05 left 8 streams", true, 48
        },
        { [Decided, Shown], Line, false, 82 },
    };

    [Theory]
    [MemberData(nameof(Screens))]
    public void The_reports_give_this_screen(object[] events, string expected, bool detail, int width)
    {
        using var view = View(width, detail: detail);
        foreach (TransferEvent value in events)
        {
            _time.Advance(TimeSpan.FromMilliseconds(200));
            view.Report(value);
        }
        Assert.Equal(expected, _screen.Text);
    }

    [Fact]
    public void Blocks_are_drawn_where_the_console_has_them()
    {
        using var view = View(unicode: true);
        Progress(view, TransferSamples.Snapshot());
        Assert.Contains("[█████░░░░░░░░]", _screen.Text);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(10)]
    [InlineData(16)]
    public void A_narrow_terminal_never_wraps(int width)
    {
        using var view = View(width, detail: true);
        for (var i = 0; i < 5; i++) Progress(view, TransferSamples.Snapshot(i * 20));
        Assert.Equal(3, Rows.Length);
    }

    [Theory]
    [InlineData(82, 24, "2/10 files  45% [####------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams\n  big.bin")]
    [InlineData(40, 24, "2/10 files  45% 11.0 MiB/s 0:05 left\n  big.bin")]
    [InlineData(40, 2, "2/10 files  45% 11.0 MiB/s 0:05 left")]
    public void With_several_files_a_second_row_names_the_files_in_progress_if_there_is_room(int width, int height, string text)
    {
        var view = View(width, height);
        for (var i = 0; i < 3; i++) Progress(view, TransferSamples.Snapshot() with { FilesDone = 2, FilesTotal = 10 });
        Assert.Equal(text, _screen.Text);
        view.Dispose();
        Assert.Equal("", _screen.Text);
    }

    [Fact]
    public void The_answer_to_a_question_is_typed_behind_it_and_the_next_frame_is_below()
    {
        using var view = View();
        Progress(view, TransferSamples.Snapshot() with { Phase = TransferPhase.Listing });
        view.Say("not on the server: old.nc");
        Assert.Equal("y", view.Prompt("Delete 1 file? [y/N] ", () =>
        {
            Assert.Equal("ftpx: note: not on the server: old.nc\nDelete 1 file? [y/N]", _screen.Text);
            _screen.Write("y\n");
            return "y";
        }));
        view.Say("deleting.");
        Assert.Equal("ftpx: note: not on the server: old.nc\nDelete 1 file? [y/N] y\nftpx: note: deleting.", _screen.Text);
    }

    [Fact]
    public void Ctrl_C_or_the_end_of_input_at_a_question_ends_its_row_and_a_long_question_breaks_between_words()
    {
        using var view = View();
        Assert.Null(view.Prompt("Delete 1 file? [y/N] ", () =>
        {
            view.Say("stopping.");
            return null;
        }));
        view.Say("nothing is deleted.");
        Assert.Equal("Delete 1 file? [y/N]\nftpx: note: stopping.\nftpx: note: nothing is deleted.", _screen.Text);

        using var other = View();
        other.Prompt($"Delete 12 files (3.40 GiB) in {new string('x', 44)} that are not? [y/N] ", () => null);
        Assert.Equal($"Delete 12 files (3.40 GiB) in {new string('x', 44)} that\nare not? [y/N]", _screen.Text);
    }

    [Fact]
    public void The_summary_replaces_the_progress_line()
    {
        using var view = View();
        Progress(view, TransferSamples.Snapshot() with { FilesTotal = 10 });
        view.ShowResult(MirrorSamples.Result(MirrorSamples.UpToDate()), ExitCodes.Ok);
        Assert.Equal("", _screen.Text);
        Assert.Equal("Up to date: 988 files in 12 folders.\n", _out.ToString());
    }

    [Fact]
    public void A_frame_is_one_write_so_that_nothing_flickers()
    {
        using var view = View(detail: true);
        Progress(view, TransferSamples.Snapshot());
        var before = _screen.Writes;
        Progress(view, TransferSamples.Snapshot(46));
        Assert.Equal(before + 1, _screen.Writes);
    }

    [Fact]
    public void Frames_come_at_most_eleven_times_a_second_but_a_new_phase_at_once()
    {
        using var view = View();
        Progress(view, TransferSamples.Snapshot());
        var before = _screen.Writes;
        for (var i = 0; i < 100; i++)
        {
            view.Report(new TransferEvent.Progress(TransferSamples.Snapshot(i)));
            _time.Advance(TimeSpan.FromMilliseconds(10));
        }
        Assert.InRange(_screen.Writes - before, 9, 12);

        view.Report(new TransferEvent.Progress(TransferSamples.Snapshot(100)));
        view.Report(new TransferEvent.Progress(TransferSamples.Snapshot(100) with { Phase = TransferPhase.Verifying }));
        Assert.Contains("verifying", _screen.Text);
    }

    [Theory]
    [InlineData(82, "61.0 MiB/s by eth1 from ftp://a:21 4 streams 612 MiB\n    silent by eth2 from ftp://b:21 300 MiB")]
    [InlineData(40, "61.0 MiB/s by eth1 from ftp://a:21\n    silent by eth2 from ftp://b:21")]
    [InlineData(26, "61.0 MiB/s ..ftp://a:21\n    silent ..ftp://b:21")]
    [InlineData(14, "61.0 MiB/s\n    silent")]
    public void Several_paths_or_sources_have_a_row_each_below_the_total(int width, string rows)
    {
        using var view = View(width);
        Progress(view, TransferSamples.Snapshot() with { Routes = TransferSamples.Routes() });
        Assert.Equal(rows, string.Join('\n', Rows[1..]));
        Progress(view, TransferSamples.Snapshot());
        Assert.Single(Rows);
    }

    [Fact]
    public void More_streams_and_paths_than_rows_are_counted()
    {
        var (stream, route) = (TransferSamples.Snapshot().Streams[0], TransferSamples.Routes()[0]);
        var many = TransferSamples.Snapshot() with { Streams = [.. Enumerable.Range(0, 32).Select(i => stream with { Slot = i })] };
        using var view = View(height: 8, detail: true);
        Progress(view, many);
        Assert.Equal((6, "     and 28 more"), (Rows.Length, Rows[4]));
        view.Report(Decided);
        Progress(view, many);
        Assert.Equal((6, "     and 29 more"), (Rows.Length, Rows[3]));

        using var higher = View(height: 12, detail: true);
        Progress(higher, many with { Routes = [.. Enumerable.Range(0, 9).Select(i => route with { Path = $"eth{i}" })] });
        Assert.Equal((10, "     and 28 more", "     and 6 more"), (Rows.Length, Rows[4], Rows[9]));
    }

    [Fact]
    public void At_the_end_the_screen_is_as_before()
    {
        var view = View(detail: true);
        Progress(view, TransferSamples.Snapshot());
        view.Report(new TransferEvent.Finished(TransferSamples.Done()));
        Assert.Equal("", _screen.Text);
        Assert.Equal("big.bin: 100 MiB in 10.0 s, 10.0 MiB/s (83.9 Mbit/s), 8 streams, verified by XSHA256, written past the page cache.\n", _out.ToString());
        Progress(view, TransferSamples.Snapshot());
        view.Dispose();
        Assert.Equal("", _screen.Text);
    }

    [Fact]
    public void A_failure_stays_above_and_the_progress_line_is_removed()
    {
        var view = View();
        Progress(view, TransferSamples.Snapshot());
        view.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.NotFound)));
        view.Dispose();
        Assert.Equal("ftpx: error: RETR pub/big.bin at ftp.example.org:21: 550 No such file.", _screen.Text);
    }

    [Fact]
    public void A_long_message_above_the_progress_is_wrapped_between_words()
    {
        using var view = View(40);
        Progress(view, TransferSamples.Snapshot());
        view.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.NotFound)));
        Assert.Equal(["ftpx: error: RETR pub/big.bin at", "ftp.example.org:21: 550 No such file."], Rows[..2]);
    }

    [Fact]
    public void The_taskbar_follows_the_run_within_the_frames_and_is_cleared_at_the_end()
    {
        var view = View(taskbar: true);
        Progress(view, TransferSamples.Snapshot(0, totalMiB: null) with { Phase = TransferPhase.Connecting });
        Progress(view, TransferSamples.Snapshot(45));
        var before = _screen.Writes;
        Progress(view, TransferSamples.Snapshot(45));
        Progress(view, TransferSamples.Snapshot(46));
        Assert.Equal(before + 2, _screen.Writes);
        view.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.NotFound)));
        view.Dispose();
        Progress(view, TransferSamples.Snapshot(99));
        Assert.Equal(["3;0", "1;45", "1;46", "2;46", "0;0"], _screen.Taskbar);
    }

    [Fact]
    public void A_cancelled_run_does_not_turn_the_taskbar_red_and_an_unused_taskbar_is_not_cleared()
    {
        View(taskbar: true).Dispose();
        Assert.Equal(0, _screen.Writes);
        var view = View(taskbar: true);
        Progress(view, TransferSamples.Snapshot(45));
        view.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.Cancelled)));
        view.Dispose();
        Assert.Equal(["1;45", "0;0"], _screen.Taskbar);
    }

    private TerminalView View(int width = 82, int height = 24, bool detail = false, bool unicode = false, bool taskbar = false)
    {
        _screen = new Screen(width, height, unicode);
        return new TerminalView(_screen.Console, _out, _time, detail, taskbar ? new TaskbarProgress("\a") : null);
    }

    private void Progress(TerminalView view, TransferSnapshot snapshot)
    {
        _time.Advance(TimeSpan.FromMilliseconds(200));
        view.Report(new TransferEvent.Progress(snapshot));
    }
}
