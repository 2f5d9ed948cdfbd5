namespace Accelerator.Cli.Tests.Commands;

/// <summary>Complete command lines with the real engine and a server in this process.</summary>
public sealed class MirrorEndToEndTests : LoopbackFixture
{
    public MirrorEndToEndTests()
    {
        for (var i = 0; i < 20; i++) Server.Files.AddText($"/pub/sub/{i:00}.txt", $"file {i}");
        Server.Files.AddText("/pub/readme", "hello");
    }

    [Fact]
    public async Task A_run_does_what_the_dry_run_listed_and_the_next_run_finds_nothing_to_do()
    {
        Assert.Equal(0, await MirrorAsync("--dry-run"));
        Assert.Contains("new           5 B  readme\n", Taken());
        Assert.False(Directory.Exists(Local("")));

        Assert.Equal(0, await MirrorAsync());
        Assert.EndsWith("; 21 new.\n", Taken());
        Assert.Equal("file 7", await File.ReadAllTextAsync(Local("sub/07.txt")));

        Assert.Equal(0, await MirrorAsync());
        Assert.Equal("Up to date: 21 files in 2 folders.\n", Taken());
    }

    [Fact]
    public async Task JSON_output_distinguishes_changed_files_from_removed_files()
    {
        Assert.Equal(0, await MirrorAsync("--quiet"));
        Server.Files.AddText("/pub/sub/07.txt", "longer than before");
        await File.WriteAllTextAsync(Local("sub/mine.txt"), "mine");
        Assert.Equal(0, await MirrorAsync("--json", "--quiet", "--delete", "--yes"));
        Assert.Equal(["mirror_plan", "result", "mirror_file", "mirror_result"], JsonTypes());
        Assert.Equal("longer than before", await File.ReadAllTextAsync(Local("sub/07.txt")));
        Assert.False(File.Exists(Local("sub/mine.txt")));

        // A listing that is truncated at a line end.
        for (var i = 0; i < 15; i++) Server.Files.Remove($"/pub/sub/{i:00}.txt");
        Assert.Equal(12, await MirrorAsync("--json", "--quiet", "--delete", "--yes"));
        Assert.Contains("15 of 21 local files", JsonOut[^1].GetProperty("why_not_deleted").GetString());
        TakeOut();
        Assert.Equal(12, await MirrorAsync("--json", "--delete", "--dry-run"));
        Assert.Contains("15 of 21 local files", JsonOut.Single(line => line.GetProperty("type").GetString() == "mirror_problem").GetProperty("message").GetString());
    }

    /// <summary>A script's <c>--exclude $UNSET</c>, and <c>--exclude="$UNSET"</c>.</summary>
    [Theory]
    [InlineData("--exclude=", "--dry-run")]
    [InlineData("--exclude", "--dry-run")]
    [InlineData("--exclude", "", "--dry-run")]
    public async Task A_dry_run_after_an_option_without_its_value_deletes_nothing(params string[] words)
    {
        Directory.CreateDirectory(Local(""));
        await File.WriteAllTextAsync(Local("mine.txt"), "mine");
        Assert.Equal(ExitCodes.Usage, await MirrorAsync(["--delete", "--yes", .. words]));
        Assert.True(File.Exists(Local("mine.txt")));
    }

    [Fact]
    public async Task A_value_that_begins_with_a_dash_is_written_after_an_equals_sign()
    {
        Server.Files.AddText("/pub/-x", "dash");
        Assert.Equal(0, await MirrorAsync("--include=-x"));
        Assert.Equal("dash", await File.ReadAllTextAsync(Local("-x")));
    }

    [Fact]
    public async Task Patterns_and_depth_select_the_mirrored_files()
    {
        Assert.Equal(0, await MirrorAsync("--include", "1?.txt", "--exclude", "sub/15.txt"));
        Assert.EndsWith("; 9 new.\n", Taken());
        Assert.Equal(0, await MirrorAsync("--max-depth", "0"));
        Assert.EndsWith("; 1 new.\n", Taken());
    }

    [Fact]
    public async Task A_list_of_checksums_decides_what_is_published_and_what_is_unchanged()
    {
        Process.Write("sums", $"{Sum("hello")}  readme\n{Sum("file 7")}  sub/07.txt\n{Sum("not file 8")}  sub/08.txt\n");
        Assert.Equal(12, await MirrorAsync("--checksums", "sums", "--write-checksums", "mine"));
        Assert.Contains("08.txt: the content does not match the SHA-256 in sums", Err);
        Assert.Contains("sums has no checksum of sub/00.txt, sub/01.txt, ", Err);
        Assert.False(File.Exists(Local("sub/08.txt")));
        Assert.Equal("file 7", await File.ReadAllTextAsync(Local("sub/07.txt")));
        var written = (await File.ReadAllTextAsync(PathOf("mine"))).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal((20, $"{Sum("hello")}  d/readme"), (written.Length, written[0]));

        // Equal size and time, but other bytes than the list has: downloaded again. The names of a written list are read, too.
        var (path, time) = (Local("sub/07.txt"), File.GetLastWriteTimeUtc(Local("sub/07.txt")));
        await File.WriteAllTextAsync(path, "file X");
        File.SetLastWriteTimeUtc(path, time);
        Assert.Equal(0, await MirrorAsync("--dry-run", "--checksums", "mine", "--exclude", "08.txt"));
        Assert.Contains("  sub/07.txt  (differs from the SHA-256 in mine)", TakeOut());
        Assert.Equal(0, await MirrorAsync("--checksums", "mine", "--exclude", "08.txt", "--write-checksums", "again"));
        Assert.Equal("file 7", await File.ReadAllTextAsync(path));
        Assert.Equal(written, (await File.ReadAllTextAsync(PathOf("again"))).Split('\n', StringSplitOptions.RemoveEmptyEntries));

        static string Sum(string text) => Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(Encoding.UTF8.GetBytes(text))).ToLowerInvariant();
    }

    [Theory]
    [InlineData(2, "sums has no checksum of any of the 21 files. Nothing was downloaded.", "--checksums", "sums")]
    [InlineData(3, "none could not be read. ", "--checksums", "ftp:none")]
    [InlineData(2, "--write-checksums is inside the mirrored folder", "--write-checksums", "d/sums")]
    [InlineData(2, "--write-checksums would replace the list of --checksums", "--write-checksums", "sums", "--checksums", "sums")]
    public async Task An_unusable_checksum_list_gives_one_error_line_and_nothing_is_mirrored(int code, string sentence, params string[] words)
    {
        Process.Write("sums", new string('0', 64) + "  other\n");
        Assert.Equal(code, await MirrorAsync([.. words.Select(word => word.StartsWith("ftp:", StringComparison.Ordinal) ? Server.UrlOf("/" + word[4..]) : word)]));
        Assert.Contains(sentence, Err);
        Assert.Single(ErrLines);
        Assert.False(Directory.Exists(Local("")));
    }

    [Fact]
    public async Task A_folder_that_is_not_there_leaves_none_here()
    {
        Assert.Equal(3, await RunAsync("mirror", Server.UrlOf("/pob"), "d", "--streams", "2"));
        Assert.Contains("//pob could not be opened. ", Err);
        Assert.EndsWith(": 550 Failed to change directory. It is not a folder on the server, or this login may not open it.\n", Err);
        Assert.False(Directory.Exists(Local("")));
    }

    [Fact]
    public async Task A_pattern_in_place_of_the_folder_is_answered_with_the_option_that_takes_one()
    {
        Assert.Equal(3, await RunAsync("mirror", Url("/p*"), "d", "--streams", "2"));
        Assert.Contains("//p* could not be opened. ", Err);
        Assert.EndsWith(" This command does not expand patterns: give the folder, and select files with --include.\n", Err);
    }

    [Fact]
    public async Task The_reasons_for_deleting_nothing_are_printed_once()
    {
        Directory.CreateDirectory(Local("readme"));
        Assert.Equal(12, await MirrorAsync("--delete", "--yes"));
        const string Why = "Nothing was deleted, because not everything could be compared reliably. Fix the reported problems and run the command again.";
        Assert.Contains($"\n{Why}\n", Out);
        Assert.Contains("ftpx: warning: readme is not mirrored: ", Err);
        Assert.Single(Regex.Matches(Out + Err, "readme is not mirrored"));
    }

    [Fact]
    public async Task Mirroring_a_file_or_getting_a_folder_fails_and_the_error_names_the_right_command()
    {
        Server.Files.AddSynthetic("/pub/x #1%41", 100);
        var (url, shown) = (Server.UrlOf("/pub") + "/x%20%231%2541", Server.UrlOf("/pub") + "/x #1%41");
        Assert.Equal(3, await RunAsync("mirror", "--json", url, "d"));
        Assert.Equal($"ftpx: error: {shown} is a file, not a folder. To download it, run: ftpx get {url}\n", Err);
        var line = Assert.Single(JsonOut, line => line.GetProperty("type").GetString() == "mirror_problem");
        Assert.Equal(("not_found", 3), (line.GetProperty("failure").GetString(), line.GetProperty("exit_code").GetInt32()));

        Assert.Equal(3, await RunAsync("get", Server.UrlOf("/pub") + "/", "--quiet"));
        Assert.Equal(3, await RunAsync("get", Server.UrlOf("/pub/readme"), "--replica", Server.UrlOf("/pub") + "/", "--quiet"));
        Assert.Equal(3, await RunAsync("get", Server.UrlOf("/pub"), "--quiet"));
        Assert.EndsWith($" is a folder, not a file. To download all of it, run: ftpx mirror {Server.UrlOf("/pub")}\n", Err);
    }

    private Task<int> MirrorAsync(params string[] words) => RunAsync(["mirror", Server.UrlOf("/pub"), "d", "--streams", "2", .. words]);

    private string Taken()
    {
        Assert.DoesNotContain("ftpx: error: This is a defect", Err);
        return TakeOut();
    }

    private string Local(string path) => PathOf("d", path);
}
