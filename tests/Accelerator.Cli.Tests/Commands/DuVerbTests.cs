namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx du</c> with the real engine, against a server in this process.</summary>
public sealed class DuVerbTests : LoopbackFixture
{
    private readonly OptionFixture<DuOptions> _du = new(work => new DuCommand(work));

    public DuVerbTests()
    {
        foreach (var (path, length) in ((string, int)[])[("/pub/readme", 5), ("/pub/a b/x", 10), ("/pub/a/one.nc", 100), ("/pub/a/sub/two.nc", 2000), ("/pub/a/sub/\u001b[2J", 30_000)])
            Server.Files.AddConstant(path, length);
        Server.Files.AddLink("/pub/link", "a/one.nc");
        Server.Files.AddDirectory("/pub/empty");
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<DuOptions>.Rows(
        CommandLineFixture.RowsOf("du"), o => o,
        ("--max-depth 0", o => o.MaxDepth, 0),
        ("--summarize", o => o.Summarize, true),
        ("-s", o => o.Summarize, true),
        ("--human", o => o.Human, true),
        ("-h", o => o.Human, true));

    public override void Dispose()
    {
        _du.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _du.ParseAsync([.. words.Split(' '), "ftp://h/d"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<DuOptions>.AssertComplete(RowsOf("du"), Values);

    [Fact]
    public async Task Each_folder_total_includes_subfolders_and_the_grand_total_is_last()
    {
        Assert.Equal(0, await DuAsync("/pub"));
        AssertOut(
            """
               10   1 file  /pub/a b
            32000  2 files  /pub/a/sub
            32100  3 files  /pub/a
                0  0 files  /pub/empty
            32115  5 files  /pub

            """);
        Assert.Equal("", Err);
    }

    [Theory]
    [InlineData("32115  5 files  pub\n", "-s")]
    [InlineData("32115  5 files  pub\n", "--max-depth 0")]
    [InlineData("   10   1 file  pub/a b\n32100  3 files  pub/a\n    0  0 files  pub/empty\n32115  5 files  pub\n", "--max-depth 1")]
    [InlineData("31.4 KiB  5 files  pub\n", "-sh")]
    [InlineData("2100  2 files  pub\n", "-s --include *.nc")]
    [InlineData("15  2 files  pub\n", "-s --exclude a/")]
    [InlineData("115  3 files  pub\n", "-s --max-size 100")]
    public async Task The_options_choose_the_rows_and_the_files(string expected, string options)
    {
        Assert.Equal(0, await DuAsync("pub", options.Split(' ')));
        Assert.Equal(expected, Out);
    }

    [Fact]
    public async Task A_single_file_has_its_size_and_a_missing_one_is_not_found()
    {
        Assert.Equal(0, await DuAsync("pub/readme"));
        Assert.Equal("5  1 file  pub/readme\n", TakeOut());
        Assert.Equal(3, await DuAsync("pub/none"));
        Assert.Equal(3, await DuAsync("none/", "--json"));
        Assert.Equal(("du_result", "not_found", 0), (JsonOut[0].GetProperty("type").GetString(), JsonOut[0].GetProperty("failure").GetString(), JsonOut[0].GetProperty("files").GetInt32()));
    }

    [Fact]
    public async Task A_folder_that_is_refused_leaves_the_sum_incomplete()
    {
        Server.Inject(Fault.OnCommand("MLSD").OnPath("/pub/a/sub").Reply("550 Not for you."));
        Assert.Equal(12, await DuAsync("/pub", "--json", "--max-depth", "0"));
        Assert.Equal(["du_folder", "du_result"], JsonTypes());
        Assert.Equal((3, 115, 4, 12), (JsonOut[1].GetProperty("files").GetInt32(), JsonOut[1].GetProperty("bytes").GetInt32(), JsonOut[1].GetProperty("folders").GetInt32(), JsonOut[1].GetProperty("exit_code").GetInt32()));
        Assert.Contains("/pub/a/sub could not be opened.", Err);
    }

    [Theory]
    [InlineData("--summarize prints the total only, and --max-depth more: omit one of them.", "-s --max-depth 1")]
    [InlineData("--min-size is above --max-size, so no file can match: exchange the two sizes.", "--min-size 2 --max-size 1")]
    [InlineData("--newer-than is later than --older-than, so no file can match: exchange the two times.", "--newer-than 1h --older-than 2h")]
    [InlineData("--min-size: \"x\" is not a size: write bytes, or a number with K, M, G or T, for example 64M.", "--min-size x")]
    public async Task Options_that_exclude_each_other_give_one_message(string sentence, string options)
    {
        Assert.Equal(2, await DuAsync("pub", options.Split(' ')));
        Assert.StartsWith($"ftpx: error: {sentence}\n", Err);
        Assert.Empty(Server.Log.Commands);
    }

    /// <summary>Only the printed folders are kept, and a sum that no number can hold stays at the largest.</summary>
    [Fact]
    public void Deep_folders_count_in_the_deepest_one_that_is_printed()
    {
        var tree = new DuTree(1);
        FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);
        tree.Add(Path(""), Path("/r"), 0, []);
        tree.Add(Path("a"), Path("/r/a"), 1, [1, null]);
        tree.Add(Path("a/b"), Path("/r/a/b"), 2, [long.MaxValue]);
        tree.Add(Path("a/b/c"), Path("/r/a/b/c"), 3, [7]);
        Assert.Equal(
            [("/r/a", 3, 4, long.MaxValue, 1), ("/r", 4, 4, long.MaxValue, 1)],
            tree.Folders.Select(folder => (folder.Path.Text, folder.Folders, folder.Files, folder.Bytes, folder.UnsizedFiles)));
    }

    private Task<int> DuAsync(string path, params string[] words) => RunAsync(["du", "--no-site-memory", Url(path), .. words]);
}
