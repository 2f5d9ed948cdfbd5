using System.Text.Json;
using Accelerator.Cli.Commands;
using Accelerator.Engine.Probing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Loopback;

namespace Accelerator.Cli.Tests.Commands;

public sealed class ProbeVerbTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private ProbeRequest? _asked;

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task The_words_become_a_request()
    {
        Assert.Equal(0, await RunAsync("ftp://kim@h/f", "--streams", "8", "--time-limit", "20", "--active", "--timeout-stall", "3", "--netrc", _process.Write("netrc", "machine h login kim password p")));
        Assert.Equal((8, TimeSpan.FromSeconds(20), true, _process.Folder), (_asked!.MostStreams, _asked.TimeLimit, _asked.ActiveMode, _asked.Folder));
        Assert.Equal(new FtpCredential("kim", "p"), _asked.Source.Credential);
        Assert.Equal(TimeSpan.FromSeconds(3), _asked.Timeouts.Stall);
    }

    [Fact]
    public async Task Without_options_it_is_a_minute_and_sixteen_streams()
    {
        await RunAsync("ftp://h/f");
        Assert.Equal((16, TimeSpan.FromSeconds(60)), (_asked!.MostStreams, _asked.TimeLimit));
    }

    [Fact]
    public async Task It_says_first_what_it_loads_then_what_it_measures_and_prints_the_page()
    {
        Assert.Equal(0, await RunAsync("ftp://h/f"));
        var said = _process.Err.ToString().Split('\n');
        Assert.Equal("Probing ftp://h:21/f: at most 1:00.", said[0]);
        Assert.Equal("ftpx: 1 stream: 5.38 MiB/s", said[5]);
        Assert.Contains("\n  Use:  ftpx get --streams 6 ftp://h/f\n", _process.Out.ToString());
    }

    [Fact]
    public async Task Quiet_prints_the_page_alone()
    {
        await RunAsync("ftp://h/f", "--quiet");
        Assert.Equal("", _process.Err.ToString());
        Assert.StartsWith("ftp://ftp.example.org:21/pub/big.bin\n", _process.Out.ToString());
    }

    [Fact]
    public async Task Json_is_one_line()
    {
        await RunAsync("ftp://h/f", "--json");
        var json = JsonDocument.Parse(Assert.Single(_process.Out.ToString().TrimEnd().Split('\n'))).RootElement;
        Assert.Equal(("probe", "connections", "server_window"), (Text(json, "type"), Text(json, "limit"), Text(json, "stream_limit")));
        Assert.Equal("ftpx get --streams 6 ftp://h/f", Text(json, "command"));
        Assert.Equal(0.1862, json.GetProperty("round_trip_seconds").GetDouble());
    }

    [Theory]
    [InlineData("--dry-run")]
    [InlineData("--dry-run", "--json")]
    public async Task A_dry_run_prints_the_plan_and_asks_nobody(params string[] words)
    {
        Assert.Equal(0, await RunAsync(["ftp://h/f", .. words]));
        Assert.Null(_asked);
        Assert.Contains(words.Length == 1 ? "at most 17 sessions" : "\"max_sessions\":17", _process.Out.ToString());
    }

    [Theory]
    [InlineData(FailureKind.NotFound, 3)]
    [InlineData(FailureKind.ServerLimit, 6)]
    public async Task A_failure_is_a_sentence_and_its_exit_code(FailureKind kind, int code)
    {
        Assert.Equal(code, await RunAsync(["ftp://h/f", "--quiet"], (_, _, _) => throw new TransferException(kind, "It\u001b failed.")));
        Assert.Equal(("", "ftpx: It\\x1B failed.\n"), (_process.Out.ToString(), _process.Err.ToString()));
    }

    [Fact]
    public async Task Ctrl_C_stops_it_without_a_page()
    {
        var code = await RunAsync(["ftp://h/f"], (_, _, token) =>
        {
            _process.Stop!.Press();
            token.ThrowIfCancellationRequested();
            return null!;
        });
        Assert.Equal((130, ""), (code, _process.Out.ToString()));
    }

    [Fact]
    public async Task An_output_that_is_gone_is_no_defect()
    {
        var process = _process.Value with { Out = new LostWriter(), Err = new LostWriter() };
        var verb = new ProbeVerb(process, (_, progress, _) =>
        {
            progress.Report(ProbeSamples.Report().Steps[0]);
            return Task.FromResult(ProbeSamples.Report());
        });
        Assert.Equal(10, await verb.RunAsync(new ProbeOptions { Get = new GetOptions { Addresses = ["ftp://h/f"], Words = ["probe", "ftp://h/f"] } }));
    }

    [Theory]
    [InlineData("No such folder", "ftp://h/f", "-o", "missing")]
    [InlineData("\"0\" is not a number of streams", "ftp://h/f", "--streams", "0")]
    [InlineData("\"auto\" is no number", "ftp://h/f", "--streams", "auto")]
    [InlineData("is not an FTP address", "http://h/f")]
    [InlineData("is a directory", "ftp://h/dir/")]
    [InlineData("Required argument missing")]
    [InlineData("Unrecognized command or argument", "ftp://h/f", "ftp://h/g")]
    public async Task Wrong_words_are_one_sentence_and_nothing_is_asked(string part, params string[] words)
    {
        Assert.Equal(2, await RunAsync(words));
        Assert.Contains(part == "No such folder" ? "missing does not exist" : part, _process.Err.ToString());
        Assert.Null(_asked);
    }

    [Theory]
    [InlineData(6, "ftpx get --streams 6 ftp://h/f -o /data --active", "probe", "ftp://h/f", "-o", "/data", "--streams", "32", "--active", "--json", "--time-limit", "20", "--trace", "x")]
    [InlineData(null, "ftpx get 'ftp://kim:***@h/a b'", "probe", "--quiet", "ftp://kim:secret@h/a b")]
    public void The_command_to_use_has_the_words_that_get_knows(int? streams, string command, params string[] words) =>
        Assert.Equal(command, ProbeHint.For(words, streams, windows: false));

    [Fact]
    public async Task The_real_engine_measures_a_server()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 4_000_000 } });
        server.Files.AddSynthetic("/big.bin", 1L << 30);
        var process = _process.Value with { Time = TimeProvider.System };
        Assert.Equal(0, await FtpxCommand.RunAsync(["probe", server.UrlOf("/big.bin"), "--streams", "2", "--trace", "trace.txt"], process));
        Assert.Contains($"\n  Use:  ftpx get --streams 2 {server.UrlOf("/big.bin")}\n", _process.Out.ToString());
        Assert.Equal(3, server.Log.ControlConnectionsOpened);
        Assert.Equal(["trace.txt"], Directory.GetFileSystemEntries(_process.Folder).Select(Path.GetFileName));
        Assert.Contains("> NOOP", await File.ReadAllTextAsync(Path.Combine(_process.Folder, "trace.txt")));
    }

    private static string? Text(JsonElement json, string name) => json.GetProperty(name).GetString();

    private Task<int> RunAsync(params string[] words) => RunAsync(words, (_, progress, _) =>
    {
        var report = ProbeSamples.Report();
        foreach (var step in report.Steps) progress.Report(step);
        return Task.FromResult(report);
    });

    private Task<int> RunAsync(string[] words, Func<ProbeRequest, IProgress<ProbeStep>, CancellationToken, Task<ProbeReport>> runAsync) =>
        FtpxCommand.RunAsync(["probe", .. words], _process.Value, new Verbs(null!, null!, null!)
        {
            Probe = options => new ProbeVerb(_process.Value, (request, progress, token) =>
            {
                _asked = request;
                return runAsync(request, progress, token);
            }).RunAsync(options),
        });

    private sealed class LostWriter : StringWriter
    {
        public override void WriteLine(string? value) => throw new IOException("Broken pipe.");

        public override Task WriteLineAsync(string? value) => throw new IOException("Broken pipe.");
    }
}
