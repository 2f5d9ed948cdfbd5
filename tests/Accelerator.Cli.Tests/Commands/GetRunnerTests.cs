namespace Accelerator.Cli.Tests.Commands;

/// <summary>Complete command lines with an engine that returns prepared results.</summary>
public sealed class GetRunnerTests : EngineFixture
{
    private const string LoginAdvice =
        "ftpx: note: Check the user name and the password. They are taken from --user and --password-stdin, the URL, FTPX_USER and FTPX_PASSWORD, "
            + "ftpx credential or a netrc file, in this order; without any of these the login is anonymous.\n";

    [Fact]
    public async Task A_file_in_place_is_one_line_on_standard_output_and_exit_code_0()
    {
        Assert.Equal(0, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f"));
        Assert.Equal("big.bin: 100 MiB in 10.0 s, 10.0 MiB/s (83.9 Mbit/s), 8 streams, verified by XSHA256.\n", Out);
        Assert.Equal("", Err);
    }

    [Theory]
    [InlineData(FailureKind.NotFound, 3, false)]
    [InlineData(FailureKind.Verification, 9, false)]
    [InlineData(FailureKind.Login, 4, true)]
    public async Task A_failure_is_the_engines_sentence_on_standard_error_and_its_exit_code(FailureKind kind, int code, bool isThrown)
    {
        Assert.Equal(code, await GetAsync(isThrown ? Throw(new TransferException(kind, "530 for\u001b you.")) : Finish(TransferSamples.Failed(kind)), "ftp://h/f"));
        Assert.Equal(isThrown ? "ftpx: error: 530 for\\x1B you.\n" + LoginAdvice : "ftpx: error: RETR pub/big.bin at ftp.example.org:21: 550 No such file.\n", Err);
        Assert.Equal("", Out);
    }

    // Only the program knows where the login came from; a script wants the failure alone.
    [Theory]
    [InlineData(FailureKind.Login, "", true)]
    [InlineData(FailureKind.NotFound, "", false)]
    [InlineData(FailureKind.Login, "--quiet", false)]
    [InlineData(FailureKind.Login, "--json", false)]
    public async Task A_refused_login_is_followed_by_where_user_and_password_come_from(FailureKind kind, string option, bool isAdvised)
    {
        await GetAsync(Throw(new TransferException(kind, "Refused.")), ["ftp://h/f", .. option.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        Assert.Equal("ftpx: error: Refused.\n" + (isAdvised ? LoginAdvice : ""), Err);
        Assert.DoesNotContain("FTPX_PASSWORD", Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Some_files_of_several_are_exit_code_12() =>
        Assert.Equal(12, await GetAsync(Finish(TransferSamples.Done(), TransferSamples.Failed(FailureKind.NotFound)), "ftp://h/f", "ftp://h/g"));

    [Theory]
    [InlineData(128L, 32, 4)]
    [InlineData(128L, null, 4)]
    [InlineData(100L, 2, 1)]
    [InlineData(1024L, 64, 64)]
    [InlineData(null, 32, 32)]
    public void A_low_limit_of_file_descriptors_limits_the_streams_and_is_reported(long? limit, int? wanted, int most)
    {
        var said = new List<string>();
        var bound = FileLimit.Bound(new TransferRequest { Items = [], Streams = wanted }, limit, said.Add);
        Assert.Equal(most, bound.Streams ?? bound.MaxStreams);
        Assert.Equal(wanted == most ? [] : [$"This process may open only {limit} files at once (ulimit -n), so ftpx uses at most {most} streams."], said);
    }

    [Fact]
    public async Task An_internal_error_exits_with_70_and_asks_for_a_bug_report()
    {
        Assert.Equal(70, await GetAsync(Throw(new InvalidOperationException("boom\u001b")), "ftp://h/f", "--log-file", "log.txt"));
        Assert.StartsWith("ftpx: error: This is a defect in ftpx. Please report it with these lines:\n  System.InvalidOperationException: boom\\x1B\n", Err);
        Assert.Contains("System.InvalidOperationException", await ReadAsync("log.txt"));
    }

    [Theory]
    [InlineData("--failed-list", "missing/file", "The list of failed files cannot be written: ")]
    [InlineData("--trace", "missing/file", "The trace file cannot be written: ")]
    [InlineData("--trace", ".", "The trace file cannot be written: ")]
    [InlineData("--log-file", "missing/file", "The log file cannot be written: ")]
    [InlineData("--log-file", ".", "The log file cannot be written: ")]
    public async Task An_unwritable_output_is_refused_before_the_engine_starts(string option, string path, string sentence)
    {
        Assert.Equal(2, await GetAsync(Finish(TransferSamples.Done()), "ftp://h/f", option, path));
        Assert.Null(Request);
        Assert.StartsWith($"ftpx: error: {sentence}", Err);
        Assert.Single(ErrLines);
    }

    [Fact]
    public async Task Ctrl_C_stops_the_engine_and_prints_the_command_to_continue()
    {
        var code = await GetAsync(
            (_, events, token) =>
            {
                Process.Stop!.Press();
                Assert.True(token.IsCancellationRequested);
                var stopped = TransferSamples.Failed(FailureKind.Cancelled, canResume: true) with { Message = "Stopped." };
                events.Report(new TransferEvent.Finished(stopped));
                return Task.FromResult(new TransferResult([stopped], TimeSpan.Zero));
            },
            "ftp://kim:secret@h/f", "--streams", "4", "-o", "my file");

        Assert.Equal(130, code);
        Assert.Contains("ftpx: note: stopping. Press Ctrl-C again to end at once.\n", Err);
        Assert.EndsWith("ftpx: note: to continue, run: ftpx get ftp://kim:***@h/f --streams 4 -o 'my file'\n", Err);
        Assert.DoesNotContain("secret", Err);
        Assert.Empty(Process.Exits);
    }

    [Fact]
    public async Task Files_not_finished_at_a_stop_are_in_the_list_of_failed_files()
    {
        Assert.Equal(130, await GetAsync(Finish(TransferSamples.Failed(FailureKind.Cancelled)), "ftp://h/f", "--failed-list", "left.txt"));
        Assert.Equal("ftp://h:21/f f\n", await ReadAsync("left.txt"));
    }

    [Fact]
    public async Task After_a_network_failure_the_kept_bytes_and_the_command_to_continue_are_printed()
    {
        var lost = TransferSamples.Failed(FailureKind.Network, canResume: true) with { BytesKept = 30 * TransferSamples.MiB };
        Assert.Equal(5, await GetAsync(Finish(lost), "ftp://h/f"));
        Assert.EndsWith("\nftpx: note: 30.0 MiB of 100 MiB kept.\nftpx: note: to continue, run: ftpx get ftp://h/f\n", Err);

        Assert.Equal(5, await GetAsync(Finish(lost), "ftp://h/f", "--json"));
        Assert.Contains("\"message\":\"30.0 MiB of 100 MiB kept.\"", Out);
        Assert.Contains("\"message\":\"to continue, run: ftpx get ftp://h/f --json\"", Out);
    }

    [Fact]
    public async Task A_second_ctrl_C_gives_screen_and_taskbar_back_before_the_process_ends()
    {
        var screen = new Screen(82);
        Process.Terminal = screen.Console;
        Process.Variables["WT_SESSION"] = "7b7c7a1e";
        Process.IsWindows = true;
        await GetAsync(
            (_, events, _) =>
            {
                events.Report(new TransferEvent.Progress(TransferSamples.Snapshot()));
                Process.Stop!.Press();
                Assert.Equal(["1;45"], screen.Taskbar);
                Process.Time.Advance(StopSwitch.Together);
                Process.Stop.Press();
                Assert.Equal([130], Process.Exits);
                Assert.Equal(["1;45", "0;0"], screen.Taskbar);
                Assert.Equal("ftpx: note: stopping. Press Ctrl-C again to end at once.", screen.Text);
                return Task.FromResult(new TransferResult([TransferSamples.Failed(FailureKind.Cancelled)], TimeSpan.Zero));
            },
            "ftp://h/f");
        Assert.Single(Process.Exits);
    }

    [Fact]
    public async Task An_engine_that_answers_ctrl_C_with_its_exception_is_understood() => Assert.Equal(130, await GetAsync(
        (_, _, token) =>
        {
            Process.Stop!.Press();
            token.ThrowIfCancellationRequested();
            return null!;
        },
        "ftp://h/f"));

    [Fact]
    public async Task Quiet_prints_errors_only()
    {
        Assert.Equal(0, await GetAsync(Play(), "ftp://kim:x@h/f", "--quiet"));
        Assert.Equal("", Out + Err);
        Assert.Equal(3, await GetAsync(Finish(TransferSamples.Failed(FailureKind.NotFound)), "ftp://h/f", "--quiet"));
        Assert.NotEqual("", Err);
    }

    [Theory]
    [InlineData("plan progress warning result")]
    [InlineData("plan warning result", "--quiet")]
    [InlineData("plan", "--dry-run")]
    public async Task Json_puts_nothing_but_its_lines_on_standard_output_and_quiet_leaves_out_progress(string types, params string[] words)
    {
        Assert.Equal(0, await GetAsync(Play(), ["ftp://h/f", "--json", .. words]));
        Assert.Equal(types, string.Join(' ', JsonTypes()));
        Assert.Equal("", Err);
    }

    [Fact]
    public async Task A_dry_run_prints_the_plan_once_and_fetches_nothing()
    {
        Assert.Equal(0, await GetAsync(Throw(new InvalidOperationException("fetched")), "ftp://h/f", "--dry-run"));
        AssertPage("get-dry-run");
    }

    [Fact]
    public async Task A_renamed_file_is_reported_before_it_is_downloaded()
    {
        Process.IsWindows = true;
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/a:b%1B.bin", "ftp://h/c.bin", "--log-file", "log.txt"));
        Assert.StartsWith("ftpx: note: 'a:b\\x1B.bin' is stored as 'a%3Ab%1B.bin': the name is not safe on Windows.\n0:04 ", Err);
        Assert.Contains("renamed: 'a:b\\x1B.bin' is stored as", await ReadAsync("log.txt"));
    }

    [Fact]
    public async Task A_dry_run_and_JSON_report_the_renamed_file_too()
    {
        Process.IsWindows = true;
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/a:b", "--dry-run"));
        Assert.Equal("ftpx: note: 'a:b' is stored as 'a%3Ab': the name is not safe on Windows.\n", Err);
        TakeOut();
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/a:b", "--json"));
        Assert.Equal(("warning", "renamed"), (JsonOut[0].GetProperty("type").GetString(), JsonOut[0].GetProperty("kind").GetString()));
        Assert.Single(ErrLines);
    }

    [Fact]
    public async Task A_lost_terminal_or_pipe_does_not_end_the_transfer_but_is_no_success()
    {
        using var lost = new LostWriter("Input/output error");
        var runner = new GetRunner(Process.Value with { Out = lost, Err = lost }, Calls(Play()));
        Assert.Equal(10, await runner.RunAsync(new GetOptions { Addresses = ["ftp://h/f"], LogFile = "log.txt" }));
        Assert.Contains("verified by XSHA256", await ReadAsync("log.txt"));
        Assert.Equal(1, lost.Writes);
    }

    [Fact]
    public async Task The_trace_has_time_connection_and_direction()
    {
        await GetAsync(
            (request, _, _) =>
            {
                request.Trace!(new FtpTraceLine(1, FromServer: true, "220 hello"));
                request.Trace!(new FtpTraceLine(2, FromServer: false, "PASS ***"));
                return Task.FromResult(new TransferResult([TransferSamples.Done()], TimeSpan.Zero));
            },
            "ftp://h/f", "--trace", "t.txt");
        Assert.Equal(
            ["2026-01-02T03:04:05.000+00:00 #1 < 220 hello", "2026-01-02T03:04:05.000+00:00 #2 > PASS ***"],
            await File.ReadAllLinesAsync(PathOf("t.txt")));
    }

    [Fact]
    public async Task A_log_of_an_earlier_day_is_rotated_and_a_log_of_today_is_appended_to()
    {
        var now = Process.Time.GetUtcNow().UtcDateTime;
        Process.Write("log.txt", "earlier\n");
        File.SetLastWriteTimeUtc(PathOf("log.txt"), now.AddDays(-2));
        for (var run = 0; run < 2; run++)
        {
            Assert.Equal(0, await GetAsync(Play(), "ftp://h/f", "--overwrite", "--log-file", "log.txt"));
            File.SetLastWriteTimeUtc(PathOf("log.txt"), now);
        }
        Assert.Equal("earlier\n", await ReadAsync($"log-{now.AddDays(-2):yyyyMMdd}.txt"));
        Assert.Equal(2, Regex.Count(await ReadAsync("log.txt"), "Done ftp"));
    }

    [Fact]
    public async Task Ten_logs_are_kept()
    {
        var now = Process.Time.GetUtcNow().UtcDateTime;
        for (var day = 12; day > 0; day--)
        {
            Process.Write("log.txt", $"{day}\n");
            File.SetLastWriteTimeUtc(PathOf("log.txt"), now.AddDays(-day));
            Assert.Equal(0, await GetAsync(Play(), "ftp://h/f", "--overwrite", "--log-file", "log.txt"));
            File.Delete(PathOf("log.txt"));
        }
        var left = Directory.GetFiles(Process.Folder, "log-*.txt").Order(StringComparer.Ordinal).Select(File.ReadAllText);
        Assert.Equal(Enumerable.Range(1, 9).Reverse().Select(day => $"{day}\n"), left);
    }

    [Fact]
    public async Task The_log_has_plan_notice_and_result_and_no_secret()
    {
        await GetAsync(Play(), "ftp://kim:secret@h/f", "--log-file", "log.txt");
        var log = await ReadAsync("log.txt");
        string[] parts = ["Planned ftp://ftp.example.org:21/pub/big.bin to /data/big.bin", "server_limit: 421 for\\x1B 3", "verified by XSHA256"];
        Assert.All(parts, part => Assert.Contains(part, log));
        Assert.DoesNotMatch("s[e3]cret", log);
    }

    [Fact]
    public async Task The_log_has_decisions_and_of_a_stream_only_its_stalls()
    {
        var streamEvents = Enum.GetValues<StreamEventKind>().Select(kind => new TransferEvent.Happened(new StreamEvent(TimeSpan.FromSeconds(1), 2, kind, "big.bin", 0, 10, $"{kind} text\u001b.")));
        await GetAsync(Report([new TransferEvent.Decided(TransferSamples.Decision()), .. streamEvents], TransferSamples.Done()), "ftp://h/f", "--log-file", "log.txt");
        var log = await ReadAsync("log.txt");
        Assert.Contains("Streams: 4 to 8 streams at 11.0 MiB/s: Goodput grew by 80 %.", log);
        Assert.Contains("Stream 3 receives nothing or too little, and its range of big.bin from byte 0 is reassigned: Stalled text\\x1B.", log);
        Assert.Single(Regex.Matches(log, "Stream [0-9]"));
    }
}
