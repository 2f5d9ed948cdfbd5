namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx ls</c> with the real engine, against a server in this process.</summary>
public sealed class LsVerbTests : LoopbackFixture
{
    public LsVerbTests() => Fill(Server);

    [Theory]
    [InlineData("a\\x1B[2J.nc\nb.bin\nlink\nsub folder/\n한글.nc\n", "/pub")]
    [InlineData("a\\x1B[2J.nc\n한글.nc\n", "pub/*.nc")]
    [InlineData("한글.nc\n", "pub/[!a-z]*")]
    [InlineData("pub/sub folder:\ndeep/\nx\n", "p*/s*/*")]
    [InlineData("pub/sub folder:\ndeep/\nx\n", "p*/s*/")]
    [InlineData("b.bin\n", "pub/b.bin")]
    [InlineData("link\n", "/pub/link")]
    [InlineData("/pub:\na\\x1B[2J.nc\nb.bin\nlink\nsub folder/\n한글.nc\n\n/pub/sub folder:\ndeep/\nx\n\n/pub/sub folder/deep:\ny.nc\n", "/pub", "-R")]
    [InlineData(".:\npub/\n", "", "-R", "--max-depth", "0")]
    [InlineData("/pub/sub folder/deep:\ny.nc\n", "/pub/?.nc", "-R")]
    public async Task Names_come_one_a_line_folders_end_in_a_slash_and_a_tree_comes_folder_by_folder(string expected, string path, params string[] words)
    {
        Assert.Equal(0, await LsAsync(path, words));
        Assert.Equal(expected, Out);
        Assert.Equal("", Err);
    }

    [Theory]
    [InlineData("b.bin\n", "/pub", "--min-size", "1G")]
    [InlineData("b.bin\n", "/pub", "--include", "b*")]
    [InlineData("b.bin\nlink\nsub folder/\n", "/pub", "--exclude", "*.nc")]
    [InlineData("/pub:\nb.bin\n", "/pub", "-R", "--exclude", "sub*/", "--min-size", "5")]
    [InlineData("/pub/sub folder:\nx\n\n/pub/sub folder/deep:\ny.nc\n", "/pub/[xy]*", "-R", "--max-size", "4")]
    [InlineData("", "/pub/*.nc", "--min-size", "5")]
    [InlineData("", "/pub/b.bin", "--newer-than", "2026-01-02T03:04:05")]
    public async Task Only_selected_files_are_shown_and_folders_where_no_file_is_chosen(string expected, string path, params string[] words)
    {
        Assert.Equal(0, await LsAsync(path, words));
        Assert.Equal(expected, Out);
    }

    [Fact]
    public async Task A_file_of_unknown_size_is_counted()
    {
        Assert.Equal(0, await LsAsync("pub/li*", "--min-size", "1"));
        Assert.Equal(("", "ftpx: warning: 1 file skipped, because the server lists no size (--min-size).\n"), (Out, Err));
    }

    [Fact]
    public async Task The_long_form_has_permissions_size_and_time_under_each_other()
    {
        Assert.Equal(0, await LsAsync("/pub", "-l"));
        AssertOut(
            """
            - r              4  2026-01-02 03:04:05Z  a\x1B[2J.nc
            - r     1234567890  2026-01-02 03:04:05Z  b.bin
            l                -  2026-01-02 03:04:05Z  link -> sub folder/x
            d el             -  2026-01-02 03:04:05Z  sub folder/
            - r              4  2026-01-02 03:04:05Z  한글.nc

            """);
    }

    [Fact]
    public async Task The_long_form_of_LIST_is_much_as_the_server_wrote_it()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst });
        Fill(server);
        server.Files.Touch("/pub/b.bin", new DateTimeOffset(2021, 3, 4, 5, 6, 7, TimeSpan.Zero));
        Assert.Equal(0, await LsAtAsync(server, "/pub/b*", "--long"));
        Assert.Equal("-r--r--r--  1234567890  2021-03-04        b.bin\n", Out);
    }

    [Theory]
    [InlineData("pub/none", 3, "/pub/none was not found: it is not a folder, and its parent folder does not list it.")]
    [InlineData("none/none", 3, "/none could not be opened. ")]
    [InlineData("pub/b.bin/", 3, "/pub/b.bin could not be opened. ")]
    [InlineData("none/", 3, ": 550 Failed to change directory. It is not a folder on the server, or this login may not open it.")]
    [InlineData("pub/*.zip", 3, "/pub/*.zip. Write *, ? and [ in a name as %2A, %3F and %5B.")]
    [InlineData("pub/a[b", 2, "The set that begins with [ in the pattern \"a[b\" has no end. A bracket that is part of a name is written %5B in a URL.")]
    public async Task A_missing_path_gives_one_message(string path, int code, string sentence)
    {
        Assert.Equal(code, await LsAsync(path));
        Assert.Equal("", Out);
        Assert.Contains(sentence, Assert.Single(ErrLines));
    }

    [Fact]
    public async Task With_recursive_only_the_last_name_may_be_a_pattern()
    {
        Assert.Equal(2, await LsAsync("p*/*.nc", "-R"));
        Assert.Empty(Server.Log.Commands);
    }

    [Fact]
    public async Task A_refused_folder_in_a_tree_gives_a_message_and_the_others_are_shown()
    {
        Server.Inject(Fault.OnCommand("MLSD").OnPath("/pub/sub folder/deep").Reply("550 Not \u001b for you."));
        Assert.Equal(12, await LsAsync("pub", "-R"));
        Assert.EndsWith("pub/sub folder:\ndeep/\nx\n", Out);
        Assert.Equal(
            $"ftpx: warning: ftp://{Server.EndPoint}/pub/sub folder/deep could not be opened. MLSD pub/sub folder/deep: 550 Not \\x1B for you. It is not a folder on the server, or this login may not open it.\n",
            Err);
    }

    [Fact]
    public async Task A_listing_that_may_be_incomplete_gives_a_warning()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { MaxListed = 2 });
        Fill(server);
        Assert.Equal(12, await LsAtAsync(server, "pub"));
        Assert.Equal("a\\x1B[2J.nc\nb.bin\n", Out);
        Assert.Equal("ftpx: warning: MLSD pub may be incomplete: the server said \"226 Output truncated to 2 matches\".\n", Err);
    }

    [Fact]
    public async Task A_wrong_password_is_tried_once()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "kim", Password = "right" });
        Process.Variables["FTPX_PASSWORD"] = "wrong";
        Assert.Equal(4, await LsAtAsync(server, "pub", "--user", "kim", "-R"));
        Assert.Equal(1, server.Log.CountOf("PASS"));
        Assert.DoesNotContain("wrong", Err);
    }

    [Theory]
    [InlineData("nothing", 3, "not_found")]
    [InlineData("nothing/", 3, "not_found")]
    public async Task A_listing_failure_has_a_line_of_JSON_too(string path, int exitCode, string failure)
    {
        Assert.Equal(exitCode, await LsAsync(path, "--json"));
        var listing = Assert.Single(JsonOut);
        Assert.Equal(("listing", "nothing", failure, false), (listing.GetProperty("type").GetString(), listing.GetProperty("folder").GetString(), listing.GetProperty("failure").GetString(), listing.GetProperty("complete").GetBoolean()));
        Assert.Contains(listing.GetProperty("message").GetString()!, Err);
    }

    [Fact]
    public async Task The_settings_of_the_server_apply_here_too()
    {
        Process.Variables["XDG_STATE_HOME"] = Process.Folder;
        Assert.Equal(0, await FtpxAsync(["site", "set", $"{Server.EndPoint}", "charset=cp949", "active=yes"]));
        Assert.Equal(0, await LsAsync("pub/b.bin"));
        // For the file itself, and for its folder, which is listed twice to see whether MLSD honours its path.
        Assert.Equal(3, Server.Log.CountOf("EPRT"));
    }

    [Fact]
    public async Task Ctrl_C_stops_it()
    {
        Server.Inject(Fault.OnListing().StallAfter(0));
        var run = LsAsync("pub");
        await Server.Log.WaitForAsync(log => log.Faults.Count > 0, CancellationToken.None);
        Process.Stop!.Press();
        Assert.Equal(130, await run);
        Assert.Equal("ftpx: note: stopping. Press Ctrl-C again to end at once.\nftpx: note: stopped.\n", Err);
    }

    [Fact]
    public async Task A_write_error_on_standard_output_ends_the_command() => Assert.Equal(
        (10, "ftpx: error: Standard output cannot be written: No space left on device\n"),
        (await FtpxAsync(["ls", Url("pub"), "--no-site-memory"], process: Process.Value with { Out = new LostWriter("No space left on device") }), Err));

    /// <summary>For example when the output is piped to <c>head</c>.</summary>
    [Fact]
    public async Task A_closed_standard_output_ends_the_command_silently()
    {
        Server.Files.AddSeries("/many", 50_000, 7);
        Server.Files.AddText("/many/below/file", "text");
        var looks = 0;
        var process = RealTime with { IsOutClosed = () => ++looks > 3 };
        Assert.Equal(10, await FtpxAsync(["ls", Url("many"), "--no-site-memory"], process: process));
        Assert.InRange(Out.Count(c => c == '\n'), 200, 400);
        Assert.Equal("", Err);
        looks = 3;
        Assert.Equal(10, await FtpxAsync(["ls", "-R", Url("many"), "--no-site-memory"], process: process));
        Assert.DoesNotContain(Server.Log.Transfers, transfer => transfer.Path == "/many/below");
    }

    [Fact]
    public async Task Json_has_a_line_for_each_entry_and_one_for_its_folder()
    {
        Assert.Equal(0, await LsAsync("/pub", "--json", "-R", "--user", "anonymous"));
        Assert.Equal(["entry", "entry", "entry", "entry", "entry", "listing", "entry", "entry", "listing", "entry", "listing"], JsonTypes());
        Assert.Equal("""{"type":"entry","path":"/pub/b.bin","name":"b.bin","url":"ftp://""" + Server.EndPoint
            + """//pub/b.bin","kind":"file","size":1234567890,"modified":"2026-01-02T03:04:05Z","listed_time":"2026-01-02 03:04:05Z","precision":"second","year_inferred":false,"day_month_open":false,"target":null,"permissions":"r"}""",
            Out.Split('\n')[1]);
        Assert.Equal("""{"type":"listing","folder":"/pub","entries":5,"complete":true,"doubts":[],"not_entered":[],"failure":null,"message":null}""", Out.Split('\n')[5]);
        Assert.Equal("sub folder/x", Text(JsonOut[2], "target"));
    }

    /// <summary>Two undecodable names that look alike are fetched by the listed values.</summary>
    [Fact]
    public async Task A_URL_from_the_JSON_output_downloads_exactly_that_file()
    {
        foreach (var name in (string[])["caf\xE9;type=a", "caf\xE8*", "50%41 #?.bin"]) Server.Files.AddBytes("/odd/" + name, [.. name.Select(c => (byte)c)]);
        Assert.Equal(0, await LsAsync("odd", "--json"));
        var urls = JsonOut.Where(line => Text(line, "type") == "entry").Select(line => Text(line, "url")!).ToList();
        Assert.Equal(3, urls.Distinct().Count());
        Assert.Equal(0, await RunAsync(["get", .. urls, "--quiet", "--no-site-memory"]));
        AssertFiles("50%2541 #?.bin", "caf%E8*", "caf%E9;type=a");
        Assert.Equal(0xE8, (await File.ReadAllBytesAsync(PathOf("caf%E8*")))[3]);
    }

    private static void Fill(LoopbackServer server)
    {
        foreach (var path in (string[])["/pub/a\u001b[2J.nc", "/pub/sub folder/x", "/pub/sub folder/deep/y.nc"]) server.Files.AddText(path, "text");
        server.Files.AddConstant("/pub/b.bin", 1_234_567_890);
        server.Files.AddText(LoopbackPath.FromUtf8("/pub/한글.nc"), "text");
        server.Files.AddLink("/pub/link", "sub folder/x");
    }

    private Task<int> LsAsync(string path, params string[] words) => LsAtAsync(Server, path, words);

    private Task<int> LsAtAsync(LoopbackServer server, string path, params string[] words)
    {
        string[] memory = Process.Variables.ContainsKey("XDG_STATE_HOME") ? [] : ["--no-site-memory"];
        return RunAsync(["ls", $"ftp://{server.EndPoint}/{path}", .. words, .. memory]);
    }

    private static string? Text(JsonElement line, string member) => line.GetProperty(member).GetString();
}
