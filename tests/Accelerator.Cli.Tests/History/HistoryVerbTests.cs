using Accelerator.Cli.Tests.Fxp;

namespace Accelerator.Cli.Tests.History;

/// <summary><c>ftpx history</c>, and the commands whose files it shows, against a server in this process.</summary>
public sealed class HistoryVerbTests : LoopbackFixture
{
    private readonly OptionFixture<HistoryOptions> _history = new(work => new HistoryCommand(work));

    public HistoryVerbTests()
    {
        Process.Variables["XDG_DATA_HOME"] = Process.Folder;
        Process.Variables["LOCALAPPDATA"] = Process.Folder;
        foreach (var name in (string[])["a.nc", "b.nc"]) Server.Files.AddText($"/pass/{name}", $"content of {name}");
    }

    public static TheoryData<string, object> Words => new()
    {
        { "", new HistoryOptions() },
        { "--since 7d --failed --limit 9 -l", new HistoryOptions { Since = new PointInTime(null, TimeSpan.FromDays(7)), Failed = true, Limit = 9, Long = true } },
        { "--since 2026-11-20 --json", new HistoryOptions { Since = new PointInTime(new DateTimeOffset(2026, 11, 20, 0, 0, 0, TimeSpan.Zero), default), Json = true } },
        { "--clear", new HistoryOptions { Clear = true } },
    };

    private string Place => PathOf(OperatingSystem.IsWindows() ? "Accelerator" : "accelerator", "history.db");

    public override void Dispose()
    {
        _history.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Words))]
    public async Task Each_option_sets_its_value(string words, object options) => Assert.Equal(options, await _history.ParseAsync(words.Split(' ', StringSplitOptions.RemoveEmptyEntries)));

    [Theory]
    [InlineData("--limit 0", "--limit: \"0\" is not a number of files: use 1 to 100000.")]
    [InlineData("--clear --json", "--clear deletes the whole history and shows nothing: omit the other options.")]
    public async Task Invalid_arguments_are_refused(string words, string sentence)
    {
        Assert.Equal(2, await RunAsync(["history", .. words.Split(' ')]));
        Assert.StartsWith($"ftpx: error: {sentence}\n", Err);
    }

    [Fact]
    public async Task Each_downloaded_or_failed_file_has_a_line_and_an_already_present_file_has_none()
    {
        Assert.Equal(0, await GetAsync("pass/a.nc"));
        Assert.Equal(0, await GetAsync("pass/a.nc"));
        Assert.Equal(0, await RunAsync("mirror", "--no-site-memory", Url("pass"), "copy"));
        Assert.Equal(3, await GetAsync("pass/none"));
        Assert.Equal(0, await GetAsync("pass/b.nc", "--dry-run"));
        TakeOut();
        Assert.Equal(0, await RunAsync("history", "--json"));
        Assert.Equal(["get", "mirror", "mirror", "get"], JsonOut.Select(line => line.GetProperty("command").GetString()));
        Assert.Equal((Url("pass/a.nc"), PathOf("a.nc"), 15, "consistency"), (JsonOut[3].GetProperty("source").GetString(), JsonOut[3].GetProperty("target").GetString(), JsonOut[3].GetProperty("bytes_fetched").GetInt32(), JsonOut[3].GetProperty("assurance").GetString()));
        Assert.Equal(("not_found", 3), (JsonOut[0].GetProperty("failure").GetString(), JsonOut[0].GetProperty("exit_code").GetInt32()));

        TakeOut();
        Assert.Equal(0, await RunAsync("history", "--failed", "--long", "--since", "1h"));
        Assert.Equal(3, OutLines.Length);
        Assert.Matches($@"^\d{{4}}-\d\d-\d\d \d\d:\d\d +- +- +- +exit 3 +{Regex.Escape(Url("pass/none"))}$", OutLines[1]);
        Assert.StartsWith($"    get to {PathOf("none")}: {Url("pass/none")} was not found: 550", OutLines[2]);
        TakeOut();
        Assert.Equal(0, await RunAsync("history", "--clear"));
        Assert.Equal(0, await RunAsync("history"));
        AssertOut("Deleted 4 files from the history.\nThe history is empty.\n");
    }

    [Theory]
    [InlineData("no", "{}", false)]
    [InlineData("OFF", "{}", false)]
    [InlineData(null, "{ \"history\": false }", false)]
    [InlineData("", "{}", true)]
    [InlineData("yes", "{ \"history\": false }", true)]
    public async Task One_setting_turns_it_off(string? variable, string configuration, bool isKept)
    {
        if (variable is not null) Process.Variables["FTPX_HISTORY"] = variable;
        Process.Variables["FTPX_CONFIG"] = Process.Write("config.json", configuration);
        Assert.Equal(0, await GetAsync("pass/a.nc"));
        Assert.Equal(isKept, File.Exists(Place));
        Assert.Equal(0, await RunAsync("history"));
        Assert.Equal(!isKept, Err.Contains("note: the history is off (FTPX_HISTORY, or \"history\" in the configuration file).", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_setting_that_is_neither_yes_nor_no_is_refused_before_anything_is_sent()
    {
        Process.Variables["FTPX_HISTORY"] = "never";
        Assert.Equal(2, await GetAsync("pass/a.nc"));
        Assert.StartsWith("ftpx: error: FTPX_HISTORY: \"never\" is neither yes nor no.", Err);
        Assert.Empty(Server.Log.Commands);
    }

    [Fact]
    public async Task A_history_that_cannot_be_written_gives_one_warning_and_the_files_are_downloaded()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Place)!);
        await File.WriteAllTextAsync(Place, new string('x', 5000));
        Assert.Equal(0, await GetAsync("pass/*.nc", "--json"));
        Assert.Equal("content of b.nc", await ReadAsync("b.nc"));
        Assert.Contains("could not be written: file is not a database.", Assert.Single(JsonOut, line => line.GetProperty("type").GetString() == "warning").GetProperty("message").GetString());
        Assert.Equal(10, await RunAsync("history"));
        Assert.Contains($"ftpx: error: The history {Place} could not be read: file is not a database.", Err);
    }

    [Fact]
    public void A_line_fits_a_terminal_of_80_columns_and_is_complete_elsewhere()
    {
        var source = "ftp://ftp.example.org/pub/passes/2026/11/23/station_west_20261123_2235.nc";
        HistoryRow[] rows = [HistorySamples.Fetched with { Source = source }, HistorySamples.Failed, HistorySamples.Copied];
        Assert.Equal(
            [
                "finished (UTC)        size  result  source",
                "2026-11-23 22:35   100 MiB  hash    ftp://ftp.example.org/pub/pa..261123_2235.nc",
                "2026-11-23 22:35         -  exit 3  ftp://ftp.example.org:21/pub/big.bin",
                "2026-11-23 22:35  8.00 MiB  match   ftp://a.example/out/a.bin",
            ],
            HistoryText.Lines(rows, isLong: false, 80));
        Assert.Equal("finished (UTC)        size        rate  result  source", HistoryText.Lines(rows[1..], isLong: false, 90).First());
        Assert.EndsWith(source, HistoryText.Lines(rows, isLong: false, width: null).ElementAt(1));
        Assert.Equal("    fxp to ftp://b.example/in/new/a.bin: 2.0 s, verified by size", HistoryText.Lines(rows, isLong: true, 80).Last());
    }

    [Fact]
    public void Two_servers_whose_names_differ_in_the_middle_do_not_look_equal_on_a_narrow_terminal()
    {
        HistoryRow Row(string server, string name) =>
            HistorySamples.Fetched with { Source = $"ftp://mirror-{server}.archive.example.org/pub/passes/2026/11/23/{name}_20261123_2235.nc" };
        foreach (var width in (int[])[60, 80, 100])
        {
            var shown = HistoryText.Lines([Row("east-1", "station_a"), Row("east-2", "station_b")], isLong: false, width).Skip(1).ToList();
            Assert.All(shown, line => Assert.InRange(line.Length, 1, width));
            if (width >= 80) Assert.Equal((true, true), (shown[0].Contains("t-1", StringComparison.Ordinal), shown[1].Contains("t-2", StringComparison.Ordinal)));
        }
    }

    [Fact]
    public void Files_that_were_not_begun_or_were_there_are_not_recorded()
    {
        var file = new HistoryFile(Place) { MostRows = 2 };
        var recorder = new HistoryRecorder("fxp", file, Process.Time);
        Assert.Null(recorder.Write());
        recorder.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.Cancelled) with { BytesFetched = 0 }));
        recorder.Report(new TransferEvent.Finished(TransferSamples.Done() with { WasThere = true }));
        recorder.Add(FxpSamples.There);
        Assert.Null(recorder.Write());
        Assert.False(File.Exists(Place));

        recorder.Report(new TransferEvent.Finished(TransferSamples.Done()));
        recorder.Report(new TransferEvent.Finished(TransferSamples.Failed(FailureKind.Cancelled)));
        recorder.Add(FxpSamples.Copied);
        Assert.Null(recorder.Write());
        Assert.Equal([0, 130], file.Read(null, false, 9).Select(row => row.ExitCode));
    }

    private Task<int> GetAsync(string path, params string[] words) => RunAsync(["get", "--no-site-memory", Url(path), .. words]);
}
