using System.Text.Json;
using Accelerator.Loopback;

namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx get</c> with patterns, with the real engine, against a server in this process.</summary>
public sealed class GetPatternTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task What_matches_is_fetched_and_not_asked_for_again()
    {
        await using var server = Start();
        Assert.Equal(0, await GetAsync(server, "pass/2026*/a*.nc", "c?nf"));
        Assert.Equal(["a_1.nc", "a_2.nc", "conf"], Fetched());
        Assert.Equal("1911", await File.ReadAllTextAsync(Path.Combine(_process.Folder, "a_1.nc")));
        // Of the login folder, of pass, and of the two folders in it.
        Assert.Equal(4, server.Log.CountOf("MLSD"));
        Assert.Equal(1, server.Log.Retrievals.Count(transfer => transfer.Path == "/conf"));
    }

    [Fact]
    public async Task An_address_that_matches_nothing_has_failed_and_the_others_are_fetched()
    {
        await using var server = Start();
        Assert.Equal(12, await GetAsync(server, "*.zip", "conf"));
        Assert.Equal(["conf"], Fetched());
        Assert.StartsWith($"ftpx: No file matches ftp://{server.EndPoint}/*.zip. A *, ? or [ that is part of a name is written %2A, %3F or %5B.\n", _process.Err.ToString());
    }

    [Theory]
    [InlineData("*.zip", 3, "No file matches")]
    [InlineData("pass/*", 3, "No file matches")]
    [InlineData("none/*", 3, "none could not be listed")]
    public async Task Where_nothing_is_found_nothing_is_run(string path, int code, string sentence)
    {
        await using var server = Start();
        Assert.Equal(code, await GetAsync(server, path));
        Assert.Equal(code, await GetAsync(server, path, "--dry-run"));
        Assert.Equal(2, _process.Err.ToString().TrimEnd().Split('\n').Count(line => line.Contains(sentence)));
        Assert.Empty(Fetched());
    }

    [Fact]
    public async Task In_json_it_is_a_result()
    {
        await using var server = Start();
        Assert.Equal(12, await GetAsync(server, "*.zip", "conf", "--json"));
        var failed = _process.Out.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement).First(line => line.GetProperty("type").GetString() == "result");
        Assert.Equal(
            ($"ftp://{server.EndPoint}/*.zip", "", "not_found", 3),
            (failed.GetProperty("source").GetString(), failed.GetProperty("target").GetString(), failed.GetProperty("failure").GetString(), failed.GetProperty("exit_code").GetInt32()));
    }

    [Fact]
    public async Task A_listing_that_is_cut_off_is_a_notice_and_no_full_success()
    {
        await using var server = Start(new LoopbackOptions { MaxListed = 2 });
        Assert.Equal(12, await GetAsync(server, "*", "--log-file", "log.txt"));
        Assert.Equal(["[x]*", "conf"], Fetched());
        Assert.Contains("MLSD may be incomplete: the server said \"226 Output truncated to 2 matches\".", _process.Err.ToString());
    }

    [Fact]
    public async Task A_sign_that_is_escaped_is_part_of_a_name()
    {
        await using var server = Start();
        Assert.Equal(0, await GetAsync(server, "%5Bx%5D%2A"));
        Assert.Equal(["[x]*"], Fetched());
        Assert.Equal(0, server.Log.CountOf("MLSD"));
    }

    [Fact]
    public async Task A_dry_run_shows_what_would_be_fetched()
    {
        await using var server = Start();
        Assert.Equal(0, await GetAsync(server, "pass/*/a_1.nc", "--dry-run"));
        Assert.StartsWith($"ftp://{server.EndPoint}/pass/20261119/a_1.nc\n", _process.Out.ToString());
        Assert.Empty(Fetched());
    }

    [Fact]
    public async Task A_list_may_hold_patterns()
    {
        await using var server = Start();
        _process.Write("list.txt", $"ftp://{server.EndPoint}/pass/20261119/*\nftp://{server.EndPoint}/conf other\n");
        Assert.Equal(0, await GetAsync(server, "--input-file", "list.txt"));
        Assert.Equal(["a_1.nc", "other"], Fetched());
    }

    [Theory]
    [InlineData("A pattern may mean several files, which cannot go into one, and file is not a folder that exists: create it first.", "*", "-o", "file")]
    [InlineData("list.txt, line 1: ftp://h:21/* is a pattern, which may mean several files: they cannot all be called \"x\".", "conf", "--input-file", "list.txt")]
    [InlineData("The range z-a in the pattern \"[z-a]\" runs backwards. A bracket that is part of a name is written %5B in an address.", "[z-a]")]
    public async Task Words_that_a_pattern_does_not_go_with_are_one_sentence_and_nobody_is_asked(string sentence, params string[] words)
    {
        await using var server = Start();
        _process.Write("list.txt", "ftp://h/* x\n");
        Assert.Equal(2, await GetAsync(server, words));
        Assert.Equal($"ftpx: {sentence}\n", _process.Err.ToString());
        Assert.Empty(server.Log.Commands);
    }

    [Fact]
    public async Task Two_files_of_one_name_are_refused_and_that_is_no_defect()
    {
        await using var server = Start();
        server.Files.AddText("/pass/20261120/a_1.nc", "other");
        Assert.Equal(2, await GetAsync(server, "pass/*/*.nc", "--log-file", "log.txt"));
        Assert.Contains($"ftpx: ftp://{server.EndPoint}/pass/20261119/a_1.nc and ftp://{server.EndPoint}/pass/20261120/a_1.nc would both be written to ", _process.Err.ToString());
        Assert.DoesNotContain("defect", string.Concat(Directory.GetFiles(_process.Folder, "log*.txt").Select(File.ReadAllText)));
        Assert.Empty(server.Log.Retrievals);
    }

    [Fact]
    public async Task A_report_of_a_pattern_is_written_whatever_it_found()
    {
        await using var server = Start();
        Assert.Equal(0, await GetAsync(server, "con*", "--report", "found.html"));
        Assert.Equal(3, await GetAsync(server, "*.zip", "--report", "nothing.html"));
        Assert.Contains("*.zip", await File.ReadAllTextAsync(Path.Combine(_process.Folder, "nothing.html")));
        Assert.Contains("conf", await File.ReadAllTextAsync(Path.Combine(_process.Folder, "found.html")));
    }

    [Fact]
    public async Task Ctrl_C_stops_the_search()
    {
        await using var server = Start();
        server.Inject(Fault.OnListing().StallAfter(0));
        var run = GetAsync(server, "*");
        await server.Log.WaitForAsync(log => log.Faults.Count > 0, CancellationToken.None);
        _process.Stop!.Press();
        Assert.Equal(130, await run);
        Assert.EndsWith("ftpx: stopped.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_probe_wants_one_file()
    {
        Assert.Equal(2, await FtpxCommand.RunAsync(["probe", "ftp://h/*"], _process.Value));
        Assert.Equal("ftpx: ftpx probe measures one file: name it, and write a *, ? or [ in its name as %2A, %3F or %5B.\n", _process.Err.ToString());
    }

    private static LoopbackServer Start(LoopbackOptions? options = null)
    {
        var server = LoopbackServer.Start(options);
        server.Files.AddText("/[x]*", "text");
        server.Files.AddText("/conf", "text");
        server.Files.AddText("/pass/20261119/a_1.nc", "1911");
        server.Files.AddText("/pass/20261120/a_2.nc", "2011");
        server.Files.AddText("/pass/20261120/readme", "text");
        return server;
    }

    private IEnumerable<string?> Fetched() =>
        Directory.GetFiles(_process.Folder).Select(Path.GetFileName).Where(name => Path.GetExtension(name) is not (".txt" or ".html")).Order(StringComparer.Ordinal);

    // Words without a dash are paths on the server; what follows an option is its value.
    private Task<int> GetAsync(LoopbackServer server, params string[] words) => FtpxCommand.RunAsync(
        ["get", "--no-site-memory", .. words.Select((word, i) => word[0] == '-' || (i > 0 && words[i - 1] is "-o" or "--log-file" or "--report" or "--input-file") ? word : $"ftp://{server.EndPoint}/{word}")],
        _process.Value with { Time = TimeProvider.System });
}
