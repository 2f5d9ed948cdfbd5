namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx get</c> with patterns and the real engine, against a server in this process.</summary>
public sealed class GetPatternTests : LoopbackFixture
{
    public GetPatternTests() => Fill(Server);

    [Fact]
    public async Task What_matches_is_fetched_and_not_asked_for_again()
    {
        Assert.Equal(0, await GetAsync("pass/2026*/a*.nc c?nf"));
        Assert.Equal(["a_1.nc", "a_2.nc", "conf"], Fetched());
        Assert.Equal("1911", await ReadAsync("a_1.nc"));
        // The listings are those of the login folder, of pass (twice, to see whether MLSD honours its path), and of the two folders in it.
        Assert.Equal(5, Server.Log.CountOf("MLSD"));
        Assert.Equal(1, Server.Log.Retrievals.Count(transfer => transfer.Path == "/conf"));
    }

    [Fact]
    public async Task An_address_that_matches_nothing_has_failed_and_the_others_are_fetched()
    {
        Assert.Equal(12, await GetAsync("*.zip conf"));
        Assert.Equal(["conf"], Fetched());
        Assert.StartsWith($"ftpx: error: No file matches {Url("*.zip")}. Write *, ? and [ in a name as %2A, %3F and %5B.\n", Err);
        TakeOut();
        Assert.Equal(12, await GetAsync("*.zip conf", "--overwrite --json"));
        var failed = JsonOut.First(line => line.GetProperty("type").GetString() == "result");
        Assert.Equal(
            (Url("*.zip"), "", "not_found", 3),
            (failed.GetProperty("source").GetString(), failed.GetProperty("target").GetString(), failed.GetProperty("failure").GetString(), failed.GetProperty("exit_code").GetInt32()));
    }

    [Theory]
    [InlineData("*.zip", 3, "No file matches")]
    [InlineData("pass/*", 3, "No file matches")]
    [InlineData("none/*", 3, "none could not be opened")]
    public async Task Where_nothing_is_found_nothing_is_run(string path, int code, string sentence)
    {
        Assert.Equal(code, await GetAsync(path));
        Assert.Equal(code, await GetAsync(path, "--dry-run"));
        Assert.Equal(2, ErrLines.Count(line => line.Contains(sentence)));
        Assert.Empty(Fetched());
    }

    [Fact]
    public async Task A_listing_that_is_cut_off_is_a_notice_and_no_full_success()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { MaxListed = 2 });
        Fill(server);
        Assert.Equal(12, await RunAsync("get", "--no-site-memory", $"ftp://{server.EndPoint}/*", "--log-file", "log.txt"));
        Assert.Equal(["[x]*", "conf"], Fetched());
        Assert.Contains("MLSD may be incomplete: the server said \"226 Output truncated to 2 matches\".", Err);
    }

    [Fact]
    public async Task An_escaped_wildcard_is_part_of_a_name()
    {
        Assert.Equal(0, await GetAsync("%5Bx%5D%2A"));
        Assert.Equal(["[x]*"], Fetched());
        Assert.Equal(0, Server.Log.CountOf("MLSD"));
    }

    [Fact]
    public async Task A_list_may_hold_patterns_and_a_dry_run_shows_what_would_be_fetched()
    {
        Assert.Equal(0, await GetAsync("pass/*/a_1.nc", "--dry-run"));
        Assert.StartsWith($"{Url("pass/20261119/a_1.nc")}\n", Out);
        Assert.Empty(Fetched());
        Process.Write("list.txt", string.Join('\n', Url("pass/20261119/*"), Url("conf") + " other", ""));
        Assert.Equal(0, await GetAsync("", "--input-file list.txt"));
        Assert.Equal(["a_1.nc", "other"], Fetched());
    }

    [Theory]
    [InlineData("A pattern can match several files, which cannot be written to one file, and file is not an existing folder. To create a folder, end its name with /.", "*", "-o file")]
    [InlineData("list.txt, line 1: ftp://h:21/* is a pattern that can match several files, which cannot all be named \"x\".", "conf", "--input-file list.txt")]
    [InlineData("The range z-a in the pattern \"[z-a]\" runs backwards. A bracket that is part of a name is written %5B in a URL.", "[z-a]", "")]
    public async Task An_invalid_pattern_or_option_combination_gives_one_error_and_no_command_is_sent(string sentence, string path, string options)
    {
        Process.Write("list.txt", "ftp://h/* x\n");
        Assert.Equal(2, await GetAsync(path, options));
        Assert.Equal($"ftpx: error: {sentence}\n", Err);
        Assert.Empty(Server.Log.Commands);
    }

    [Fact]
    public async Task Two_files_with_one_name_are_refused_without_an_internal_error()
    {
        Server.Files.AddText("/pass/20261120/a_1.nc", "other");
        Assert.Equal(2, await GetAsync("pass/*/*.nc", "--log-file log.txt"));
        Assert.Contains($"ftpx: error: ftp://{Server.EndPoint}/pass/20261119/a_1.nc and ftp://{Server.EndPoint}/pass/20261120/a_1.nc would both be written to ", Err);
        Assert.DoesNotContain("defect", string.Concat(Directory.GetFiles(Process.Folder, "log*.txt").Select(File.ReadAllText)));
        Assert.Empty(Server.Log.Retrievals);
    }

    [Fact]
    public async Task A_report_of_a_pattern_is_written_even_if_nothing_matches()
    {
        Assert.Equal(0, await GetAsync("con*", "--report found.html"));
        Assert.Equal(3, await GetAsync("*.zip", "--report nothing.html"));
        Assert.Contains("*.zip", await ReadAsync("nothing.html"));
        Assert.Contains("conf", await ReadAsync("found.html"));
    }

    [Theory]
    [InlineData("pass/*/*", "--include *.nc", "a_1.nc a_2.nc", "1 file skipped: 1 by name (--include, --exclude).")]
    [InlineData("pass/*/*", "--exclude 20261120/*", "a_1.nc", "2 files skipped: 2 by name (--include, --exclude).")]
    [InlineData("pass/*/*", "--min-size 5", "", "3 files skipped: 3 smaller than --min-size.")]
    [InlineData("pass/*/*", "--newer-than 2026-01-03", "", "3 files skipped: 3 not newer than --newer-than.")]
    [InlineData("conf pass/20261119/a_1.nc", "--older-than 2026-01-02T03:04:05", "a_1.nc conf", "")]
    [InlineData("conf pass/20261119/a_1.nc", "--include conf --max-size 4", "conf", "1 file skipped: 1 by name (--include, --exclude).")]
    [InlineData("conf", "--max-size 3", "", "1 file skipped: 1 larger than --max-size.")]
    public async Task Only_selected_files_are_fetched_and_none_is_no_failure(string paths, string options, string expected, string note)
    {
        Assert.Equal(0, await GetAsync(paths, options));
        Assert.Equal(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries), Fetched());
        Assert.Equal(note.Length > 0 ? $"ftpx: note: {note}\n" : "", string.Concat(Err.Split('\n').Where(line => line.Contains("skipped")).Select(line => line + "\n")));
    }

    [Fact]
    public async Task A_missing_file_does_not_count_as_skipped()
    {
        Assert.Equal(12, await GetAsync("none conf", "--min-size 1"));
        Assert.Equal(["conf"], Fetched());
    }

    [Fact]
    public async Task A_URL_that_is_left_out_has_a_line_of_JSON_with_the_reason()
    {
        Assert.Equal(0, await GetAsync("conf pass/20261119/a_1.nc", "--include *.nc --json --quiet"));
        var results = JsonOut.Where(line => line.GetProperty("type").GetString() == "result").ToList();
        Assert.Equal([(true, "by name"), (false, "")], results.Select(line =>
            (line.GetProperty("left_out").GetBoolean(), line.GetProperty("message").GetString()!.Contains("skipped: by name (--include, --exclude).") ? "by name" : "")));
        Assert.Equal(("", true), (results[0].GetProperty("target").GetString(), results[0].GetProperty("ok").GetBoolean()));
        var sum = JsonOut.Single(line => line.GetProperty("type").GetString() == "get_result");
        Assert.Equal((2, 1, 1), (sum.GetProperty("files").GetInt32(), sum.GetProperty("downloaded_files").GetInt32(), sum.GetProperty("skipped_files").GetInt32()));

        TakeOut();
        Assert.Equal(0, await GetAsync("conf", "--max-size 3 --json --quiet"));
        Assert.Equal(["warning", "result"], JsonTypes());
    }

    [Fact]
    public async Task Ctrl_C_stops_the_search()
    {
        Server.Inject(Fault.OnListing().StallAfter(0));
        var run = GetAsync("*");
        await Server.Log.WaitForAsync(log => log.Faults.Count > 0, CancellationToken.None);
        Process.Stop!.Press();
        Assert.Equal(130, await run);
        Assert.EndsWith("ftpx: note: stopped.\n", Err);
    }

    private static void Fill(LoopbackServer server)
    {
        foreach (var path in (string[])["/[x]*", "/conf", "/pass/20261120/readme"]) server.Files.AddText(path, "text");
        server.Files.AddText("/pass/20261119/a_1.nc", "1911");
        server.Files.AddText("/pass/20261120/a_2.nc", "2011");
    }

    private IEnumerable<string?> Fetched() =>
        Directory.GetFiles(Process.Folder).Select(Path.GetFileName).Where(name => Path.GetExtension(name) is not (".txt" or ".html")).Order(StringComparer.Ordinal);

    private Task<int> GetAsync(string paths, string options = "") => RunAsync(
        ["get", "--no-site-memory", .. paths.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(Url), .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
}
