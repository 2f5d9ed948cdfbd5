using Accelerator.Cli.Tests.Service;

namespace Accelerator.Cli.Tests.Commands;

public sealed class ProbeVerbTests : CommandLineFixture
{
    private ProbeRequest? _asked;

    [Fact]
    public async Task The_arguments_become_a_request()
    {
        Assert.Equal(0, await RunAsync("ftp://kim@h/f", "--streams", "8", "--time-limit", "20", "--active", "--timeout-stall", "3", "--netrc", Process.Write("netrc", "machine h login kim password p")));
        Assert.Equal((8, TimeSpan.FromSeconds(20), true, Process.Folder), (_asked!.MostStreams, _asked.TimeLimit, _asked.ActiveMode, _asked.Folder));
        Assert.Equal(new FtpCredential("kim", "p"), _asked.Source.Credential);
        Assert.Equal(TimeSpan.FromSeconds(3), _asked.Timeouts.Stall);
    }

    [Fact]
    public async Task The_planned_load_is_printed_first_then_each_measurement_then_the_page()
    {
        Assert.Equal(0, await RunAsync("ftp://h/f"));
        Assert.Equal((16, TimeSpan.FromSeconds(60)), (_asked!.MostStreams, _asked.TimeLimit));
        Assert.Equal("Probing ftp://h:21/f: at most 1:00.", ErrLines[0]);
        Assert.Equal("1 stream: 5.38 MiB/s", ErrLines[5]);
        Assert.Contains("\n  Use:  ftpx get --streams 6 ftp://h/f\n", Out);
    }

    [Fact]
    public async Task Quiet_prints_the_page_alone()
    {
        await RunAsync("ftp://h/f", "--quiet");
        Assert.Equal("", Err);
        Assert.StartsWith("ftp://ftp.example.org:21/pub/big.bin\n", Out);
    }

    [Fact]
    public async Task Json_is_one_line()
    {
        await RunAsync("ftp://h/f", "--json");
        var json = Assert.Single(JsonOut);
        Assert.Equal(("probe", "connections", "server_window"), (Text(json, "type"), Text(json, "limit"), Text(json, "stream_limit")));
        Assert.Equal("ftpx get --streams 6 ftp://h/f", Text(json, "command"));
        Assert.Equal(0.1862, json.GetProperty("round_trip_seconds").GetDouble());
    }

    [Theory]
    [InlineData("--dry-run")]
    [InlineData("--dry-run", "--json")]
    public async Task A_dry_run_prints_the_plan_without_probing(params string[] words)
    {
        Assert.Equal(0, await RunAsync(["ftp://h/f", .. words]));
        Assert.Null(_asked);
        Assert.Contains(words.Length == 1 ? "at most 17 sessions" : "\"max_sessions\":17", Out);
    }

    [Theory]
    [InlineData(FailureKind.NotFound, 3)]
    [InlineData(FailureKind.ServerLimit, 6)]
    public async Task A_failure_gives_one_message_and_its_exit_code(FailureKind kind, int code) => Assert.Equal(
        (code, "", "ftpx: error: It\\x1B failed.\n"), (await RunAsync(["ftp://h/f", "--quiet"], (_, _, _) => throw new TransferException(kind, "It\u001b failed.")), Out, Err));

    [Fact]
    public async Task A_failure_has_a_line_of_json()
    {
        Assert.Equal(3, await RunAsync(["ftp://h/f", "--json", "--quiet"], (_, _, _) => throw new TransferException(FailureKind.NotFound, "No.")));
        Assert.Equal(("probe_problem", "not_found", "No."), (Text(JsonOut[0], "type"), Text(JsonOut[0], "failure"), Text(JsonOut[0], "message")));
    }

    [Fact]
    public async Task Ctrl_C_stops_it_without_a_page() => Assert.Equal((130, ""), (await RunAsync(["ftp://h/f"], (_, _, token) =>
    {
        Process.Stop!.Press();
        token.ThrowIfCancellationRequested();
        return null!;
    }), Out));

    [Fact]
    public async Task A_closed_output_is_not_an_internal_error()
    {
        var process = Process.Value with { Out = new LostWriter("Broken pipe."), Err = new LostWriter("Broken pipe.") };
        var verb = new ProbeCommandRunner(process, (_, progress, _) =>
        {
            progress.Report(ProbeReportSamples.Report().Steps[0]);
            return Task.FromResult(ProbeReportSamples.Report());
        });
        Assert.Equal(10, await verb.RunAsync(new ProbeOptions { Address = "ftp://h/f", Words = ["probe", "ftp://h/f"] }));
    }

    [Theory]
    [InlineData("No such folder", "ftp://h/f", "-o", "missing")]
    [InlineData("\"0\" is not a number of streams", "ftp://h/f", "--streams", "0")]
    [InlineData("\"auto\" is not a number", "ftp://h/f", "--streams", "auto")]
    [InlineData("is not an FTP URL", "http://h/f")]
    [InlineData("missing argument: URL.")]
    [InlineData("unexpected argument \"ftp://h/g\".", "ftp://h/f", "ftp://h/g")]
    public async Task Invalid_arguments_give_one_message_and_nothing_is_sent(string part, params string[] words)
    {
        Assert.Equal(2, await RunAsync(words));
        Assert.Contains(part == "No such folder" ? "missing does not exist" : part, Err);
        Assert.Null(_asked);
    }

    [Fact]
    public async Task A_folder_cannot_be_measured_as_a_file()
    {
        Assert.Equal((int)ExitCodes.NotFound, await RunAsync("ftp://h/dir/"));
        Assert.Contains("ftp://h:21/dir/ is a folder, not a file.", Err);
        Assert.Null(_asked);
    }

    [Theory]
    [InlineData(6, "ftpx get --streams 6 ftp://h/f -o /data --active", "probe", "ftp://h/f", "-o", "/data", "--streams", "32", "--active", "--json", "--time-limit", "20", "--trace", "x")]
    [InlineData(null, "ftpx get 'ftp://kim:***@h/a b'", "probe", "--quiet", "ftp://kim:secret@h/a b")]
    public void The_suggested_command_has_the_arguments_that_get_accepts(int? streams, string command, params string[] words) =>
        Assert.Equal(command, ProbeHint.For(words, streams, windows: false));

    [Fact]
    public async Task The_real_engine_measures_a_server()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 4_000_000 } });
        server.Files.AddSynthetic("/big.bin", 1L << 30);
        Assert.Equal(0, await FtpxAsync(["probe", server.UrlOf("/big.bin"), "--streams", "2", "--trace", "trace.txt"], process: RealTime));
        Assert.Contains($"\n  Use:  ftpx get {server.UrlOf("/big.bin")}\n", Out);
        Assert.Equal(3, server.Log.ControlConnectionsOpened);
        AssertFiles("trace.txt");
        Assert.Contains("> NOOP", await ReadAsync("trace.txt"));
    }

    [Theory]
    [InlineData("probe", "--history", "passes", "--since", "2d")]
    [InlineData("service", "measurements", "passes", "--since", "2d")]
    public async Task The_history_is_what_the_service_has_measured(params string[] words)
    {
        var asked = "";
        await using var service = new ServedControl(Process.Folder, [new("measurements", "", (request, reply, token) =>
        {
            asked = $"{request.OptionalText("server")} {request.OptionalText("since")}";
            return reply.SayAsync("measurement", new PathMeasurement
            {
                Server = "svalbard", Node = "n1", At = Process.Time.GetUtcNow(), Kind = PathMeasurement.Probe, Streams = 8, Rate = 100 << 20, StreamRate = 13 << 20, RoundTrip = 80.5, Bytes = 500 << 20, Seconds = 5,
            }, ControlJson.Default.PathMeasurement, token);
        })]);
        Assert.Equal(0, await FtpxAsync([.. words, "--data", Process.Folder]));
        Assert.Equal("passes 2025-12-31T03:04:05.0000000Z", asked);
        AssertOut(
            """
            time                 server    node  from   goodput    streams  per stream  round trip  out of order  bytes
            2026-01-02 03:04:05  svalbard  n1    probe  100 MiB/s  8        13.0 MiB/s  80.5 ms     -             500 MiB

            """);
        TakeOut();
        Assert.Equal(0, await FtpxAsync([.. words, "--data", Process.Folder, "--json"]));
        Assert.Equal(("measurement", "svalbard"), (Text(JsonOut[0], "type"), Text(JsonOut[0], "server")));
    }

    [Theory]
    [InlineData("ftp://h/f", "--history", "--dry-run")]
    [InlineData("ftp://h/f", "--since", "2d")]
    [InlineData("ftp://h/f", "--data", "d")]
    public async Task A_history_and_a_measurement_have_options_of_their_own(params string[] words)
    {
        Assert.Equal((int)ExitCodes.Usage, await RunAsync(words));
        Assert.Null(_asked);
    }

    [Fact]
    public async Task Without_a_service_there_is_no_history()
    {
        Assert.Equal((int)ExitCodes.Service, await FtpxAsync(["probe", "--history", "passes", "--data", Process.Folder]));
        Assert.Contains("ftpx: note: ", Err);
    }

    private static string? Text(JsonElement json, string name) => json.GetProperty(name).GetString();

    private Task<int> RunAsync(params string[] words) => RunAsync(words, (_, progress, _) =>
    {
        var report = ProbeReportSamples.Report();
        foreach (var step in report.Steps) progress.Report(step);
        return Task.FromResult(report);
    });

    private Task<int> RunAsync(string[] words, Func<ProbeRequest, IProgress<ProbeStep>, CancellationToken, Task<ProbeReport>> runAsync)
    {
        var verb = new ProbeCommandRunner(Process.Value, (request, progress, token) =>
        {
            _asked = request;
            return runAsync(request, progress, token);
        });
        return FtpxAsync(["probe", .. words], new ProbeCommand(verb.RunAsync));
    }
}
