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
    public async Task What_a_dry_run_says_is_done_and_then_there_is_nothing_to_do()
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
    public async Task What_has_changed_and_what_is_gone_are_told_apart_in_json()
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

    [Fact]
    public async Task Patterns_and_the_depth_say_which_files_there_are()
    {
        Assert.Equal(0, await MirrorAsync("--include", "1?.txt", "--exclude", "sub/15.txt"));
        Assert.EndsWith("; 9 new.\n", Taken());
        Assert.Equal(0, await MirrorAsync("--max-depth", "0"));
        Assert.EndsWith("; 1 new.\n", Taken());
    }

    [Fact]
    public async Task A_folder_that_is_not_there_leaves_none_here()
    {
        Assert.Equal(3, await RunAsync("mirror", Server.UrlOf("/pob"), "d", "--streams", "2"));
        Assert.Contains("//pob could not be listed. ", Err);
        Assert.False(Directory.Exists(Local("")));
    }

    [Fact]
    public async Task A_file_is_no_folder_and_the_sentence_says_which_command_takes_it()
    {
        var url = Server.UrlOf("/pub/readme");
        Assert.Equal(3, await RunAsync("mirror", "--json", url, "d"));
        Assert.Equal($"ftpx: error: {url} is a file, not a folder. Download it with ftpx get {url}.\n", Err);
        var line = Assert.Single(JsonOut, line => line.GetProperty("type").GetString() == "mirror_problem");
        Assert.Equal(("not_found", 3), (line.GetProperty("failure").GetString(), line.GetProperty("exit_code").GetInt32()));

        Assert.Equal(3, await RunAsync("get", Server.UrlOf("/pub") + "/", "--quiet"));
        Assert.Equal(3, await RunAsync("get", Server.UrlOf("/pub/readme"), "--replica", Server.UrlOf("/pub") + "/", "--quiet"));
        Assert.Equal(3, await RunAsync("get", Server.UrlOf("/pub"), "--quiet"));
        Assert.EndsWith($" is a folder, not a file. To download all of it, run: ftpx mirror {Server.UrlOf("/pub")}.\n", Err);
    }

    private Task<int> MirrorAsync(params string[] words) => RunAsync(["mirror", Server.UrlOf("/pub"), "d", "--streams", "2", .. words]);

    private string Taken()
    {
        Assert.DoesNotContain("ftpx: error: This is a defect", Err);
        return TakeOut();
    }

    private string Local(string path) => PathOf("d", path);
}
