using System.Text.Json;
using Accelerator.Loopback;

namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx ls</c> with the real engine, against a server in this process.</summary>
public sealed class LsVerbTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task Names_come_one_a_line_and_folders_end_in_a_slash()
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, "/pub"));
        Assert.Equal("a\\x1B[2J.nc\nb.bin\nlink\nsub folder/\n한글.nc\n", _process.Out.ToString());
        Assert.Equal("", _process.Err.ToString());
    }

    [Fact]
    public async Task The_long_form_has_permissions_size_and_time_under_each_other()
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, "/pub", "-l"));
        Assert.Equal(
            """
            - r              4  2026-01-02 03:04:05Z  a\x1B[2J.nc
            - r     1234567890  2026-01-02 03:04:05Z  b.bin
            l                -  2026-01-02 03:04:05Z  link -> sub folder/x
            d el             -  2026-01-02 03:04:05Z  sub folder/
            - r              4  2026-01-02 03:04:05Z  한글.nc

            """,
            _process.Out.ToString(),
            ignoreLineEndingDifferences: true);
    }

    [Fact]
    public async Task The_long_form_of_LIST_is_much_as_the_server_wrote_it()
    {
        await using var server = Start(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst });
        server.Files.Touch("/pub/b.bin", new DateTimeOffset(2021, 3, 4, 5, 6, 7, TimeSpan.Zero));
        Assert.Equal(0, await LsAsync(server, "/pub/b*", "--long"));
        Assert.Equal("-r--r--r--  1234567890  2021-03-04        b.bin\n", _process.Out.ToString());
    }

    [Fact]
    public async Task A_tree_comes_folder_by_folder_each_under_its_path()
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, "/pub", "-R"));
        Assert.Equal("/pub:\na\\x1B[2J.nc\nb.bin\nlink\nsub folder/\n한글.nc\n\n/pub/sub folder:\ndeep/\nx\n\n/pub/sub folder/deep:\ny.nc\n", _process.Out.ToString());
    }

    [Fact]
    public async Task A_tree_ends_where_it_is_told_to_and_an_empty_address_is_a_point()
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, "", "-R", "--max-depth", "0"));
        Assert.Equal(".:\npub/\n", _process.Out.ToString());
    }

    [Fact]
    public async Task A_pattern_says_which_names_are_shown_in_a_tree_of_those_folders_that_have_some()
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, "/pub/?.nc", "-R"));
        Assert.Equal("/pub/sub folder/deep:\ny.nc\n", _process.Out.ToString());
    }

    [Theory]
    [InlineData("pub/*.nc", "a\\x1B[2J.nc\n한글.nc\n")]
    [InlineData("pub/[!a-z]*", "한글.nc\n")]
    [InlineData("p*/s*/*", "pub/sub folder:\ndeep/\nx\n")]
    [InlineData("p*/s*/", "pub/sub folder:\ndeep/\nx\n")]
    [InlineData("pub/b.bin", "b.bin\n")]
    [InlineData("/pub/link", "link\n")]
    public async Task A_pattern_or_a_file_is_shown_too(string path, string expected)
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, path));
        Assert.Equal(expected, _process.Out.ToString());
        Assert.Equal("", _process.Err.ToString());
    }

    [Theory]
    [InlineData("pub/none", 3, "/pub/none is not there: it is no folder, and the folder that it would lie in does not show it.")]
    [InlineData("none/none", 3, "/none could not be listed. ")]
    [InlineData("pub/b.bin/", 3, "/pub/b.bin could not be listed. ")]
    [InlineData("none/", 3, "/none could not be listed. ")]
    [InlineData("pub/*.zip", 3, "/pub/*.zip. A *, ? or [ that is part of a name is written %2A, %3F or %5B.")]
    [InlineData("pub/a[b", 2, "The set that begins with [ in the pattern \"a[b\" has no end. A bracket that is part of a name is written %5B in an address.")]
    public async Task What_is_not_there_is_one_sentence(string path, int code, string sentence)
    {
        await using var server = Start();
        Assert.Equal(code, await LsAsync(server, path));
        Assert.Equal("", _process.Out.ToString());
        Assert.Contains(sentence, Assert.Single(_process.Err.ToString().TrimEnd().Split('\n')));
    }

    [Fact]
    public async Task With_recursive_only_the_last_name_may_be_a_pattern()
    {
        await using var server = Start();
        Assert.Equal(2, await LsAsync(server, "p*/*.nc", "-R"));
        Assert.Empty(server.Log.Commands);
    }

    [Fact]
    public async Task A_folder_in_a_tree_that_is_refused_is_a_sentence_and_the_others_are_shown()
    {
        await using var server = Start();
        server.Inject(Fault.OnCommand("MLSD").OnPath("/pub/sub folder/deep").Reply("550 Not \u001b for you."));
        Assert.Equal(12, await LsAsync(server, "pub", "-R"));
        Assert.EndsWith("pub/sub folder:\ndeep/\nx\n", _process.Out.ToString());
        Assert.Equal(
            $"ftpx: ftp://{server.EndPoint}/pub/sub folder/deep could not be listed. MLSD pub/sub folder/deep: 550 Not \\x1B for you.\n",
            _process.Err.ToString());
    }

    [Fact]
    public async Task A_listing_that_may_be_incomplete_says_so()
    {
        await using var server = Start(new LoopbackOptions { MaxListed = 2 });
        Assert.Equal(12, await LsAsync(server, "pub"));
        Assert.Equal("a\\x1B[2J.nc\nb.bin\n", _process.Out.ToString());
        Assert.Equal("ftpx: MLSD pub may be incomplete: the server said \"226 Output truncated to 2 matches\".\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_wrong_password_is_tried_once()
    {
        await using var server = Start(new LoopbackOptions { User = "kim", Password = "right" });
        _process.Variables["FTPX_PASSWORD"] = "wrong";
        Assert.Equal(4, await LsAsync(server, "pub", "--user", "kim", "-R"));
        Assert.Equal(1, server.Log.CountOf("PASS"));
        Assert.DoesNotContain("wrong", _process.Err.ToString());
    }

    [Fact]
    public async Task What_is_laid_down_for_the_server_holds_here_too()
    {
        await using var server = Start();
        _process.Variables["XDG_STATE_HOME"] = _process.Folder;
        Assert.Equal(0, await FtpxCommand.RunAsync(["site", "set", $"{server.EndPoint}", "charset=cp949", "active=yes"], _process.Value));
        Assert.Equal(0, await LsAsync(server, "pub/b.bin"));
        Assert.Equal(2, server.Log.CountOf("EPRT"));
    }

    [Fact]
    public async Task Ctrl_C_stops_it()
    {
        await using var server = Start();
        server.Inject(Fault.OnListing().StallAfter(0));
        var run = LsAsync(server, "pub");
        await server.Log.WaitForAsync(log => log.Faults.Count > 0, CancellationToken.None);
        _process.Stop!.Press();
        Assert.Equal(130, await run);
        Assert.Equal("ftpx: stopping. Ctrl-C again ends at once.\nftpx: stopped.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task An_output_that_cannot_be_written_ends_it()
    {
        await using var server = Start();
        Assert.Equal(10, await FtpxCommand.RunAsync(["ls", $"ftp://{server.EndPoint}/pub", "--no-site-memory"], _process.Value with { Out = new FullWriter() }));
        Assert.Equal("ftpx: The output cannot be written: No space left on device\n", _process.Err.ToString());
    }

    /// <summary>Behind <c>head</c>.</summary>
    [Fact]
    public async Task An_output_that_nobody_reads_any_more_ends_it_without_a_word()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSeries("/many", 50_000, 7);
        server.Files.AddText("/many/below/file", "text");
        var looks = 0;
        var process = _process.Value with { Time = TimeProvider.System, IsOutClosed = () => ++looks > 3 };
        Assert.Equal(10, await FtpxCommand.RunAsync(["ls", $"ftp://{server.EndPoint}/many", "--no-site-memory"], process));
        Assert.InRange(_process.Out.ToString().Count(c => c == '\n'), 200, 400);
        Assert.Equal("", _process.Err.ToString());
        looks = 3;
        Assert.Equal(10, await FtpxCommand.RunAsync(["ls", "-R", $"ftp://{server.EndPoint}/many", "--no-site-memory"], process));
        Assert.DoesNotContain(server.Log.Transfers, transfer => transfer.Path == "/many/below");
    }

    [Fact]
    public async Task Json_has_a_line_for_each_entry_and_one_for_its_folder()
    {
        await using var server = Start();
        Assert.Equal(0, await LsAsync(server, "/pub", "--json", "-R", "--user", "anonymous"));
        var lines = Lines();
        Assert.Equal(["entry", "entry", "entry", "entry", "entry", "listing", "entry", "entry", "listing", "entry", "listing"], lines.Select(line => Text(line, "type")));
        Assert.Equal("""{"type":"entry","path":"/pub/b.bin","name":"b.bin","url":"ftp://""" + server.EndPoint
            + """//pub/b.bin","kind":"file","size":1234567890,"modified":"2026-01-02T03:04:05Z","listed_time":"2026-01-02 03:04:05Z","precision":"second","year_inferred":false,"target":null,"permissions":"r"}""",
            _process.Out.ToString().Split('\n')[1]);
        Assert.Equal("""{"type":"listing","folder":"/pub","entries":5,"complete":true,"doubts":[],"not_entered":[],"failure":null,"message":null}""", _process.Out.ToString().Split('\n')[5]);
        Assert.Equal("sub folder/x", Text(lines[2], "target"));
    }

    /// <summary>Two names that are no text and look alike are fetched by what was listed of them.</summary>
    [Fact]
    public async Task What_json_tells_of_a_name_fetches_exactly_that_file()
    {
        await using var server = LoopbackServer.Start();
        foreach (var name in (string[])["caf\xE9;type=a", "caf\xE8*", "50%41 #?.bin"]) server.Files.AddBytes("/odd/" + name, [.. name.Select(c => (byte)c)]);
        Assert.Equal(0, await LsAsync(server, "odd", "--json"));
        var urls = Lines().Where(line => Text(line, "type") == "entry").Select(line => Text(line, "url")!).ToList();
        Assert.Equal(3, urls.Distinct().Count());
        Assert.Equal(0, await FtpxCommand.RunAsync(["get", .. urls, "--quiet", "--no-site-memory"], _process.Value with { Time = TimeProvider.System }));
        Assert.Equal(["50%2541 #?.bin", "caf%E8*", "caf%E9;type=a"], Directory.GetFiles(_process.Folder).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(0xE8, (await File.ReadAllBytesAsync(Path.Combine(_process.Folder, "caf%E8*")))[3]);
    }

    private static LoopbackServer Start(LoopbackOptions? options = null)
    {
        var server = LoopbackServer.Start(options);
        server.Files.AddText("/pub/a\u001b[2J.nc", "text");
        server.Files.AddConstant("/pub/b.bin", 1_234_567_890);
        server.Files.AddText("/pub/sub folder/x", "text");
        server.Files.AddText("/pub/sub folder/deep/y.nc", "text");
        server.Files.AddText(LoopbackPath.FromUtf8("/pub/한글.nc"), "text");
        server.Files.AddLink("/pub/link", "sub folder/x");
        return server;
    }

    private Task<int> LsAsync(LoopbackServer server, string path, params string[] words)
    {
        string[] memory = _process.Variables.ContainsKey("XDG_STATE_HOME") ? [] : ["--no-site-memory"];
        return FtpxCommand.RunAsync(["ls", $"ftp://{server.EndPoint}/{path}", .. words, .. memory], _process.Value with { Time = TimeProvider.System });
    }

    private List<JsonElement> Lines() => [.. _process.Out.ToString().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement)];

    private static string? Text(JsonElement line, string member) => line.GetProperty(member).GetString();

    private sealed class FullWriter : StringWriter
    {
        public override void WriteLine(string? value) => throw new IOException("No space left on device");
    }
}
