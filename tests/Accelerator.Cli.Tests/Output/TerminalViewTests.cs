using Accelerator.Cli.Output;
using Accelerator.Engine.Transfers;
using Accelerator.TestKit;

namespace Accelerator.Cli.Tests.Output;

public sealed class TerminalViewTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly StringWriter _out = new() { NewLine = "\n" };

    public void Dispose()
    {
        _out.Dispose();
    }

    [Fact]
    public void Progress_is_one_line_drawn_in_place()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        Progress(view, Samples.Snapshot(45));
        Assert.Equal("big.bin  45% [#####--------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams", screen.Text);
        Progress(view, Samples.Snapshot(5));
        Assert.Equal("big.bin   5% [-------------] 5.00 MiB of 100 MiB 11.0 MiB/s 0:09 left 8 streams", screen.Text);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(10)]
    [InlineData(16)]
    public void A_narrow_terminal_never_wraps(int width)
    {
        var screen = new Screen(width);
        using var view = View(screen, detail: true);
        for (var i = 0; i < 5; i++) Progress(view, Samples.Snapshot(i * 20));
        Assert.Equal(3, screen.Text.Split('\n').Length);
    }

    [Theory]
    [InlineData(82, 24, "2/10 files  45% [####------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams\n  big.bin")]
    [InlineData(40, 24, "2/10 files  45% 11.0 MiB/s 0:05 left\n  big.bin")]
    [InlineData(40, 2, "2/10 files  45% 11.0 MiB/s 0:05 left")]
    public void Of_several_files_a_second_row_names_those_under_way_where_there_is_room(int width, int height, string text)
    {
        var screen = new Screen(width, height);
        var view = View(screen);
        for (var i = 0; i < 3; i++) Progress(view, Samples.Snapshot() with { FilesDone = 2, FilesTotal = 10 });
        Assert.Equal(text, screen.Text);
        view.Dispose();
        Assert.Equal("", screen.Text);
    }

    [Fact]
    public void The_answer_to_a_question_is_typed_behind_it_and_the_next_frame_is_below()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        Progress(view, Samples.Snapshot() with { Phase = TransferPhase.Listing });
        view.Say("not on the server: old.nc");
        Assert.Equal("y", view.Ask("Delete 1 file? [y/N] ", () =>
        {
            Assert.Equal("ftpx: not on the server: old.nc\nDelete 1 file? [y/N]", screen.Text);
            screen.Write("y\n");
            return "y";
        }));
        view.Say("deleting.");
        Assert.Equal("ftpx: not on the server: old.nc\nDelete 1 file? [y/N] y\nftpx: deleting.", screen.Text);
    }

    [Fact]
    public void Ctrl_C_or_the_end_of_input_at_a_question_ends_its_row()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        Assert.Null(view.Ask("Delete 1 file? [y/N] ", () =>
        {
            view.Say("stopping.");
            return null;
        }));
        view.Say("nothing is deleted.");
        Assert.Equal("Delete 1 file? [y/N]\nftpx: stopping.\nftpx: nothing is deleted.", screen.Text);
    }

    [Fact]
    public void A_long_question_breaks_between_words()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        view.Ask($"Delete 12 files (3.40 GiB) in {new string('x', 44)} that are not? [y/N] ", () => null);
        Assert.Equal($"Delete 12 files (3.40 GiB) in {new string('x', 44)} that\nare not? [y/N]", screen.Text);
    }

    [Fact]
    public void A_summary_stands_where_the_line_was()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        Progress(view, Samples.Snapshot() with { FilesTotal = 10 });
        view.ShowResult(MirrorSamples.Result(MirrorSamples.UpToDate()));
        Assert.Equal("", screen.Text);
        Assert.Equal("Up to date: 988 files in 12 folders.\n", _out.ToString());
    }

    [Fact]
    public void A_frame_is_one_write_so_that_nothing_flickers()
    {
        var screen = new Screen(82);
        using var view = View(screen, detail: true);
        Progress(view, Samples.Snapshot());
        var before = screen.Writes;
        Progress(view, Samples.Snapshot(46));
        Assert.Equal(before + 1, screen.Writes);
    }

    [Fact]
    public void Frames_come_at_most_eleven_times_a_second_but_a_new_phase_at_once()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        Progress(view, Samples.Snapshot());
        var before = screen.Writes;
        for (var i = 0; i < 100; i++)
        {
            view.Report(new TransferEvent.Progress(Samples.Snapshot(i)));
            _time.Advance(TimeSpan.FromMilliseconds(10));
        }
        Assert.InRange(screen.Writes - before, 9, 12);

        view.Report(new TransferEvent.Progress(Samples.Snapshot(100)));
        view.Report(new TransferEvent.Progress(Samples.Snapshot(100) with { Phase = TransferPhase.Verifying }));
        Assert.Contains("verifying", screen.Text);
    }

    [Fact]
    public void A_notice_stands_above_the_line()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        Progress(view, Samples.Snapshot());
        view.Report(new TransferEvent.Notice(NoticeKind.ServerLimit, "The server allows \u001b]0;3\u0007 connections [red]only[/]."));
        Assert.Equal(
            """
            ftpx: The server allows \x1B]0;3\x07 connections [red]only[/].
            big.bin  45% [#####--------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams
            """,
            screen.Text,
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public void Detail_has_a_row_for_each_stream()
    {
        var screen = new Screen(82);
        using var view = View(screen, detail: true);
        Progress(view, Samples.Snapshot());
        Progress(view, Samples.Snapshot());
        Assert.Equal(
            """
               1 receiving  6.00 MiB/s 20.0 MiB of 50.0 MiB to go  big.bin
               2 connecting big.bin
            big.bin  45% [#####--------] 45.0 MiB of 100 MiB 11.0 MiB/s 0:05 left 8 streams
            """,
            screen.Text,
            ignoreLineEndingDifferences: true);
        Progress(view, Samples.Snapshot() with { Streams = [] });
        Assert.Single(screen.Text.Split('\n'));
    }

    [Theory]
    [InlineData(82, "61.0 MiB/s by eth1 from ftp://a:21 4 streams 612 MiB\n    silent by eth2 from ftp://b:21 300 MiB")]
    [InlineData(40, "61.0 MiB/s by eth1 from ftp://a:21\n    silent by eth2 from ftp://b:21")]
    [InlineData(26, "61.0 MiB/s ..ftp://a:21\n    silent ..ftp://b:21")]
    [InlineData(14, "61.0 MiB/s\n    silent")]
    public void Several_paths_or_sources_have_a_row_each_below_the_total(int width, string rows)
    {
        var screen = new Screen(width);
        using var view = View(screen);
        Progress(view, Samples.Snapshot() with { Lanes = Samples.Lanes() });
        Assert.Equal(rows, string.Join('\n', screen.Text.Split('\n')[1..]));
        Progress(view, Samples.Snapshot());
        Assert.Single(screen.Text.Split('\n'));
    }

    [Fact]
    public void Very_many_paths_take_a_third_of_the_screen()
    {
        var screen = new Screen(82, height: 12);
        using var view = View(screen, detail: true);
        var (stream, lane) = (Samples.Snapshot().Streams[0], Samples.Lanes()[0]);
        Progress(view, Samples.Snapshot() with
        {
            Streams = [.. Enumerable.Range(0, 32).Select(i => stream with { Slot = i })],
            Lanes = [.. Enumerable.Range(0, 9).Select(i => lane with { Path = $"eth{i}" })],
        });
        var rows = screen.Text.Split('\n');
        Assert.Equal(10, rows.Length);
        Assert.Equal(("     and 28 more", "     and 6 more"), (rows[4], rows[9]));
    }

    [Fact]
    public void Detail_has_the_last_decision_under_the_rows_in_one_line_that_fits()
    {
        var screen = new Screen(48);
        using var view = View(screen, detail: true);
        view.Report(new TransferEvent.Decided(Samples.Decision() with { After = 5 }));
        view.Report(new TransferEvent.Decided(Samples.Decision() with { Why = "Goodput\u001b grew by 80 % with them." }));
        Progress(view, Samples.Snapshot());
        Assert.Equal(
            """
               1 receiving  6.00 MiB/s big.bin
               2 connecting big.bin
                 4 to 8 streams at 11.0 MiB/s: Goodput\..
            big.bin  45% 11.0 MiB/s 0:05 left 8 streams
            """,
            screen.Text,
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public void Without_detail_no_decision_is_shown()
    {
        var screen = new Screen(82);
        using var view = View(screen);
        view.Report(new TransferEvent.Decided(Samples.Decision()));
        Progress(view, Samples.Snapshot());
        Assert.Single(screen.Text.Split('\n'));
    }

    [Fact]
    public void More_streams_than_rows_are_counted()
    {
        var screen = new Screen(82, height: 8);
        using var view = View(screen, detail: true);
        var stream = Samples.Snapshot().Streams[0];
        Progress(view, Samples.Snapshot() with { Streams = [.. Enumerable.Range(0, 32).Select(i => stream with { Slot = i })] });
        var rows = screen.Text.Split('\n');
        Assert.Equal(6, rows.Length);
        Assert.Equal("     and 28 more", rows[4]);

        view.Report(new TransferEvent.Decided(Samples.Decision()));
        Progress(view, Samples.Snapshot() with { Streams = [.. Enumerable.Range(0, 32).Select(i => stream with { Slot = i })] });
        rows = screen.Text.Split('\n');
        Assert.Equal(6, rows.Length);
        Assert.Equal("     and 29 more", rows[3]);
    }

    [Fact]
    public void At_the_end_the_screen_is_as_before()
    {
        var screen = new Screen(82);
        var view = View(screen, detail: true);
        Progress(view, Samples.Snapshot());
        view.Report(new TransferEvent.Finished(Samples.Done()));
        Assert.Equal("", screen.Text);
        Assert.Equal("big.bin: 100 MiB in 10.0 s, 10.0 MiB/s (83.9 Mbit/s), 8 streams, proven by seams, written past the page cache.\n", _out.ToString());
        Progress(view, Samples.Snapshot());
        view.Dispose();
        Assert.Equal("", screen.Text);
    }

    [Fact]
    public void A_failure_stays_above_and_the_line_goes()
    {
        var screen = new Screen(82);
        var view = View(screen);
        Progress(view, Samples.Snapshot());
        view.Report(new TransferEvent.Finished(Samples.Failed(FailureKind.NotFound)));
        view.Dispose();
        Assert.Equal("ftpx: RETR pub/big.bin at ftp.example.org:21: 550 No such file.", screen.Text);
    }

    [Fact]
    public void Blocks_are_drawn_where_the_console_has_them()
    {
        var screen = new Screen(82, unicode: true);
        using var view = View(screen);
        Progress(view, Samples.Snapshot());
        Assert.Contains("[█████░░░░░░░░]", screen.Text);
    }

    [Fact]
    public void The_taskbar_follows_the_run_within_the_frames_and_is_cleared_at_the_end()
    {
        var screen = new Screen(82);
        var view = new TerminalView(screen.Console, _out, _time, detail: false, new TaskbarProgress("\a"));
        Progress(view, Samples.Snapshot(0, totalMiB: null) with { Phase = TransferPhase.Connecting });
        Progress(view, Samples.Snapshot(45));
        var before = screen.Writes;
        Progress(view, Samples.Snapshot(45));
        Progress(view, Samples.Snapshot(46));
        Assert.Equal(before + 2, screen.Writes);
        view.Report(new TransferEvent.Finished(Samples.Failed(FailureKind.NotFound)));
        view.Dispose();
        Progress(view, Samples.Snapshot(99));
        Assert.Equal(["3;0", "1;45", "1;46", "2;46", "0;0"], screen.Taskbar);
    }

    [Fact]
    public void A_run_that_the_user_stops_does_not_turn_red()
    {
        var screen = new Screen(82);
        var view = new TerminalView(screen.Console, _out, _time, detail: false, new TaskbarProgress("\a"));
        Progress(view, Samples.Snapshot(45));
        view.Report(new TransferEvent.Finished(Samples.Failed(FailureKind.Cancelled)));
        view.Dispose();
        Assert.Equal(["1;45", "0;0"], screen.Taskbar);
    }

    [Fact]
    public void A_taskbar_that_was_told_nothing_is_not_cleared()
    {
        var screen = new Screen(82);
        new TerminalView(screen.Console, _out, _time, detail: false, new TaskbarProgress("\a")).Dispose();
        Assert.Equal(0, screen.Writes);
    }

    private TerminalView View(Screen screen, bool detail = false) => new(screen.Console, _out, _time, detail, taskbar: null);

    private void Progress(TerminalView view, TransferSnapshot snapshot)
    {
        _time.Advance(TimeSpan.FromMilliseconds(200));
        view.Report(new TransferEvent.Progress(snapshot));
    }
}
