namespace Accelerator.Cli.Tests.Script;

/// <summary>Scripts with the real engine and a server in this process.</summary>
public sealed class ScriptRunnerTests : LoopbackFixture
{
    private string Open => $"open {Server.EndPoint.Address} {Server.EndPoint.Port}";

    /// <summary>The files of the lines after it come from the first server, so the script must not end with success.</summary>
    [Fact]
    public async Task An_open_of_another_server_is_refused_in_the_words_of_ftp_exe_and_is_a_failure()
    {
        Server.Files.AddText("/a.txt", "text");
        Assert.Equal(ExitCodes.Usage.Value, await RunScriptAsync(Open, "user kim x", "open other.example 2121", "get a.txt"));
        Assert.Contains($"Already connected to {Server.EndPoint.Address}, use disconnect first.\n", Out);
        Assert.Equal("text", await ReadAsync("a.txt"));
    }

    [Fact]
    public async Task A_second_open_of_the_same_server_is_no_failure()
    {
        Assert.Equal(0, await RunScriptAsync(Open, "user kim x", Open, "open"));
        Assert.Equal(2, Out.Split("Already connected to ").Length - 1);
    }

    [Theory]
    [InlineData("get x")]
    [InlineData("binary\nget x")]
    [InlineData("cd pub")]
    [InlineData("dir")]
    public async Task A_command_that_is_refused_because_no_user_is_logged_in_gives_the_code_of_a_refused_login(string lines)
    {
        Assert.Equal(ExitCodes.Login.Value, await RunScriptAsync(Open, lines));
        Assert.Contains("530 Please login with USER and PASS.", Out);
    }

    [Fact]
    public async Task A_command_that_is_refused_for_another_reason_keeps_its_code()
    {
        Assert.Equal(ExitCodes.NotFound.Value, await RunScriptAsync(Open, "user kim x", "get missing"));
        Assert.Equal(ExitCodes.NotFound.Value, await RunScriptAsync(Open, "user kim x", "cd missing"));
    }

    [Fact]
    public async Task The_150_of_a_file_in_many_streams_has_the_remote_name()
    {
        Server.Files.AddText("/pub/a.txt", "text");
        Assert.Equal(0, await RunScriptAsync(Open, "user kim x", "binary", "get pub/a.txt b.txt"));
        Assert.Contains("150 Opening BINARY mode data connection for a.txt (4 bytes).\n", Out);
        Assert.Equal("text", await ReadAsync("b.txt"));
    }

    [Theory]
    [InlineData("h 99999", "\"99999\" is not a port: use 1 to 65535.")]
    [InlineData("h 0", "\"0\" is not a port: use 1 to 65535.")]
    [InlineData("h ftp", "\"ftp\" is not a port: use 1 to 65535.")]
    [InlineData("ftp://127.0.0.1:30200", "\"ftp://127.0.0.1:30200\" is not a host: write open HOST PORT.")]
    [InlineData("ftp://kim:secret@h/pub 99999", "\"ftp://kim:***@h/pub\" is not a host: write open HOST PORT.")]
    [InlineData("kim:secret@h 21", "\"kim:***@h\" is not a host: write open HOST PORT.")]
    public async Task An_invalid_host_or_port_is_named_without_a_password(string words, string sentence)
    {
        Assert.Equal(ExitCodes.Usage.Value, await RunAsync(["ftp", "-n", .. words.Split(' ')]));
        Assert.StartsWith(sentence + "\n", TakeOut());
        Assert.Equal(ExitCodes.Usage.Value, await RunScriptAsync($"open {words}"));
        Assert.Contains(sentence + "\n", Out);
        Assert.DoesNotContain("secret", Out + Err, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1:2199", "Unknown host 127.0.0.1:2199. The port is a separate word: open 127.0.0.1 2199")]
    [InlineData("[::1]:2199", "Unknown host [::1]:2199. The port is a separate word: open ::1 2199")]
    [InlineData("127.0.0.1:2199 21", "Unknown host 127.0.0.1:2199.")]
    [InlineData("h:", "Unknown host h:.")]
    public async Task A_port_behind_a_colon_is_no_part_of_a_host_and_the_answer_has_the_line_to_write(string words, string sentence)
    {
        Assert.Equal(ExitCodes.Network.Value, await RunScriptAsync($"open {words}"));
        Assert.Contains($"\n{sentence}\n", Out);
    }

    [Theory]
    [InlineData("ascii", "missing/a.txt", "452 Local file: Opening '{folder}/missing/a.txt.part' failed: the folder '{folder}/missing' does not exist.")]
    [InlineData("binary", "missing/a.txt", "452 Local file: Opening '{folder}/missing/a.txt.part' failed: the folder '{folder}/missing' does not exist.")]
    [InlineData("ascii", "{long}", "452 Local file: Renaming '{folder}/")]
    public async Task A_local_file_that_cannot_be_written_is_named_as_local_and_the_session_stays(string mode, string target, string sentence)
    {
        Server.Files.AddText("/a.txt", "text");
        Assert.Equal(ExitCodes.Disk.Value, await RunScriptAsync(
            Open, "user kim x", mode, $"get a.txt {target.Replace("{long}", new string('x', 300))}", "ascii", "get a.txt b.txt"));
        Assert.Contains(sentence.Replace("{folder}/", Process.Folder + Path.DirectorySeparatorChar).Replace("{folder}", Process.Folder), Out);
        Assert.Equal("text", await ReadAsync("b.txt"));
        // A complete download is kept, also where its name is impossible.
        AssertFiles(["b.txt", "script.txt", .. Directory.GetFiles(Process.Folder, "x*.part").Select(path => Path.GetFileName(path)!)]);
        Assert.Equal(target == "{long}", Directory.GetFiles(Process.Folder, "x*.part").Length == 1);
        AssertErr("");
    }

    [Fact]
    public async Task Without_a_local_file_no_transfer_of_text_begins()
    {
        Server.Files.AddText("/a.txt", "text");
        await RunScriptAsync(Open, "user kim x", "ascii", "get a.txt missing/a.txt");
        Assert.Empty(Server.Log.Retrievals);
    }

    [Theory]
    [InlineData("ascii\nget con.txt")]
    [InlineData("binary\nget con.txt")]
    [InlineData("prompt\nmget con.*")]
    public async Task A_file_that_is_stored_under_another_name_gives_a_notice_with_the_reason(string lines)
    {
        Server.Files.AddText("/con.txt", "text");
        Process.IsWindows = true;
        Assert.Equal(0, await RunScriptAsync(Open, "user kim x", lines, "get con.txt mine.txt"));
        AssertErr("ftpx: 'con.txt' is stored as '%63on.txt': the name is not safe on Windows.\n");
        AssertFiles("%63on.txt", "mine.txt", "script.txt");
    }

    [Fact]
    public async Task A_file_that_is_refused_does_not_end_an_mget_in_text_mode()
    {
        foreach (var name in (string[])["a.txt", "c.txt"]) Server.Files.AddText($"/{name}", "text");
        Assert.Equal(ExitCodes.NotFound.Value, await RunScriptAsync(Open, "user kim x", "prompt", "mget a.txt b.txt c.txt"));
        AssertFiles("a.txt", "c.txt", "script.txt");
    }

    [Fact]
    public async Task A_lost_data_connection_does_not_end_an_mget_in_text_mode()
    {
        foreach (var name in (string[])["a.txt", "b.txt"]) Server.Files.AddText($"/{name}", "text");
        Server.Inject(Fault.OnRetr(1).CloseControlAfter(1));
        Assert.NotEqual(0, await RunScriptAsync(Open, "user kim x", "prompt", "mget a.txt b.txt"));
        Assert.Equal("text", await ReadAsync("b.txt"));
    }

    [Theory]
    [InlineData("mdir missing pub -")]
    [InlineData("mls missing pub names.txt")]
    public async Task A_folder_that_is_refused_does_not_end_a_list_of_several(string line)
    {
        Server.Files.AddText("/pub/a.txt", "text");
        Assert.Equal(ExitCodes.NotFound.Value, await RunScriptAsync(Open, "user kim x", line));
        Assert.Contains("a.txt", line.EndsWith('-') ? Out : await ReadAsync("names.txt"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_that_two_words_match_is_fetched_once_and_without_a_failure()
    {
        Server.Files.AddText("/a.txt", "text");
        Assert.Equal(0, await RunScriptAsync(Open, "user kim x", "binary", "prompt", "mget *.txt a.txt"));
        Assert.Single(Out.Split("226 Transfer complete.")[1..]);
    }

    [Fact]
    public async Task The_question_of_mget_escapes_the_name()
    {
        Server.Files.AddText("/x\u001b[2J.txt", "text");
        await RunScriptAsync(Open, "user kim x", "mget x*", "n");
        Assert.Contains("mget x\\x1B[2J.txt? ", Out, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', Out);
    }

    // The server refuses every upload.
    [Theory]
    [InlineData(true, "mput *.txt", 3, "REPORT.TXT")]
    [InlineData(false, "mput *.txt", 2, null)]
    [InlineData(false, "mput *.TXT", 3, "REPORT.TXT")]
    [InlineData(true, "mput *.csv", 2, null)]
    [InlineData(false, "mput none/*.csv", 2, null)]
    public async Task Patterns_of_mput_match_as_the_local_system_does_and_no_match_is_a_failure(bool isWindows, string line, int exitCode, string? sent)
    {
        Process.IsWindows = isWindows;
        Process.Write("REPORT.TXT", "text");
        Assert.Equal(exitCode, await RunWithChangesAsync(line));
        Assert.Equal(sent is null ? [] : [sent], Server.Log.Commands.Where(command => command.Verb == "STOR").Select(command => command.Argument));
        Assert.Equal(sent is null, Out.Contains($"{line[5..]}: File not found\n", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_first_file_that_is_refused_does_not_end_an_mput()
    {
        foreach (var name in (string[])["a.txt", "b.txt"]) Process.Write(name, "text");
        Assert.NotEqual(0, await RunWithChangesAsync("mput a.txt b.txt"));
        Assert.Equal(["a.txt", "b.txt"], Server.Log.Commands.Where(command => command.Verb == "STOR").Select(command => command.Argument));
    }

    [Theory]
    [InlineData("'USER1.'")]
    [InlineData("DKA0:[PUB]")]
    public async Task At_a_server_with_another_kind_of_folders_mget_sends_the_names_alone(string folder)
    {
        Server.Files.AddText($"/{folder}/DATA1", "text");
        Server.Inject(Fault.OnCommand("PWD").Reply($"257 \"{folder}\" is working directory."));
        await RunScriptAsync(Open, "user kim x", $"cd {folder}", "prompt", "mget DATA*");
        Assert.Equal(["DATA1"], Server.Log.Commands.Where(command => command.Verb == "RETR").Select(command => command.Argument));
    }

    [Fact]
    public async Task The_two_commands_of_a_rename_follow_each_other()
    {
        await RunWithChangesAsync("rename a.txt f\u00fcr.txt");
        var verbs = Server.Log.Commands.Select(command => command.Verb).ToList();
        Assert.InRange(verbs.IndexOf("FEAT"), 0, verbs.IndexOf("RNFR"));
    }

    [Fact]
    public async Task A_quoted_RNFR_that_the_server_accepts_is_no_failure()
    {
        Server.Inject(Fault.OnCommand("RNFR").Reply("350 Ready."));
        Server.Inject(Fault.OnCommand("RNTO").Reply("250 Done."));
        Assert.Equal(0, await RunWithChangesAsync("quote RNFR a.txt", "quote RNTO b.txt"));
    }

    /// <summary>b.nc is refused, so its only copy is that of the server; a.nc is here.</summary>
    [Theory]
    [InlineData("mget *.nc")]
    [InlineData("ascii\nmget *.nc")]
    [InlineData("mget a.nc b.nc")]
    [InlineData("get a.nc\nget b.nc")]
    [InlineData("ascii\nget a.nc\nget b.nc")]
    public async Task A_file_that_was_not_downloaded_is_neither_deleted_nor_renamed(string fetches)
    {
        foreach (var name in (string[])["a.nc", "b.nc"]) Server.Files.AddText("/in/" + name, "text");
        Server.Inject(Fault.OnCommand("RETR").OnPath("/in/b.nc").Reply("550 Permission denied."));
        foreach (var verb in (string[])["DELE", "RNFR"]) Server.Inject(Fault.OnCommand(verb).Reply("250 Done."));
        Assert.Equal(ExitCodes.NotFound.Value, await RunWithChangesAsync(
            "binary", "cd in", fetches, "delete b.nc", "mdelete a.nc ./b.nc", "cd /", "delete in/B.NC", "rename in/b.nc done", "quote DELE in/b.nc", "quote RNFR in/b.nc"));
        Assert.Equal(["a.nc"], Server.Log.Commands.Where(command => command.Verb is "DELE" or "RNFR").Select(command => command.Argument));
        Assert.Contains("quote DELE in/b.nc: not sent, because a file of this name was not downloaded before. ", Out);
    }

    [Theory]
    [InlineData("mget *.nc")]
    [InlineData("lcd nowhere\nmget x.*")]
    [InlineData("close\nmget *.nc\n{open}\nuser kim x")]
    [InlineData("close\nget a.nc\n{open}\nuser kim x")]
    public async Task A_pattern_whose_files_are_not_known_protects_all_that_match(string fetches)
    {
        Server.Inject(Fault.OnCommand("MLSD").Reply("550 No."));
        Server.Inject(Fault.OnCommand("LIST").Reply("550 No."));
        Server.Inject(Fault.OnCommand("DELE").Reply("250 Done."));
        Assert.NotEqual(0, await RunWithChangesAsync("binary", fetches.Replace("{open}", Open), "delete a.nc", "delete b.txt"));
        Assert.Equal(fetches.Contains("x.*") ? ["a.nc", "b.txt"] : (string[])["b.txt"], Server.Log.Commands.Where(command => command.Verb is "DELE").Select(command => command.Argument));
    }

    [Fact]
    public async Task A_file_that_was_downloaded_at_the_second_attempt_may_be_deleted()
    {
        Server.Files.AddText("/a.nc", "text");
        Server.Inject(Fault.OnCommand("RETR", nth: 1).Reply("550 Busy."));
        Server.Inject(Fault.OnCommand("DELE").Reply("250 Done."));
        await RunWithChangesAsync("binary", "get a.nc", "get a.nc b.nc", "delete a.nc");
        Assert.Equal(1, Server.Log.CountOf("DELE"));
    }

    [Fact]
    public async Task Names_are_sent_in_the_charset_of_the_server_s_settings()
    {
        Server.Files.AddText(LoopbackPath.FromBytes(FtpCharsets.Find("cp949")!.GetBytes("/\uc790\ub8cc/\ud55c.txt")), "text");
        Process.Variables["HOME"] = Process.Folder;
        Assert.Equal(0, await FtpxAsync(["site", "set", $"ftp://{Server.EndPoint}", "charset=cp949"]));
        Assert.Equal(0, await RunScriptAsync(Open, "user kim x", "cd \uc790\ub8cc", "get \ud55c.txt a.txt", "binary", "get \ud55c.txt b.txt", "prompt", "mget \ud55c*"));
        foreach (var name in (string[])["a.txt", "b.txt", "\ud55c.txt"]) Assert.Equal("text", await ReadAsync(name));
    }

    [Fact]
    public async Task A_script_in_another_code_page_is_refused_before_a_connection_is_opened()
    {
        await File.WriteAllBytesAsync(PathOf("fetch.txt"), Encoding.Latin1.GetBytes($"{Open}\r\nuser kim x\r\nbinary\r\nget f\u00fcr.txt\r\nbye\r\n"));
        Assert.Equal(ExitCodes.Usage.Value, await RunAsync("ftp", "-n", "-s:fetch.txt"));
        AssertErr("ftpx: fetch.txt: line 4 is not UTF-8: save the script as UTF-8.\n");
        AssertOut("");
        Assert.Equal(0, Server.Log.CountOf("USER"));
    }

    [Fact]
    public async Task Remarks_in_another_code_page_are_no_obstacle()
    {
        await File.WriteAllBytesAsync(PathOf("fetch.txt"), Encoding.Latin1.GetBytes($"# f\u00fcr\r\n  REM f\u00fcr\r\n; f\u00fcr\r\n{Open}\r\nuser kim x\r\nbye"));
        Assert.Equal(0, await RunAsync("ftp", "-n", "-s:fetch.txt"));
        Assert.Equal(1, Server.Log.CountOf("USER"));
    }

    [Theory]
    [InlineData("utf-8")]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    [InlineData("utf-32")]
    [InlineData("utf-32BE")]
    public async Task A_script_with_a_byte_order_mark_is_read_in_its_encoding(string encoding)
    {
        Directory.CreateDirectory(PathOf("f\u00fcr"));
        await File.WriteAllTextAsync(PathOf("fetch.txt"), "lcd f\u00fcr\r\nbye\r\n", Encoding.GetEncoding(encoding));
        Assert.Equal(0, await RunAsync("ftp", "-s:fetch.txt"));
        Assert.Contains($"Local directory now {PathOf("f\u00fcr")}.\n", Out);
    }

    /// <summary>Runs lines that change the server, after the login.</summary>
    private Task<int> RunWithChangesAsync(params string[] lines)
    {
        Process.Write("fetch.ftp", string.Join('\n', [Open, "user kim x", .. lines]));
        return RunAsync("ftp", "-n", "-i", "--allow-changes", "-s:fetch.ftp");
    }

    private Task<int> RunScriptAsync(params string[] lines)
    {
        Process.Write("script.txt", string.Join('\n', lines));
        return RunAsync("ftp", "-n", "-s:script.txt");
    }
}
