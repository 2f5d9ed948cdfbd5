using System.Text.Json;
using System.Text.RegularExpressions;
using Accelerator.Cli.Commands;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Commands;

/// <summary>Whole command lines, with an engine that answers as it is told.</summary>
public sealed class GetRunnerTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private TransferRequest? _request;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task A_file_in_place_is_one_line_on_standard_output_and_exit_code_0()
    {
        Assert.Equal(0, await GetAsync(Finish(Samples.Done()), "ftp://h/f"));
        Assert.Equal("big.bin: 100 MiB in 10.0 s, 10.0 MiB/s (83.9 Mbit/s), 8 streams, proven by seams.\n", _process.Out.ToString());
        Assert.Equal("", _process.Err.ToString());
    }

    [Theory]
    [InlineData(FailureKind.NotFound, 3)]
    [InlineData(FailureKind.Verification, 9)]
    public async Task A_failure_is_the_engines_sentence_on_standard_error_and_its_exit_code(FailureKind kind, int code)
    {
        Assert.Equal(code, await GetAsync(Finish(Samples.Failed(kind)), "ftp://h/f"));
        Assert.Equal("ftpx: RETR pub/big.bin at ftp.example.org:21: 550 No such file.\n", _process.Err.ToString());
        Assert.Equal("", _process.Out.ToString());
    }

    [Fact]
    public async Task Some_files_of_several_are_exit_code_12() =>
        Assert.Equal(12, await GetAsync(Finish(Samples.Done(), Samples.Failed(FailureKind.NotFound)), "ftp://h/f", "ftp://h/g"));

    [Fact]
    public async Task An_exception_of_the_engine_with_a_kind_has_that_kinds_code()
    {
        Assert.Equal(4, await GetAsync((_, _, _) => throw new TransferException(FailureKind.Login, "530 for\u001b you."), "ftp://h/f"));
        Assert.Equal("ftpx: 530 for\\x1B you.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_defect_is_exit_code_70_and_asks_for_a_report()
    {
        Assert.Equal(70, await GetAsync((_, _, _) => throw new InvalidOperationException("boom\u001b"), "ftp://h/f", "--log-file", "log.txt"));
        Assert.StartsWith("ftpx: this is a defect in ftpx itself; please report it with these lines:\n  System.InvalidOperationException: boom\\x1B\n", _process.Err.ToString());
        Assert.Contains("System.InvalidOperationException", await ReadLogAsync());
    }

    [Fact]
    public async Task Wrong_words_never_reach_the_engine()
    {
        Assert.Equal(2, await GetAsync(Finish(Samples.Done()), "ftp://h/f", "--output", "missing/"));
        Assert.Null(_request);
        Assert.Equal("ftpx: The output folder missing/ does not exist: create it first.\n", _process.Err.ToString());
    }

    [Theory]
    [InlineData("--trace", "The trace cannot be written: ")]
    [InlineData("--log-file", "The log cannot be written: ")]
    public async Task A_file_that_cannot_be_written_stops_before_the_engine(string option, string sentence)
    {
        Assert.Equal(2, await GetAsync(Finish(Samples.Done()), "ftp://h/f", option, "missing/file"));
        Assert.Null(_request);
        Assert.StartsWith($"ftpx: {sentence}", _process.Err.ToString());
    }

    [Fact]
    public async Task Ctrl_C_stops_the_engine_and_says_how_to_go_on()
    {
        var code = await GetAsync(
            (_, events, token) =>
            {
                _process.Stop!.Press();
                Assert.True(token.IsCancellationRequested);
                var stopped = Samples.Failed(FailureKind.Cancelled, canResume: true) with { Message = "Stopped." };
                events.Report(new TransferEvent.Finished(stopped));
                return Task.FromResult(new TransferResult([stopped], TimeSpan.Zero));
            },
            "ftp://kim:secret@h/f", "--streams", "4", "-o", "my file");

        Assert.Equal(130, code);
        Assert.Contains("ftpx: stopping; what has arrived is kept. Ctrl-C again ends at once.\n", _process.Err.ToString());
        Assert.EndsWith("ftpx: to continue: ftpx get ftp://kim:***@h/f --streams 4 -o 'my file'\n", _process.Err.ToString());
        Assert.DoesNotContain("secret", _process.Err.ToString());
        Assert.Empty(_process.Exits);
    }

    [Fact]
    public async Task After_a_lost_network_it_says_how_much_is_kept_and_how_to_go_on()
    {
        var lost = Samples.Failed(FailureKind.Network, canResume: true) with { BytesKept = 30 * Samples.MiB };
        Assert.Equal(5, await GetAsync(Finish(lost), "ftp://h/f"));
        Assert.EndsWith("\nftpx: 30.0 MiB of 100 MiB are kept.\nftpx: to continue: ftpx get ftp://h/f\n", _process.Err.ToString());

        Assert.Equal(5, await GetAsync(Finish(lost), "ftp://h/f", "--json"));
        Assert.Contains("\"message\":\"30.0 MiB of 100 MiB are kept.\"", _process.Out.ToString());
        Assert.Contains("\"message\":\"to continue: ftpx get ftp://h/f --json\"", _process.Out.ToString());
    }

    [Fact]
    public async Task A_second_ctrl_C_gives_screen_and_taskbar_back_before_the_process_ends()
    {
        var screen = new Screen(82);
        _process.Terminal = screen.Console;
        _process.Variables["WT_SESSION"] = "7b7c7a1e";
        _process.IsWindows = true;
        await GetAsync(
            (_, events, _) =>
            {
                events.Report(new TransferEvent.Progress(Samples.Snapshot()));
                _process.Stop!.Press();
                Assert.Equal(["1;45"], screen.Taskbar);
                _process.Stop.Press();
                Assert.Equal([130], _process.Exits);
                Assert.Equal(["1;45", "0;0"], screen.Taskbar);
                Assert.Equal("ftpx: stopping; what has arrived is kept. Ctrl-C again ends at once.", screen.Text);
                return Task.FromResult(new TransferResult([Samples.Failed(FailureKind.Cancelled)], TimeSpan.Zero));
            },
            "ftp://h/f");
        Assert.Single(_process.Exits);
    }

    [Fact]
    public async Task An_engine_that_answers_ctrl_C_with_its_exception_is_understood()
    {
        var code = await GetAsync(
            (_, _, token) =>
            {
                _process.Stop!.Press();
                token.ThrowIfCancellationRequested();
                return null!;
            },
            "ftp://h/f");
        Assert.Equal(130, code);
    }

    [Fact]
    public async Task Quiet_prints_errors_only()
    {
        Assert.Equal(0, await GetAsync(Play(), "ftp://kim:x@h/f", "--quiet"));
        Assert.Equal("", _process.Out.ToString() + _process.Err);
        Assert.Equal(3, await GetAsync(Finish(Samples.Failed(FailureKind.NotFound)), "ftp://h/f", "--quiet"));
        Assert.NotEqual("", _process.Err.ToString());
    }

    [Fact]
    public async Task Json_puts_nothing_but_its_lines_on_standard_output()
    {
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/f", "--json"));
        Assert.Equal(["plan", "progress", "warning", "result"], Types());
        Assert.Equal("", _process.Err.ToString());
    }

    [Fact]
    public async Task Json_with_quiet_leaves_out_progress()
    {
        await GetAsync(Play(), "ftp://h/f", "--json", "--quiet");
        Assert.Equal(["plan", "warning", "result"], Types());
    }

    [Fact]
    public async Task A_dry_run_prints_the_plan_once_and_fetches_nothing()
    {
        Assert.Equal(0, await GetAsync((_, _, _) => throw new InvalidOperationException("fetched"), "ftp://h/f", "--dry-run"));
        Assert.Equal(
            """
            ftp://ftp.example.org:21/pub/big.bin
              target    /data/big.bin
              size      104857600 bytes (100 MiB)
              modified  2026-11-20 05:37:00 UTC
              resume    starts at the first byte
              streams   2 to start with, at most 8
              verify    a hash where it is cheap, else lengths and seams; the server offers
                        XSHA256, XCRC
              writes    past the page cache, in multiples of 4096 bytes, where the disk can
              memory    at most 96.0 MiB of buffers, for all streams and files together
              ranges    [0, 52428800)  50.0 MiB
                        [52428800, 104857600)  50.0 MiB

            """,
            _process.Out.ToString(),
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task A_dry_run_in_json_is_one_plan_line()
    {
        await GetAsync(Play(), "ftp://h/f", "--dry-run", "--json");
        Assert.Equal(["plan"], Types());
    }

    [Fact]
    public async Task A_file_with_another_name_here_is_told_of_before_it_is_fetched()
    {
        _process.IsWindows = true;
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/a:b%1B.bin", "ftp://h/c.bin", "--log-file", "log.txt"));
        Assert.StartsWith("ftpx: 'a:b\\x1B.bin' is stored as 'a%3Ab%1B.bin': the name is not safe on Windows.\n0:04 ", _process.Err.ToString());
        Assert.Contains("renamed: 'a:b\\x1B.bin' is stored as", await ReadLogAsync());
    }

    [Fact]
    public async Task A_dry_run_tells_of_it_too()
    {
        _process.IsWindows = true;
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/a:b", "--dry-run"));
        Assert.Equal("ftpx: 'a:b' is stored as 'a%3Ab': the name is not safe on Windows.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task In_json_it_is_a_warning_of_its_own_kind()
    {
        _process.IsWindows = true;
        Assert.Equal(0, await GetAsync(Play(), "ftp://h/a:b", "--json"));
        var line = JsonDocument.Parse(_process.Out.ToString().Split('\n')[0]).RootElement;
        Assert.Equal(("warning", "renamed"), (line.GetProperty("type").GetString(), line.GetProperty("kind").GetString()));
        Assert.Equal("", _process.Err.ToString());
    }

    [Fact]
    public async Task A_lost_terminal_or_pipe_does_not_end_the_transfer_but_is_no_success()
    {
        var calls = new TransferCalls(Play(), null!);
        using var lost = new LostWriter();
        var runner = new GetRunner(_process.Value with { Out = lost, Err = lost }, calls);
        Assert.Equal(10, await runner.RunAsync(new GetOptions { Addresses = ["ftp://h/f"], LogFile = "log.txt" }));
        Assert.Contains("proven by seams", await ReadLogAsync());
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
                return Task.FromResult(new TransferResult([Samples.Done()], TimeSpan.Zero));
            },
            "ftp://h/f", "--trace", "t.txt");
        Assert.Equal(
            ["2026-01-02T03:04:05.000+00:00 #1 < 220 hello", "2026-01-02T03:04:05.000+00:00 #2 > PASS ***"],
            await File.ReadAllLinesAsync(Path.Combine(_process.Folder, "t.txt")));
    }

    [Fact]
    public async Task The_log_has_plan_notice_and_result_and_no_secret()
    {
        await GetAsync(Play(), "ftp://kim:secret@h/f", "--log-file", "log.txt");
        var log = await ReadLogAsync();
        Assert.Contains("Planned ftp://ftp.example.org:21/pub/big.bin to /data/big.bin", log);
        Assert.Contains("server_limit: 421 for\\x1B 3", log);
        Assert.Contains("proven by seams", log);
        Assert.DoesNotContain("secret", log);
        Assert.DoesNotContain("s3cret", log);
    }

    [Fact]
    public async Task The_log_has_decisions_and_of_a_stream_only_its_stalls()
    {
        await GetAsync(
            (_, events, _) =>
            {
                events.Report(new TransferEvent.Decided(Samples.Decision()));
                foreach (var kind in Enum.GetValues<StreamMomentKind>())
                    events.Report(new TransferEvent.Happened(new StreamMoment(TimeSpan.FromSeconds(1), 2, kind, "big.bin", 0, 10, $"{kind} text\u001b.")));
                return Task.FromResult(new TransferResult([Samples.Done()], TimeSpan.FromSeconds(1)));
            },
            "ftp://h/f", "--log-file", "log.txt");
        var log = await ReadLogAsync();
        Assert.Contains("Streams: 4 to 8 streams at 11.0 MiB/s: Goodput grew by 80 %.", log);
        Assert.Contains("Stream 3 is silent or crawls, and its range of big.bin from byte 0 on is given to another: Stalled text\\x1B.", log);
        Assert.Single(Regex.Matches(log, "Stream [0-9]"));
    }

    private static Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> Finish(params FileResult[] files) => (_, events, _) =>
    {
        foreach (var file in files) events.Report(new TransferEvent.Finished(file));
        return Task.FromResult(new TransferResult(files, TimeSpan.FromSeconds(1)));
    };

    private static Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> Play() => (_, events, _) =>
    {
        events.Report(new TransferEvent.Planned(Samples.Plan()));
        events.Report(new TransferEvent.Progress(Samples.Snapshot()));
        events.Report(new TransferEvent.Notice(NoticeKind.ServerLimit, "421 for\u001b 3"));
        events.Report(new TransferEvent.Finished(Samples.Done()));
        return Task.FromResult(new TransferResult([Samples.Done()], TimeSpan.FromSeconds(1)));
    };

    private Task<int> GetAsync(Func<TransferRequest, IProgress<TransferEvent>, CancellationToken, Task<TransferResult>> run, params string[] words)
    {
        var calls = new TransferCalls(
            (request, events, token) =>
            {
                _request = request;
                return run(request, events, token);
            },
            (_, events, _) =>
            {
                events.Report(new TransferEvent.Planned(Samples.Plan()));
                return Task.FromResult<IReadOnlyList<TransferPlan>>([Samples.Plan()]);
            });
        return FtpxCommand.RunAsync(["get", .. words], _process.Value, new Verbs(
            new GetRunner(_process.Value, calls).RunAsync, _ => throw new InvalidOperationException("selftest ran"),
            _ => throw new InvalidOperationException("site ran")));
    }

    private string[] Types() =>
        [.. _process.Out.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement.GetProperty("type").GetString()!)];

    private Task<string> ReadLogAsync() => File.ReadAllTextAsync(Assert.Single(Directory.GetFiles(_process.Folder, "log*.txt")));

    /// <summary>The console of a terminal that was closed.</summary>
    private sealed class LostWriter : StringWriter
    {
        public int Writes { get; private set; }

        public override void WriteLine(string? value)
        {
            Writes++;
            throw new IOException("Input/output error");
        }
    }
}
